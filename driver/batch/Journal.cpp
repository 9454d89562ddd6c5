// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/Journal.h"

#include "support/Error.h"
#include "support/FileDescriptor.h"
#include "support/Files.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <unistd.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kHead = R"({"journal":"coverme/1"})";
constexpr const char *kKey = "key", *kFiles = "files";

// Discarded, if the line is none of ours or not whole.
Json entryIn(const std::string &line) {
  Json entry = Json::parse(line, nullptr, false);
  const bool isEntry = entry.is_object() && entry.contains(kKey) &&
                       entry[kKey].is_string() && entry.contains(kFiles) &&
                       entry[kFiles].is_object();
  return isEntry ? entry : Json(Json::value_t::discarded);
}

} // namespace

Journal::Journal(const fs::path &file) : file(file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!in || in.peek() == std::ifstream::traits_type::eof()) {
    append(std::string(kHead) + '\n');
    return;
  }
  if (!std::getline(in, line) || line != kHead)
    fail(ExitCode::BadInput, "'{}' is not what --resume writes", file.string());
  append(""); // it has to be writable
  for (size_t begin = line.size() + 1; std::getline(in, line);
       begin += line.size() + 1)
    if (const Json entry = entryIn(line); !entry.is_discarded())
      begins[entry[kKey]] = begin;
}

bool Journal::recall(const std::string &key, const fs::path &folder) const {
  const auto found = begins.find(key);
  if (found == begins.end())
    return false;
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(found->second));
  std::string line;
  std::getline(in, line);
  const Json entry = entryIn(line);
  if (entry.is_discarded() || entry[kKey] != key)
    return false;
  fs::create_directories(folder);
  for (const auto &[name, text] : entry[kFiles].items())
    writeFileAtomically(folder / fs::path(name).filename(),
                        text.get_ref<const std::string &>());
  return true;
}

void Journal::add(const std::string &key, const fs::path &folder) const {
  Json files = Json::object();
  for (const fs::directory_entry &each : fs::directory_iterator(folder))
    if (each.is_regular_file())
      files[each.path().filename().string()] = readFile(each.path());
  // On a line of its own, whatever a kill has left of the one before.
  append('\n' +
         Json{{kKey, key}, {kFiles, std::move(files)}}.dump(
             -1, ' ', false, Json::error_handler_t::replace) +
         '\n');
}

void Journal::append(const std::string &text) const {
  const FileDescriptor out(
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  bool isWritten = out && ::flock(out.get(), LOCK_EX) == 0;
  for (size_t done = 0; isWritten && done < text.size();) {
    const ssize_t count =
        ::write(out.get(), text.data() + done, text.size() - done);
    if (count > 0)
      done += static_cast<size_t>(count);
    else
      isWritten = count < 0 && errno == EINTR;
  }
  if (!isWritten)
    fail(ExitCode::BadInput, "cannot write '{}': {}", file.string(),
         std::strerror(errno));
}

} // namespace coverme

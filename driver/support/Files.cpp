// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Files.h"

#include "support/Error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace coverme {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  const char *base = std::getenv("TMPDIR");
  // What runs in other folders has to find it, too.
  std::string name =
      fs::absolute(base != nullptr && *base != '\0' ? base : "/tmp") /
      "coverme-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr)
    fail(ExitCode::BadInput, "cannot create a temporary folder '{}': {}", name,
         std::strerror(errno));
  folder = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored; // nothing a destructor could do about it
  fs::remove_all(folder, ignored);
}

std::string readFile(const fs::path &path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    fail(ExitCode::BadInput, "'{}' is a folder, not a file", path.string());
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream)
    text << stream.rdbuf();
  if (!stream)
    fail(ExitCode::BadInput, "cannot read '{}': {}", path.string(),
         std::strerror(errno != 0 ? errno : EIO));
  return std::move(text).str();
}

void writeFileAtomically(const fs::path &path, std::string_view text) {
  writeFileAtomically(path, [&](std::ostream &stream) { stream << text; });
}

void writeFileAtomically(const fs::path &name,
                         const std::function<void(std::ostream &)> &write) {
  std::error_code error;
  // A link stays, and what it points to is written.
  const fs::path path =
      fs::is_symlink(name, error) ? fs::weakly_canonical(name, error) : name;
  const fs::file_status status = fs::status(path, error);
  // What is there may be a device or a pipe (/dev/null, /dev/stdout), which a
  // rename would replace by a file.
  const bool isSpecial = fs::exists(status) && !fs::is_regular_file(status);
  const fs::path temporary =
      isSpecial ? path.string()
                : path.string() + fmt::format(".tmp{}", ::getpid());
  errno = 0;
  std::ofstream stream(temporary, std::ios::binary);
  write(stream);
  stream.close();
  error.clear();
  if (stream && !isSpecial)
    fs::rename(temporary, path, error);
  else if (!stream)
    error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
  if (error) {
    std::error_code ignored;
    if (!isSpecial)
      fs::remove(temporary, ignored);
    fail(ExitCode::BadInput, "cannot write '{}': {}", path.string(),
         error.message());
  }
}

void checkWritable(const fs::path &folder) {
  std::string probe = folder / ".coverme-XXXXXX";
  const int descriptor = ::mkstemp(probe.data());
  if (descriptor < 0)
    fail(ExitCode::BadInput, "cannot write to the folder '{}': {}",
         folder.string(), std::strerror(errno));
  ::close(descriptor);
  ::unlink(probe.c_str());
}

OutputFolder::OutputFolder(fs::path name) : folder(std::move(name)) {
  std::error_code error;
  for (fs::path part = fs::absolute(folder).lexically_normal();
       !part.empty() && !fs::exists(part, error) && part != part.parent_path();
       part = part.parent_path())
    made.push_back(part);
  fs::create_directories(folder, error);
  try {
    if (error)
      fail(ExitCode::BadInput, "cannot create the folder '{}': {}",
           folder.string(), error.message());
    checkWritable(folder);
  } catch (...) {
    removeWhatIsEmpty(); // what the destructor would have done
    throw;
  }
}

OutputFolder::~OutputFolder() { removeWhatIsEmpty(); }

void OutputFolder::removeWhatIsEmpty() const {
  for (const fs::path &part : made)
    ::rmdir(part.c_str()); // fails, as it should, where results are
}

} // namespace coverme

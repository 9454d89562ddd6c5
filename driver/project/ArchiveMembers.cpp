// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ArchiveMembers.h"

#include "coverme/abi.h"

#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

#include <fmt/format.h>

namespace coverme {

struct ArchiveMembers::Opened {
  llvm::object::OwningBinary<llvm::object::Archive> archive;
};

ArchiveMembers::ArchiveMembers(const std::filesystem::path &file) : file(file) {
  auto binary = llvm::object::createBinary(file.string());
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return;
  }
  auto [contents, memory] = binary->takeBinary();
  if (!llvm::isa<llvm::object::Archive>(*contents))
    return;
  std::unique_ptr<llvm::object::Archive> archive(
      llvm::cast<llvm::object::Archive>(contents.release()));
  opened =
      std::make_unique<Opened>(Opened{{std::move(archive), std::move(memory)}});
}

ArchiveMembers::~ArchiveMembers() = default;
ArchiveMembers::ArchiveMembers(ArchiveMembers &&) noexcept = default;

std::optional<ArchiveMember>
ArchiveMembers::definerOf(const std::string &symbol) const {
  if (!opened)
    return std::nullopt;
  auto child = opened->archive.getBinary()->findSym(symbol);
  if (!child || !*child) {
    llvm::consumeError(child.takeError());
    return std::nullopt;
  }
  llvm::Expected<llvm::StringRef> name = (*child)->getName();
  llvm::Expected<llvm::StringRef> bytes = (*child)->getBuffer();
  if (!name || !bytes) {
    llvm::consumeError(name.takeError());
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  return ArchiveMember{fmt::format("{}({})", file.string(), name->str()),
                       bytes->str()};
}

bool ArchiveMembers::nameSources() const {
  if (!opened)
    return false;
  const auto namesSource = [](const llvm::object::SectionRef &section) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (name)
      return *name == ".debug_info" || *name == COVERME_TABLES_SECTION;
    llvm::consumeError(name.takeError());
    return false;
  };
  llvm::Error error = llvm::Error::success();
  bool isFound = false;
  for (const auto &child : opened->archive.getBinary()->children(error)) {
    auto member = child.getAsBinary();
    if (!member) {
      llvm::consumeError(member.takeError());
      continue;
    }
    const auto *object =
        llvm::dyn_cast<llvm::object::ObjectFile>(member->get());
    isFound = object && llvm::any_of(object->sections(), namesSource);
    if (isFound)
      break;
  }
  llvm::consumeError(std::move(error));
  return isFound;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/LineTable.h"

#include "support/Error.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>

namespace coverme {

struct LineTable::Dwarf {
  llvm::object::OwningBinary<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> context;
};

LineTable::LineTable(const std::filesystem::path &sharedObject)
    : dwarf(std::make_unique<Dwarf>()) {
  auto object = llvm::object::ObjectFile::createObjectFile(
      std::string_view(sharedObject.native()));
  if (!object)
    fail(ExitCode::Internal, "cannot read '{}': {}", sharedObject.string(),
         llvm::toString(object.takeError()));
  dwarf->object = std::move(*object);
  // What it cannot read has no lines; that is no reason to complain.
  const auto ignore = [](llvm::Error error) {
    llvm::consumeError(std::move(error));
  };
  dwarf->context = llvm::DWARFContext::create(
      *dwarf->object.getBinary(),
      llvm::DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "", ignore,
      ignore);
}

LineTable::~LineTable() = default;

std::optional<SourceLine> LineTable::lineOf(uint64_t address) const {
  const std::optional<llvm::DILineInfo> info =
      dwarf->context->getLineInfoForAddress(
          {address, llvm::object::SectionedAddress::UndefSection},
          llvm::DILineInfoSpecifier(
              llvm::DILineInfoSpecifier::FileLineInfoKind::BaseNameOnly));
  if (!info || info->FileName == llvm::DILineInfo::BadString || info->Line == 0)
    return std::nullopt;
  return SourceLine{std::filesystem::path(info->FileName).filename(),
                    info->Line};
}

} // namespace coverme

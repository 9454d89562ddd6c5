// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ObjectCode.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"

#include <algorithm>
#include <tuple>

namespace coverme {

namespace fs = std::filesystem;

namespace {

using Binary = llvm::object::OwningBinary<llvm::object::ObjectFile>;

std::optional<Binary> open(const fs::path &file) {
  llvm::Expected<Binary> binary =
      llvm::object::ObjectFile::createObjectFile(file.string());
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return std::nullopt;
  }
  return std::move(*binary);
}

template <class T> T valueOr(llvm::Expected<T> value, T other) {
  if (value)
    return *value;
  llvm::consumeError(value.takeError());
  return other;
}

struct Relocation {
  uint64_t offset = 0, type = 0;
  int64_t addend = 0;
  std::string symbol; // or the name of its section

  auto operator<=>(const Relocation &) const = default;
};

// A section as it is in memory.
struct Contents {
  std::string name;
  uint64_t bytes = 0;
  std::string text; // empty: zeros
  std::vector<Relocation> relocations;

  bool operator==(const Contents &) const = default;
};

Relocation relocationOf(const llvm::object::ObjectFile &object,
                        const llvm::object::RelocationRef &reference) {
  Relocation relocation;
  relocation.offset = reference.getOffset();
  relocation.type = reference.getType();
  relocation.addend =
      valueOr(llvm::object::ELFRelocationRef(reference).getAddend(), int64_t{});
  const llvm::object::symbol_iterator symbol = reference.getSymbol();
  if (symbol == object.symbol_end())
    return relocation;
  relocation.symbol = valueOr(symbol->getName(), llvm::StringRef()).str();
  if (!relocation.symbol.empty())
    return relocation;
  const auto section = valueOr(symbol->getSection(), object.section_end());
  if (section != object.section_end())
    relocation.symbol = valueOr(section->getName(), llvm::StringRef()).str();
  return relocation;
}

std::vector<Contents> contentsOf(const llvm::object::ObjectFile &object) {
  std::vector<Contents> all;
  std::vector<llvm::object::SectionRef> sections;
  for (const llvm::object::SectionRef &section : object.sections()) {
    if ((llvm::object::ELFSectionRef(section).getFlags() &
         llvm::ELF::SHF_ALLOC) == 0)
      continue;
    Contents &own = all.emplace_back();
    sections.push_back(section);
    own.name = valueOr(section.getName(), llvm::StringRef()).str();
    own.bytes = section.getSize();
    if (!section.isBSS())
      own.text = valueOr(section.getContents(), llvm::StringRef()).str();
  }
  for (const llvm::object::SectionRef &list : object.sections()) {
    const auto section =
        valueOr(list.getRelocatedSection(), object.section_end());
    if (section == object.section_end())
      continue;
    const auto found = std::find(sections.begin(), sections.end(), *section);
    if (found == sections.end())
      continue;
    std::vector<Relocation> &relocations =
        all[static_cast<size_t>(found - sections.begin())].relocations;
    for (const llvm::object::RelocationRef &reference : list.relocations())
      relocations.push_back(relocationOf(object, reference));
  }
  for (Contents &own : all)
    std::sort(own.relocations.begin(), own.relocations.end());
  return all;
}

} // namespace

std::optional<SourceOrigin> originOf(const fs::path &object) {
  const std::optional<Binary> binary = open(object);
  if (!binary)
    return std::nullopt;
  const std::unique_ptr<llvm::DWARFContext> context =
      llvm::DWARFContext::create(*binary->getBinary());
  if (context->getNumCompileUnits() != 1)
    return std::nullopt;
  const llvm::DWARFDie unit =
      context->compile_units().begin()->get()->getUnitDIE();
  const auto text = [&](llvm::dwarf::Attribute attribute) {
    return std::string(llvm::dwarf::toString(unit.find(attribute), ""));
  };
  SourceOrigin origin;
  origin.name = text(llvm::dwarf::DW_AT_name);
  origin.directory = text(llvm::dwarf::DW_AT_comp_dir);
  if (origin.name.empty() || !origin.directory.is_absolute())
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 16> words;
  const std::string producer = text(llvm::dwarf::DW_AT_producer);
  llvm::SplitString(producer, words);
  for (const llvm::StringRef word : words)
    if (word.starts_with("-"))
      origin.flags.push_back(word.str());
    else if (origin.flags.empty())
      origin.producer += (origin.producer.empty() ? "" : " ") + word.str();
  return origin;
}

bool haveSameCode(const fs::path &object, const fs::path &other) {
  const std::optional<Binary> a = open(object), b = open(other);
  return a && b && contentsOf(*a->getBinary()) == contentsOf(*b->getBinary());
}

} // namespace coverme

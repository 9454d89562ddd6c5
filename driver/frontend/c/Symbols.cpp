// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Symbols.h"

#include "support/ElfFile.h"

#include <set>

namespace coverme {
namespace {

// The numbers of the sections whose bytes are zero and not in the file.
std::set<size_t> emptySections(const ElfFile &elf) {
  std::set<size_t> numbers;
  for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
       section = elf.next(section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) != nullptr &&
        header.sh_type == SHT_NOBITS)
      numbers.insert(::elf_ndxscn(section));
  }
  return numbers;
}

std::vector<Symbol> readTable(const ElfFile &elf, GElf_Word kind) {
  const std::set<size_t> empty = emptySections(elf);
  std::vector<Symbol> symbols;
  for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
       section = elf.next(section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) == nullptr || header.sh_type != kind)
      continue;
    Elf_Data *data = ::elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; ::gelf_getsym(data, i, &symbol) != nullptr; ++i)
      if (const char *name = elf.string(header.sh_link, symbol.st_name))
        symbols.push_back({name, symbol.st_value, symbol.st_size,
                           symbol.st_shndx != SHN_UNDEF,
                           GELF_ST_BIND(symbol.st_info) != STB_LOCAL,
                           GELF_ST_BIND(symbol.st_info) == STB_WEAK,
                           GELF_ST_TYPE(symbol.st_info) == STT_TLS,
                           GELF_ST_TYPE(symbol.st_info) == STT_FILE,
                           GELF_ST_TYPE(symbol.st_info) == STT_OBJECT &&
                               (symbol.st_shndx == SHN_COMMON ||
                                empty.contains(symbol.st_shndx))});
  }
  return symbols;
}

} // namespace

std::vector<Symbol> readSymbols(const std::filesystem::path &file) {
  const ElfFile elf(file);
  std::vector<Symbol> symbols = readTable(elf, SHT_SYMTAB);
  return symbols.empty() ? readTable(elf, SHT_DYNSYM) : symbols;
}

} // namespace coverme

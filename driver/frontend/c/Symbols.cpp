// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Symbols.h"

#include "support/ElfFile.h"

namespace coverme {

std::vector<Symbol> readSymbols(const std::filesystem::path &file) {
  const ElfFile elf(file);
  std::vector<Symbol> symbols;
  for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
       section = elf.next(section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) == nullptr ||
        header.sh_type != SHT_SYMTAB)
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
                           GELF_ST_TYPE(symbol.st_info) == STT_FILE});
  }
  return symbols;
}

} // namespace coverme

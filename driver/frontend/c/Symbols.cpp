// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Symbols.h"

#include "support/Error.h"
#include "support/FileDescriptor.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <gelf.h>
#include <memory>

namespace coverme {

std::vector<Symbol> readSymbols(const std::filesystem::path &file) {
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor)
    fail(ExitCode::BadInput, "cannot read '{}': {}", file.string(),
         std::strerror(errno));
  ::elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf *)> elf(
      ::elf_begin(descriptor.get(), ELF_C_READ, nullptr), ::elf_end);
  if (!elf || ::elf_kind(elf.get()) != ELF_K_ELF)
    fail(ExitCode::BadInput, "'{}' is not an ELF object", file.string());
  std::vector<Symbol> symbols;
  for (Elf_Scn *section = ::elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = ::elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) == nullptr ||
        header.sh_type != SHT_SYMTAB)
      continue;
    Elf_Data *data = ::elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; ::gelf_getsym(data, i, &symbol) != nullptr; ++i)
      if (const char *name =
              ::elf_strptr(elf.get(), header.sh_link, symbol.st_name))
        symbols.push_back({name, symbol.st_value, symbol.st_size,
                           symbol.st_shndx != SHN_UNDEF});
  }
  return symbols;
}

} // namespace coverme

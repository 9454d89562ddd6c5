// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_ELFFILE_H
#define COVERME_DRIVER_SUPPORT_ELFFILE_H

#include "support/FileDescriptor.h"

#include <gelf.h>

#include <filesystem>
#include <memory>

namespace coverme {

// An object, a shared object or a program, open for reading.
class ElfFile {
public:
  // Throws Error(BadInput) when the file cannot be read or is no ELF file.
  explicit ElfFile(const std::filesystem::path &file);

  // ET_REL of an object, ET_DYN or ET_EXEC of what a linker has made; ET_NONE
  // when the file is damaged.
  GElf_Half type() const {
    GElf_Ehdr header;
    return ::gelf_getehdr(elf.get(), &header) != nullptr ? header.e_type
                                                         : GElf_Half{ET_NONE};
  }
  // The section behind this one, or the first one if this is null; null behind
  // the last one.
  Elf_Scn *next(Elf_Scn *section) const {
    return ::elf_nextscn(elf.get(), section);
  }
  // A string of a string table; null when that is damaged.
  const char *string(size_t table, size_t offset) const {
    return ::elf_strptr(elf.get(), table, offset);
  }
  // A section's name; null when the file is damaged.
  const char *nameOf(const GElf_Shdr &section) const {
    return string(sectionNames, section.sh_name);
  }

private:
  FileDescriptor descriptor;
  std::unique_ptr<Elf, int (*)(Elf *)> elf{nullptr, ::elf_end};
  size_t sectionNames = 0;
};

} // namespace coverme

#endif

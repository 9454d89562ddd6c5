// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ElfFile.h"

#include "support/Error.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

namespace coverme {

ElfFile::ElfFile(const std::filesystem::path &file)
    : descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (!descriptor)
    fail(ExitCode::BadInput, "cannot read '{}': {}", file.string(),
         std::strerror(errno));
  ::elf_version(EV_CURRENT);
  elf.reset(::elf_begin(descriptor.get(), ELF_C_READ, nullptr));
  if (!elf || ::elf_kind(elf.get()) != ELF_K_ELF ||
      ::elf_getshdrstrndx(elf.get(), &sectionNames) != 0)
    fail(ExitCode::BadInput, "'{}' is not an ELF object", file.string());
}

} // namespace coverme

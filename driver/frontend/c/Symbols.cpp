// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Symbols.h"

#include "support/ElfFile.h"

#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace coverme {
namespace {

// The values at first of variables that are zero or one then, as settings are
// that are off or on.
class FirstValues {
public:
  explicit FirstValues(const ElfFile &elf) {
    for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
         section = elf.next(section))
      sections[::elf_ndxscn(section)] = section;
  }

  // Nullopt: it has another value.
  std::optional<uint64_t> of(const GElf_Sym &symbol) {
    if (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
      return std::nullopt;
    if (symbol.st_shndx == SHN_COMMON)
      return 0;
    GElf_Shdr header;
    const auto found = sections.find(symbol.st_shndx);
    if (found == sections.end() ||
        ::gelf_getshdr(found->second, &header) == nullptr)
      return std::nullopt;
    if (header.sh_type == SHT_NOBITS)
      return 0;
    uint64_t value = 0;
    const Elf_Data *data = ::elf_rawdata(found->second, nullptr);
    const uint64_t offset = symbol.st_value - header.sh_addr;
    if ((header.sh_flags & SHF_WRITE) == 0 || data == nullptr ||
        data->d_buf == nullptr || symbol.st_size == 0 ||
        symbol.st_size > sizeof value || offset > data->d_size ||
        data->d_size - offset < symbol.st_size)
      return std::nullopt;
    std::memcpy(&value, static_cast<const char *>(data->d_buf) + offset,
                symbol.st_size);
    return value > 1 || isRelocated(header, symbol) ? std::nullopt
                                                    : std::optional(value);
  }

private:
  // Does a linker or the loader put an address there? In an object, relocations
  // are of one section; in what a linker has made, their places are addresses.
  bool isRelocated(const GElf_Shdr &header, const GElf_Sym &symbol) {
    const size_t own = header.sh_addr == 0 ? symbol.st_shndx : 0;
    if (!relocated.contains(own))
      relocated[own] = placesIn(own);
    const std::set<uint64_t> &places = relocated[own];
    const auto at = places.lower_bound(symbol.st_value);
    return at != places.end() && *at - symbol.st_value < symbol.st_size;
  }

  std::set<uint64_t> placesIn(size_t own) const {
    std::set<uint64_t> places;
    for (const auto &[number, section] : sections) {
      GElf_Shdr header;
      Elf_Data *data = nullptr;
      if (::gelf_getshdr(section, &header) == nullptr ||
          header.sh_type != SHT_RELA || (own != 0 && header.sh_info != own) ||
          (data = ::elf_getdata(section, nullptr)) == nullptr)
        continue;
      GElf_Rela relocation;
      for (int i = 0; ::gelf_getrela(data, i, &relocation) != nullptr; ++i)
        places.insert(relocation.r_offset);
    }
    return places;
  }

  std::map<size_t, Elf_Scn *> sections;
  std::map<size_t, std::set<uint64_t>> relocated; // by section
};

std::vector<Symbol> readTable(const ElfFile &elf, GElf_Word kind) {
  FirstValues values(elf);
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
                           values.of(symbol)});
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

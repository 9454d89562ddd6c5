// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/SourceObject.h"

#include "evidence/Companions.h"
#include "evidence/CoverageBuild.h"
#include "frontend/c/Flags.h"
#include "support/ElfFile.h"
#include "support/Files.h"
#include "support/PlainMessages.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// A static function or variable, as objcopy names a place.
struct Local {
  std::string name, place;
};

struct Names {
  std::set<std::string> globals;
  std::vector<Local> locals;
};

Names namesIn(const fs::path &object) {
  const ElfFile elf(object);
  std::vector<std::string> sections = {""};
  std::multiset<std::string> known;
  for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
       section = elf.next(section)) {
    GElf_Shdr header;
    const char *name = ::gelf_getshdr(section, &header) != nullptr
                           ? elf.nameOf(header)
                           : nullptr;
    sections.emplace_back(name != nullptr ? name : "");
    known.insert(sections.back());
  }
  Names names;
  std::multiset<std::string> localNames;
  for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
       section = elf.next(section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) == nullptr ||
        header.sh_type != SHT_SYMTAB)
      continue;
    Elf_Data *data = ::elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; ::gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      const char *text = elf.string(header.sh_link, symbol.st_name);
      const int type = GELF_ST_TYPE(symbol.st_info);
      if (text == nullptr || symbol.st_shndx == SHN_UNDEF ||
          (type != STT_FUNC && type != STT_OBJECT))
        continue;
      const std::string name = text;
      if (GELF_ST_BIND(symbol.st_info) != STB_LOCAL) {
        names.globals.insert(name);
        continue;
      }
      localNames.insert(name);
      // Two sections of one name are the same to objcopy.
      if (symbol.st_shndx < sections.size() &&
          known.count(sections[symbol.st_shndx]) == 1)
        names.locals.push_back(
            {name, fmt::format("{}:{:#x},global,{}", sections[symbol.st_shndx],
                               symbol.st_value,
                               type == STT_FUNC ? "function" : "object")});
    }
  }
  std::erase_if(names.locals, [&](const Local &local) {
    return localNames.count(local.name) != 1 ||
           names.globals.contains(local.name) ||
           local.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_") != std::string::npos;
  });
  return names;
}

// Static ones keep their names, by which their counters are found, and which
// may be those of functions of libraries.
void addGlobalNames(SourceObject &source, const fs::path &folder) {
  const Names names = namesIn(source.object);
  for (const std::string &name : names.globals)
    source.symbols.emplace(name, name);
  std::string words;
  for (const Local &local : names.locals)
    words += fmt::format("--add-symbol coverme_static_{}={}\n", local.name,
                         local.place);
  const fs::path list = folder / "symbols";
  writeFileAtomically(list, words);
  if (words.empty() || !findProgram("objcopy") ||
      !runProcess({"objcopy", "@" + list.string(), source.object},
                  plainMessages())
           .succeeded())
    return;
  for (const Local &local : names.locals)
    source.symbols.emplace(local.name, "coverme_static_" + local.name);
}

std::vector<std::string> commandOf(const SourceObject &source,
                                   const fs::path &program) {
  std::vector<std::string> command = coverageCompiler(source.compiler);
  const NotesPlace place = notesBeside(source.object, source.compiler);
  command.insert(command.end(), place.flags.begin(), place.flags.end());
  const SplitFlags user = splitFlags(source.flags);
  command.insert(command.end(), user.compile.begin(), user.compile.end());
  command.insert(command.end(),
                 {"-fno-lto", "-c", program, "-o", source.object});
  if (source.isCxx)
    command.emplace_back("-fkeep-inline-functions");
  return command;
}

} // namespace

bool mayInline(const std::vector<std::string> &flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string &flag) {
    return flag.starts_with("-O") && flag != "-O0";
  });
}

SourceObjects compileSourceObjects(const RunOptions &options,
                                   const std::vector<std::string> &compilers,
                                   const std::string &text,
                                   const fs::path &folder) {
  const std::vector<std::string> flags = flagsOf(options);
  if (mayInline(splitFlags(flags).compile))
    return {};
  const bool isCxx = languageOf(options.source) == Language::Cxx;
  fs::create_directory(folder);
  const fs::path program = folder / (isCxx ? "source.cpp" : "source.c");
  writeFileAtomically(program, text);
  ProcessOptions environment = plainMessages();
  environment.environment.push_back("TMPDIR=" + folder.string());
  std::vector<std::shared_ptr<SourceObject>> started;
  std::vector<std::unique_ptr<Process>> running;
  for (const std::string &compiler : compilers) {
    const fs::path object = folder / fmt::format("source-{}.o", started.size());
    started.push_back(std::make_shared<SourceObject>(
        SourceObject{compiler,
                     object,
                     notesBeside(object, compiler).file,
                     flags,
                     isCxx,
                     {}}));
    running.push_back(std::make_unique<Process>(
        commandOf(*started.back(), program), environment));
  }
  SourceObjects objects;
  for (size_t i = 0; i < started.size(); ++i) {
    if (!running[i]->wait().succeeded() || !fs::exists(started[i]->notes))
      continue;
    addGlobalNames(*started[i], folder);
    objects.push_back(started[i]);
  }
  return objects;
}

} // namespace coverme

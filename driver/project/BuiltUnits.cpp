// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/BuiltUnits.h"

#include "coverme/abi.h"
#include "coverme/command.h"
#include "frontend/c/Flags.h"
#include "support/Error.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/Binary.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <cstring>
#include <fstream>

namespace coverme {

namespace fs = std::filesystem;

namespace {

std::string startOf(const fs::path &file) {
  std::error_code error;
  std::string start(8, '\0');
  if (fs::is_regular_file(file, error))
    std::ifstream(file, std::ios::binary).read(start.data(), 8);
  return start;
}

// A backslash stands ahead of blanks and backslashes, and quotes are
// characters as any other.
std::vector<std::string> recordedWords(llvm::StringRef line) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < line.size(); ++i)
    if (line[i] == ' ')
      words.emplace_back();
    else
      words.back() +=
          line[i] == '\\' && i + 1 < line.size() ? line[++i] : line[i];
  return words;
}

// What the path was ahead of -ffile-prefix-map=OLD=NEW, by which debug
// information has another one. Of several that fit, the compiler takes the
// last.
fs::path unmapped(const std::string &path,
                  const std::vector<std::string> &arguments) {
  for (auto word = arguments.rbegin(); word != arguments.rend(); ++word)
    for (const std::string_view flag :
         {"-ffile-prefix-map=", "-fdebug-prefix-map="}) {
      const size_t split = word->find('=', flag.size());
      if (!word->starts_with(flag) || split == word->npos)
        continue;
      const std::string old = word->substr(flag.size(), split - flag.size());
      const std::string now = word->substr(split + 1);
      if (now.empty() || !path.starts_with(now))
        continue;
      const std::string rest = path.substr(now.size());
      if (rest.empty() || rest.starts_with('/') || now.ends_with('/'))
        return old + rest;
    }
  return path;
}

CompileCommand commandOf(const llvm::MDNode &recorded) {
  const auto text = [&](unsigned i) {
    return llvm::cast<llvm::MDString>(recorded.getOperand(i))
        ->getString()
        .str();
  };
  CompileCommand command;
  command.arguments = recordedWords(text(2));
  command.directory = unmapped(text(0), command.arguments);
  command.file = (command.directory / unmapped(text(1), command.arguments))
                     .lexically_normal();
  // clang is there as what instruments; gcc compiles the replay.
  command.arguments[0] =
      languageOf(command.file) == Language::Cxx ? "g++" : "gcc";
  command.output = outputOf(command);
  return command;
}

void addNames(const llvm::Value &value, std::set<std::string> &names) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (constant == nullptr)
    return;
  if (llvm::isa<llvm::GlobalValue>(constant))
    names.insert(constant->getName().str());
  else
    for (const llvm::Use &use : constant->operands())
      addNames(*use, names);
}

std::set<std::string> namesIn(const llvm::GlobalValue &definition) {
  std::set<std::string> names;
  const auto addAll = [&](const llvm::User &user) {
    for (const llvm::Use &use : user.operands())
      addNames(*use, names);
  };
  addAll(definition);
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&definition))
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      addAll(instruction);
  return names;
}

BuiltUnit unitOf(const llvm::Module &module, const fs::path &origin) {
  const llvm::NamedMDNode *recorded =
      module.getNamedMetadata(COVERME_COMMAND_METADATA);
  if (recorded == nullptr)
    fail(ExitCode::BadInput,
         "'{}' does not say how its files were compiled: build it with "
         "coverme-cc of this version, and without -g0",
         origin.string());
  BuiltUnit unit;
  unit.command = commandOf(*recorded->getOperand(0));
  for (const llvm::Function &function : module)
    if (function.getMetadata(COVERME_FUNCTION_METADATA) != nullptr)
      unit.functions.push_back(function.getName().str());
  for (const llvm::GlobalValue &value : module.global_values()) {
    if (value.isDeclarationForLinker())
      continue;
    const std::string name = value.getName().str();
    unit.named.emplace(name, namesIn(value));
    if (value.isStrongDefinitionForLinker() && !value.hasLocalLinkage())
      unit.defined.insert(name);
  }
  return unit;
}

std::vector<llvm::object::SectionRef>
sectionsOf(const llvm::object::ObjectFile &object, llvm::StringRef name) {
  std::vector<llvm::object::SectionRef> sections;
  for (const llvm::object::SectionRef &section : object.sections()) {
    llvm::Expected<llvm::StringRef> own = section.getName();
    if (own && *own == name)
      sections.push_back(section);
    llvm::consumeError(own.takeError());
  }
  return sections;
}

// Of one object, or of those that were linked.
void readUnits(const llvm::object::ObjectFile &object, const fs::path &origin,
               std::vector<BuiltUnit> &units) {
  const auto isDamaged = [&] {
    fail(ExitCode::BadInput, "'{}' has a damaged section {}", origin.string(),
         COVERME_IR_SECTION);
  };
  for (const llvm::object::SectionRef &section :
       sectionsOf(object, COVERME_IR_SECTION)) {
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents) {
      llvm::consumeError(contents.takeError());
      isDamaged();
    }
    llvm::StringRef rest = *contents;
    while (!rest.empty()) {
      coverme_ir header;
      if (rest.size() < sizeof header)
        isDamaged();
      std::memcpy(&header, rest.data(), sizeof header);
      rest = rest.drop_front(sizeof header);
      if (header.magic != COVERME_IR_MAGIC || header.byteSize > rest.size())
        isDamaged();
      const llvm::StringRef bitcode = rest.take_front(header.byteSize);
      if (header.checksum != coverme_checksum(bitcode.data(), bitcode.size()))
        isDamaged();
      llvm::LLVMContext context;
      llvm::Expected<std::unique_ptr<llvm::Module>> module =
          llvm::parseBitcodeFile({bitcode, COVERME_IR_SECTION}, context);
      if (!module)
        fail(ExitCode::BadInput, "'{}' has damaged bitcode: {}",
             origin.string(), llvm::toString(module.takeError()));
      units.push_back(unitOf(**module, origin));
      units.back().byteSize = bitcode.size();
      rest = rest.drop_front(
          std::min<size_t>((header.byteSize + 7) & ~uint64_t{7}, rest.size()));
    }
  }
}

bool isElf(const fs::path &file) {
  return startOf(file).starts_with("\177ELF");
}

std::string nameOf(const llvm::object::Archive::Child &member) {
  llvm::Expected<llvm::StringRef> name = member.getName();
  if (name)
    return name->str();
  llvm::consumeError(name.takeError());
  return "a member";
}

bool isBitcode(llvm::StringRef text) { return text.starts_with("BC\xC0\xDE"); }

// "libm.so.6", "libm.a", "m.o"
bool isNamedAsBuilt(const fs::path &file) {
  const std::string name = file.filename();
  return name.ends_with(".so") || name.find(".so.") != std::string::npos ||
         name.ends_with(".a") || name.ends_with(".o");
}

} // namespace

bool isArchive(const fs::path &file) {
  const std::string start = startOf(file);
  return start == "!<arch>\n" || start == "!<thin>\n";
}

void checkFormat(const fs::path &file) {
  if (isArchive(file) || isElf(file))
    return;
  std::string text(64, '\0');
  std::ifstream(file, std::ios::binary).read(text.data(), 64);
  const bool isScript = text.starts_with("/* GNU ld script") ||
                        text.starts_with("INPUT") || text.starts_with("GROUP");
  fail(ExitCode::BadInput, "'{}' is {}", file.string(),
       isScript ? "a script for the linker; give the library that it names"
       : isBitcode(text)
           ? "bitcode for the linker (-flto); give what is linked of it"
           : "no ELF file");
}

bool isBuilt(const fs::path &file) {
  std::error_code error;
  return !isSourceInC(file) &&
         (isArchive(file) || isElf(file) ||
          (isNamedAsBuilt(file) && fs::is_regular_file(file, error)));
}

std::vector<BuiltUnit> readBuiltUnits(const fs::path &file) {
  checkFormat(file);
  auto binary = llvm::object::createBinary(file.string());
  if (!binary)
    fail(ExitCode::BadInput, "cannot read '{}': {}", file.string(),
         llvm::toString(binary.takeError()));
  std::vector<BuiltUnit> units;
  bool isInstrumented = false, hasBitcode = false;
  const auto read = [&](llvm::object::Binary &part) {
    const auto *object = llvm::dyn_cast<llvm::object::ObjectFile>(&part);
    if (object == nullptr)
      return;
    const llvm::Triple::ArchType here =
        llvm::Triple(llvm::sys::getProcessTriple()).getArch();
    if (object->getArch() != here)
      fail(ExitCode::BadInput, "'{}' is for {}, and this machine is a {}",
           file.string(),
           llvm::Triple::getArchTypeName(object->getArch()).str(),
           llvm::Triple::getArchTypeName(here).str());
    readUnits(*object, file, units);
    isInstrumented |= !sectionsOf(*object, COVERME_TABLES_SECTION).empty();
  };
  if (auto *archive =
          llvm::dyn_cast<llvm::object::Archive>(binary->getBinary())) {
    llvm::Error error = llvm::Error::success();
    for (const llvm::object::Archive::Child &child : archive->children(error)) {
      // Of a thin archive, members are files.
      llvm::Expected<llvm::StringRef> bytes = child.getBuffer();
      if (!bytes)
        fail(ExitCode::BadInput, "cannot read '{}' of '{}': {}", nameOf(child),
             file.string(), llvm::toString(bytes.takeError()));
      hasBitcode |= isBitcode(*bytes);
      // What is no object is none of ours.
      if (auto part = child.getAsBinary())
        read(**part);
      else
        llvm::consumeError(part.takeError());
    }
    if (error)
      fail(ExitCode::BadInput, "cannot read '{}': {}", file.string(),
           llvm::toString(std::move(error)));
  } else {
    read(*binary->getBinary());
  }
  if (units.empty() && isInstrumented)
    fail(ExitCode::BadInput,
         "no code of functions is in '{}'; with COVERME_EMBED_IR=1 in the "
         "environment, the plugin puts it there",
         file.string());
  if (units.empty() && hasBitcode)
    fail(ExitCode::BadInput,
         "'{}' has bitcode for the linker (-flto); give what is linked of it",
         file.string());
  if (units.empty())
    fail(ExitCode::BadInput,
         "'{}' was not built with coverme-cc: no code of functions is in it",
         file.string());
  return units;
}

} // namespace coverme

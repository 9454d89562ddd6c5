// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Program.h"

#include "coverme/declared.h"
#include "support/Demangled.h"
#include "support/ElfFile.h"
#include "support/Error.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <span>
#include <string_view>

namespace coverme {
namespace {

// Strings are shared in the tables, and not in memory. Some hundred thousand
// sites with the longest names of files stay below this.
constexpr uint64_t kMaxStringBytes = uint64_t{256} << 20;

constexpr uint32_t kMostAlignment = 64; // pass/Alignments.h
constexpr uint32_t kAllFlags = 0
#define COVERME_FUNCTION_FLAG(Name, Bit) | (1U << Bit)
#include "coverme/abi.def"
    ;

constexpr uint32_t kAllParameterFlags = 0
#define COVERME_PARAMETER_FLAG(Name, Bit) | (1U << Bit)
#include "coverme/abi.def"
    ;

constexpr uint32_t kAllTypeFlags = 0
#define COVERME_TYPE_FLAG(Name, Bit) | (1U << Bit)
#include "coverme/abi.def"
    ;

// One module's blob. Nothing in it is trusted: every access is checked, and a
// violation ends in an Error.
class ModuleReader {
public:
  ModuleReader(std::string_view rest, const std::string &origin)
      : origin(origin) {
    check(rest.size() >= sizeof header, "a module header is cut short");
    std::memcpy(&header, rest.data(), sizeof header);
    check(header.magic == COVERME_MODULE_MAGIC, "bad magic number");
    if (header.abiVersion != COVERME_ABI_VERSION)
      fail(ExitCode::BadInput,
           "'{}' was instrumented for ABI version {}, this coverme reads {}; "
           "compile it again",
           origin, header.abiVersion, COVERME_ABI_VERSION);
    check(header.byteSize % 8 == 0 && header.byteSize >= sizeof header &&
              header.byteSize <= rest.size(),
          "bad module size");
    blob = rest.substr(0, header.byteSize);
    size_t offset = sizeof header;
    constants = take<coverme_constant>(offset, header.constantCount);
    functions = take<coverme_function>(offset, header.functionCount);
    parameters = take<coverme_parameter>(offset, header.parameterCount);
    sites = take<coverme_site>(offset, header.siteCount);
    types = take<coverme_type>(offset, header.typeCount);
    members = take<coverme_member>(offset, header.memberCount);
    globals = take<coverme_global>(offset, header.globalCount);
    ranges = take<coverme_range>(offset, header.rangeCount);
    uses = take<coverme_use>(offset, header.useCount);
    memberUses = take<coverme_member_use>(offset, header.memberUseCount);
    edges = take<uint32_t>(offset, header.edgeCount);
    texts = take<coverme_string>(offset, header.textCount);
    strings = take<char>(offset, header.stringBytes);
    check(!strings.empty() && strings.back() == '\0', "strings without an end");
    check(blob.size() - offset < 8, "bad module size");
    checkOwners();
    std::vector<bool> isChecked(types.size());
    for (uint32_t i = 0; i < types.size(); ++i)
      checkParts(i, isChecked, 0);
  }

  size_t byteSize() const { return header.byteSize; }

  // Appends this module's records, its indices shifted behind what is there.
  void appendTo(Program &program) {
    const auto functionBase = static_cast<uint32_t>(program.functions.size());
    const auto siteBase = static_cast<uint32_t>(program.sites.size());
    check(siteBase + uint64_t{sites.size()} <= siteOf(UINT32_MAX),
          "too many sites");
    program.modules.push_back({functionBase, siteBase});
    program.textLength = std::max(program.textLength, header.textLength);
    typeBase = static_cast<uint32_t>(program.types.size());
    globalBase = static_cast<uint32_t>(program.globals.size());
    for (const coverme_type &record : types)
      program.types.push_back(type(record));
    for (const coverme_global &record : globals)
      program.globals.push_back(
          {string(record.name), string(record.linkageName),
           typeIndex(record.type), record.flags, record.source});
    for (const coverme_function &record : functions) {
      Function added = function(record, functionBase, siteBase);
      added.caller = static_cast<uint32_t>(program.functions.size());
      nameDeclared(added);
      // A harness is a trampoline, and has none.
      if (added.hasTrampoline() && added.name != COVERME_HARNESS)
        planNumbers(program, added);
      program.functions.push_back(std::move(added));
    }
    for (const coverme_site &record : sites)
      program.sites.push_back(site(record, functionBase, siteBase));
  }

private:
  // What calls a function that is only declared stands for it.
  static void nameDeclared(Function &function) {
    constexpr std::string_view kPrefix = COVERME_DECLARED;
    if (!function.linkageName.starts_with(kPrefix))
      return;
    function.linkageName.erase(0, kPrefix.size());
    if (function.name.starts_with(kPrefix))
      function.name.erase(0, kPrefix.size());
    function.source = COVERME_DECLARED_SOURCE;
    function.flags &= ~uint32_t{COVERME_FUNCTION_Static};
  }

  void planNumbers(const Program &program, Function &function) const {
    for (const Parameter &each : function.parameters) {
      const Scalar &scalar = program.types[each.type].scalar;
      check(scalar.kind > ScalarKind::Void && scalar.width <= 64,
            "a trampoline takes no number");
      function.plan.inputs.push_back({each.name, each.typeName, scalar});
    }
  }

  void check(bool holds, const char *what) const {
    if (!holds)
      fail(ExitCode::BadInput, "'{}' has corrupted coverme tables: {}", origin,
           what);
  }

  // No record belongs to two others, so that what is read is no larger than
  // the tables, and each site lies among those of its function.
  void checkOwners() const {
    uint64_t ownedConstants = 0, ownedParameters = 0, ownedSites = 0,
             ownedEdges = 0, ownedUses = 0, ownedMemberUses = 0, ownedTexts = 0;
    for (const coverme_function &function : functions) {
      ownedConstants += function.constantCount;
      ownedTexts += function.textCount;
      ownedParameters += function.parameterCount;
      ownedSites += function.siteCount;
      ownedEdges += function.entryEdgeCount;
      ownedUses += function.useCount;
      ownedMemberUses += function.memberUseCount;
      slice(constants, function.firstConstant, function.constantCount);
      slice(parameters, function.firstParameter, function.parameterCount);
      slice(sites, function.firstSite, function.siteCount);
      slice(edges, function.firstEntryEdge, function.entryEdgeCount);
      typeIndex(function.resultType);
      check(function.flags <= kAllFlags, "unknown function flags");
      check(function.alignment <= kMostAlignment &&
                (function.alignment == 0 ||
                 std::has_single_bit(function.alignment)),
            "unknown alignment");
    }
    uint64_t ownedRanges = 0, ownedMembers = 0;
    for (const coverme_parameter &parameter : parameters) {
      slice(ranges, parameter.firstRange, parameter.rangeCount);
      ownedRanges += parameter.rangeCount;
    }
    for (const coverme_type &type : types) {
      const bool isScalar = type.kind == COVERME_TYPE_Scalar;
      if (isScalar)
        slice(constants, type.first, type.memberCount);
      else
        slice(members, type.first, type.memberCount);
      (isScalar ? ownedConstants : ownedMembers) += type.memberCount;
    }
    for (size_t i = 0; i < sites.size(); ++i) {
      ownedEdges += uint64_t{sites[i].edgeCount[0]} + sites[i].edgeCount[1];
      check(sites[i].function < functions.size(), "a site without a function");
      const coverme_function &owner = functions[sites[i].function];
      check(i >= owner.firstSite && i - owner.firstSite < owner.siteCount,
            "a site is not among those of its function");
    }
    check(ownedConstants <= constants.size() &&
              ownedParameters <= parameters.size() &&
              ownedMembers <= members.size() && ownedRanges <= ranges.size() &&
              ownedSites == sites.size() && ownedEdges <= edges.size() &&
              ownedUses <= uses.size() &&
              ownedMemberUses <= memberUses.size() &&
              ownedTexts <= texts.size(),
          "records overlap");
  }

  // An object's parts lie within it; so none of them can hold the object.
  void checkParts(uint32_t index, std::vector<bool> &isChecked,
                  unsigned depth) const {
    constexpr unsigned kMaxDepth = 250; // clang's limit of brackets is 256
    check(depth < kMaxDepth, "types are within themselves");
    typeIndex(index);
    if (isChecked[index])
      return;
    const coverme_type &type = types[index];
    const auto checkPart = [&](uint32_t part, uint64_t end) {
      check(end <= type.byteSize, "a part is outside of its type");
      checkParts(part, isChecked, depth + 1);
    };
    const auto sizeOf = [&](uint32_t part) {
      typeIndex(part);
      return uint64_t{types[part].byteSize};
    };
    if (type.kind == COVERME_TYPE_Complex)
      checkPart(type.element, 2 * sizeOf(type.element));
    else if (type.kind == COVERME_TYPE_Array)
      checkPart(type.element, sizeOf(type.element) * type.count);
    else if (type.kind == COVERME_TYPE_Struct ||
             type.kind == COVERME_TYPE_Union)
      for (const coverme_member &member :
           slice(members, type.first, type.memberCount))
        checkPart(member.type,
                  uint64_t{member.byteOffset} +
                      (member.bitWidth != 0
                           ? (member.bitOffset + member.bitWidth + 7U) / 8
                           : sizeOf(member.type)));
    isChecked[index] = true;
  }

  template <class T> std::vector<T> take(size_t &offset, uint64_t count) const {
    check(count <= (blob.size() - offset) / sizeof(T), "an array is cut short");
    std::vector<T> array(count);
    if (count != 0)
      std::memcpy(array.data(), blob.data() + offset, count * sizeof(T));
    offset += count * sizeof(T);
    return array;
  }

  template <class T>
  std::span<const T> slice(const std::vector<T> &array, uint32_t first,
                           uint32_t count) const {
    check(first <= array.size() && count <= array.size() - first,
          "an index is out of range");
    return std::span<const T>(array).subspan(first, count);
  }

  std::string string(coverme_string offset) {
    check(offset < strings.size(), "a string is out of range");
    std::string result = strings.data() + offset;
    stringBytes += result.size();
    check(stringBytes <= kMaxStringBytes, "too many long strings");
    return result;
  }

  Scalar scalar(uint8_t kind, unsigned width) const {
    check(kind <= COVERME_SCALAR_Bool, "unknown scalar kind");
    const Scalar scalar{static_cast<ScalarKind>(kind), width, {}};
    check(scalar.kind <= ScalarKind::Void || (width >= 1 && width <= 128),
          "bad scalar width");
    check(!scalar.isFloat() || width == 16 || width == 32 || width == 64 ||
              width == 80,
          "bad float width");
    check(scalar.kind != ScalarKind::Bool || width <= 8, "bad bool width");
    return scalar;
  }

  uint32_t typeIndex(uint32_t index) const {
    check(index < types.size(), "a type is out of range");
    return typeBase + index;
  }

  CType type(const coverme_type &record) {
    check(record.kind <= COVERME_TYPE_VirtualTable, "unknown kind of type");
    check(record.flags <= kAllTypeFlags, "unknown flags of a type");
    CType result;
    result.name = string(record.name);
    result.kind = static_cast<CTypeKind>(record.kind);
    result.byteSize = record.byteSize;
    result.flags = record.flags;
    result.count = record.count;
    switch (result.kind) {
    case CTypeKind::Scalar:
      result.scalar = scalar(record.scalarKind, record.width);
      check(record.memberCount == 0 || record.width <= 64,
            "bad width of an enumeration");
      for (const coverme_constant &value :
           slice(constants, record.first, record.memberCount))
        result.scalar.enumerators.push_back(
            truncateToWidth(value.bits, record.width));
      // Positions (core/InputSpace.h) have no room for those of 64 bits.
      result.scalar.takesOthers =
          !result.scalar.enumerators.empty() && record.width <= 32;
      break;
    case CTypeKind::Pointer:
    case CTypeKind::Array:
    case CTypeKind::Complex:
      result.element = typeIndex(record.element);
      break;
    default:
      if (result.kind == CTypeKind::Function ||
          (result.kind == CTypeKind::Struct && record.element != 0))
        result.element = typeIndex(record.element);
      for (const coverme_member &member :
           slice(members, record.first, record.memberCount)) {
        check(member.bitOffset < 8 && member.bitWidth <= 64, "bad bit-field");
        result.members.push_back({string(member.name), typeIndex(member.type),
                                  member.byteOffset, member.bitOffset,
                                  member.bitWidth});
      }
    }
    return result;
  }

  Parameter parameter(const coverme_parameter &record) {
    Parameter result;
    result.name = string(record.name);
    result.typeName = string(record.typeName);
    result.type = typeIndex(record.type);
    result.extent = record.extent;
    result.extentParameter = record.extentParameter;
    result.reach = record.reach;
    check(record.flags <= kAllParameterFlags, "unknown parameter flags");
    result.flags = record.flags;
    result.readsAny = (record.flags & COVERME_PARAMETER_ReadsAny) != 0;
    for (const coverme_range &range :
         slice(ranges, record.firstRange, record.rangeCount))
      result.reads.push_back({range.begin, range.end});
    return result;
  }

  Successors successors(uint32_t first, uint32_t count, uint32_t functionBase,
                        uint32_t siteBase) const {
    Successors result;
    for (const uint32_t edge : slice(edges, first, count)) {
      const uint32_t index = edge & ~COVERME_EDGE_CALL;
      if ((edge & COVERME_EDGE_CALL) != 0) {
        check(index < functions.size(), "an edge leads nowhere");
        result.functions.push_back(functionBase + index);
      } else {
        check(index < sites.size(), "an edge leads nowhere");
        result.sites.push_back(siteBase + index);
      }
    }
    return result;
  }

  Function function(const coverme_function &record, uint32_t functionBase,
                    uint32_t siteBase) {
    Function result;
    result.name = string(record.name);
    result.linkageName = string(record.linkageName);
    result.file =
        std::filesystem::path(string(record.directory)) / string(record.file);
    result.line = record.line;
    result.flags = record.flags;
    result.source = record.source;
    result.alignment = record.alignment;
    result.resultName = string(record.resultName);
    result.resultType = typeIndex(record.resultType);
    const coverme_type &returned = types[record.resultType];
    if (returned.kind == COVERME_TYPE_Void)
      result.result.kind = ScalarKind::Void;
    else if (returned.kind == COVERME_TYPE_Scalar && returned.width <= 64)
      result.result = scalar(returned.scalarKind, returned.width);
    for (const coverme_parameter &entry :
         slice(parameters, record.firstParameter, record.parameterCount))
      result.parameters.push_back(parameter(entry));
    for (const coverme_constant &entry :
         slice(constants, record.firstConstant, record.constantCount)) {
      check(entry.width <= 64, "bad width of a constant");
      const Scalar kind = scalar(entry.kind, entry.width);
      result.constants.push_back({kind.kind, kind.width, entry.bits});
    }
    for (const coverme_string text :
         slice(texts, record.firstText, record.textCount))
      result.literals.push_back(string(text));
    for (const coverme_use &use :
         slice(uses, record.firstUse, record.useCount)) {
      check(use.global < globals.size(), "a use of no variable");
      result.uses.push_back({globalBase + use.global, use.flags});
    }
    for (const coverme_member_use &use :
         slice(memberUses, record.firstMemberUse, record.memberUseCount))
      result.memberUses.push_back(
          {string(use.name), use.structBytes, use.byteOffset, use.flags});
    result.firstSite = siteBase + record.firstSite;
    result.siteCount = record.siteCount;
    result.entry = successors(record.firstEntryEdge, record.entryEdgeCount,
                              functionBase, siteBase);
    return result;
  }

  Site site(const coverme_site &record, uint32_t functionBase,
            uint32_t siteBase) {
    check(record.kind <= COVERME_SITE_Mark, "unknown site kind");
    check(record.operandKind <= COVERME_OPERAND_bit, "unknown operand kind");
    check(record.op <= COVERME_REL_ALL, "unknown relation");
    Site result;
    result.function = functionBase + record.function;
    result.file =
        std::filesystem::path(string(functions[record.function].directory)) /
        string(record.file);
    result.line = record.line;
    result.column = record.column;
    result.kind = static_cast<SiteKind>(record.kind);
    result.operandKind = static_cast<OperandKind>(record.operandKind);
    if (result.isMark()) {
      check(record.constantBits < strings.size(), "a mark without a place");
      result.place = string(static_cast<coverme_string>(record.constantBits));
      check(!result.place.empty(), "a mark without a place");
    }
    if (result.kind == SiteKind::Case && record.constantSide != 0)
      result.label =
          result.operandKind == OperandKind::s64
              ? std::to_string(static_cast<int64_t>(record.constantBits))
              : std::to_string(record.constantBits);
    for (int outcome = 0; outcome < 2; ++outcome)
      result.next[outcome] =
          successors(record.firstEdge[outcome], record.edgeCount[outcome],
                     functionBase, siteBase);
    return result;
  }

  const std::string &origin;
  coverme_module header;
  std::string_view blob;
  std::vector<coverme_constant> constants;
  std::vector<coverme_string> texts;
  std::vector<coverme_function> functions;
  std::vector<coverme_parameter> parameters;
  std::vector<coverme_site> sites;
  std::vector<coverme_type> types;
  std::vector<coverme_member> members;
  std::vector<coverme_global> globals;
  std::vector<coverme_range> ranges;
  std::vector<coverme_use> uses;
  std::vector<coverme_member_use> memberUses;
  std::vector<uint32_t> edges;
  std::vector<char> strings;
  // Of the program's types and variables, those of other modules.
  uint32_t typeBase = 0, globalBase = 0;
  uint64_t stringBytes = 0; // of all references so far
};

} // namespace

std::string readSection(const std::filesystem::path &file,
                        const char *wantedName) {
  const ElfFile elf(file);
  for (Elf_Scn *section = elf.next(nullptr); section != nullptr;
       section = elf.next(section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) == nullptr)
      continue;
    const char *name = elf.nameOf(header);
    if (name == nullptr || std::strcmp(name, wantedName) != 0)
      continue;
    const Elf_Data *data = ::elf_rawdata(section, nullptr);
    if (data != nullptr && data->d_buf != nullptr)
      return {static_cast<const char *>(data->d_buf), data->d_size};
  }
  return {};
}

const char *text(OperandKind kind) {
  switch (kind) {
#define COVERME_OPERAND_KIND(Name, Code, Text)                                 \
  case OperandKind::Name:                                                      \
    return Text;
#include "coverme/abi.def"
  }
  return "";
}

const char *text(SiteKind kind) {
  switch (kind) {
#define COVERME_SITE_KIND(Name, Code, Text)                                    \
  case SiteKind::Name:                                                         \
    return Text;
#include "coverme/abi.def"
  }
  return "";
}

std::string Function::signature() const {
  std::vector<std::string> list;
  for (const Parameter &parameter : parameters) {
    const bool glue = parameter.typeName.ends_with('*');
    list.push_back(parameter.typeName + (glue ? "" : " ") + parameter.name);
  }
  if (isVariadic())
    list.emplace_back("...");
  if (list.empty())
    list.emplace_back("void");
  return fmt::format("{}{} {}({})", isStatic() ? "static " : "", resultName,
                     name, fmt::join(list, ", "));
}

namespace {

// Functions with the same label get what `nameOf` says in its stead.
template <class NameOf> void nameApart(Program &program, const NameOf &nameOf) {
  std::map<std::string, std::vector<Function *>> byName;
  for (Function &function : program.functions)
    byName[function.label()].push_back(&function);
  for (const auto &[name, functions] : byName)
    if (functions.size() > 1)
      for (Function *function : functions)
        function->fullName = nameOf(*function);
}

void nameInFull(Program &program) {
  nameApart(program, [](const Function &function) {
    return demangled(function.sourceLinkageName());
  });
  nameApart(program, [](const Function &function) {
    return fmt::format("{}:{}", function.file.filename().string(),
                       function.label());
  });
  // The constructors of an object and of the base of one are written alike, and
  // so are the copies of a header's static function.
  nameApart(program,
            [](const Function &function) { return function.linkageName; });
}

} // namespace

std::string_view withoutKind(std::string_view typeName) {
  for (const std::string_view kind : {"struct ", "class ", "union "})
    if (typeName.starts_with(kind))
      return typeName.substr(kind.size());
  return typeName;
}

bool holdsPointer(const Program &program, uint32_t index) {
  const CType &type = program.types[index];
  switch (type.kind) {
  case CTypeKind::Pointer:
    return true;
  case CTypeKind::Array:
    return holdsPointer(program, type.element);
  case CTypeKind::Struct:
  case CTypeKind::Union:
    return std::ranges::any_of(type.members, [&](const Member &member) {
      return holdsPointer(program, member.type);
    });
  default:
    return false;
  }
}

bool hasCxxNames(const Program &program) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const Function &function) {
                       return function.linkageName.starts_with("_Z");
                     });
}

std::string Function::sourceLinkageName() const {
  const size_t dot = linkageName.rfind('.');
  const bool isNumbered =
      isStatic() && dot != std::string::npos && dot + 1 < linkageName.size() &&
      linkageName.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return isNumbered ? linkageName.substr(0, dot) : linkageName;
}

std::string Function::fileName() const {
  constexpr const char *kPlain = "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_";
  constexpr size_t kLongest = 200;
  const bool isPlain = label().find_first_not_of(kPlain) == std::string::npos;
  const std::string &full = isPlain ? label() : linkageName;
  if (full.size() <= kLongest)
    return full;
  const std::string mark =
      fmt::format("-{:016x}", coverme_checksum(full.data(), full.size()));
  return full.substr(0, kLongest - mark.size()) + mark;
}

Program parseTables(const std::string &bytes, const std::string &origin) {
  Program program;
  std::string_view rest = bytes;
  while (!rest.empty()) {
    ModuleReader module(rest, origin);
    module.appendTo(program);
    rest.remove_prefix(module.byteSize());
    const Module &added = program.modules.back();
    if (std::any_of(program.functions.begin() + added.firstFunction,
                    program.functions.end(), [](const Function &function) {
                      return function.name == COVERME_HARNESS;
                    }))
      program.firstAssumption = added.firstSite;
  }
  nameInFull(program);
  return program;
}

void usePlan(Program &program, uint32_t entry, InputPlan plan) {
  for (uint32_t i = 0; i < program.functions.size(); ++i) {
    Function &function = program.functions[i];
    if (plan.needsHarness && function.name == COVERME_HARNESS)
      program.functions[entry].caller = i;
    if (function.name == COVERME_HARNESS_ENTER)
      function.entry.functions.push_back(entry);
  }
  program.functions[entry].plan = std::move(plan);
}

Program readProgram(const std::filesystem::path &object) {
  const std::string bytes = readSection(object, COVERME_TABLES_SECTION);
  if (bytes.empty())
    fail(ExitCode::BadInput, "'{}' was not instrumented by coverme",
         object.string());
  return parseTables(bytes, object.string());
}

} // namespace coverme

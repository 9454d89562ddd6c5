// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target/Program.h"

#include "support/Error.h"
#include "support/FileDescriptor.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <gelf.h>
#include <libelf.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace coverme {
namespace {

// Strings are shared in the tables, and not in memory. Some hundred thousand
// sites with the longest names of files stay below this.
constexpr uint64_t kMaxStringBytes = uint64_t{256} << 20;

constexpr uint32_t kAllFlags = 0
#define COVERME_FUNCTION_FLAG(Name, Bit) | (1U << Bit)
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
    edges = take<uint32_t>(offset, header.edgeCount);
    strings = take<char>(offset, header.stringBytes);
    check(!strings.empty() && strings.back() == '\0', "strings without an end");
    check(blob.size() - offset < 8, "bad module size");
    checkOwners();
  }

  size_t byteSize() const { return header.byteSize; }

  // Appends this module's records, its indices shifted behind what is there.
  void appendTo(Program &program) {
    const auto functionBase = static_cast<uint32_t>(program.functions.size());
    const auto siteBase = static_cast<uint32_t>(program.sites.size());
    check(siteBase + uint64_t{sites.size()} <= siteOf(UINT32_MAX),
          "too many sites");
    program.modules.push_back({functionBase, siteBase});
    for (const coverme_function &record : functions)
      program.functions.push_back(function(record, functionBase, siteBase));
    for (const coverme_site &record : sites)
      program.sites.push_back(site(record, functionBase, siteBase));
  }

private:
  void check(bool holds, const char *what) const {
    if (!holds)
      fail(ExitCode::BadInput, "'{}' has corrupted coverme tables: {}", origin,
           what);
  }

  // No record belongs to two others, so that what is read is no larger than
  // the tables, and each site lies among those of its function.
  void checkOwners() const {
    uint64_t ownedConstants = 0, ownedParameters = 0, ownedSites = 0,
             ownedEdges = 0;
    for (const coverme_function &function : functions) {
      ownedConstants += function.constantCount;
      ownedParameters += function.parameterCount;
      ownedSites += function.siteCount;
      ownedEdges += function.entryEdgeCount;
      slice(constants, function.firstConstant, function.constantCount);
      slice(parameters, function.firstParameter, function.parameterCount);
      slice(sites, function.firstSite, function.siteCount);
      slice(edges, function.firstEntryEdge, function.entryEdgeCount);
      check(function.flags <= kAllFlags, "unknown function flags");
    }
    for (const coverme_parameter &parameter : parameters) {
      slice(constants, parameter.firstEnumerator, parameter.enumeratorCount);
      ownedConstants += parameter.enumeratorCount;
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
              ownedSites == sites.size() && ownedEdges <= edges.size(),
          "records overlap");
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

  Scalar scalar(uint8_t kind, uint8_t width) const {
    check(kind <= COVERME_SCALAR_Bool, "unknown scalar kind");
    const Scalar scalar{static_cast<ScalarKind>(kind), width, {}};
    check(scalar.kind <= ScalarKind::Void || (width >= 1 && width <= 64),
          "bad scalar width");
    check(!scalar.isFloat() || width == 32 || width == 64, "bad float width");
    check(scalar.kind != ScalarKind::Bool || width <= 8, "bad bool width");
    return scalar;
  }

  Parameter parameter(const coverme_parameter &record) {
    Parameter result{string(record.name), string(record.type),
                     scalar(record.kind, record.width), record.isPointer != 0,
                     record.isConst != 0};
    for (const coverme_constant &value :
         slice(constants, record.firstEnumerator, record.enumeratorCount))
      result.scalar.enumerators.push_back(
          truncateToWidth(value.bits, record.width));
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
    result.file =
        std::filesystem::path(string(record.directory)) / string(record.file);
    result.line = record.line;
    result.flags = record.flags;
    result.resultType = string(record.resultType);
    result.result = scalar(record.resultKind, record.resultWidth);
    for (const coverme_parameter &entry :
         slice(parameters, record.firstParameter, record.parameterCount))
      result.parameters.push_back(parameter(entry));
    for (const coverme_constant &entry :
         slice(constants, record.firstConstant, record.constantCount)) {
      const Scalar kind = scalar(entry.kind, entry.width);
      result.constants.push_back({kind.kind, kind.width, entry.bits});
    }
    result.firstSite = siteBase + record.firstSite;
    result.siteCount = record.siteCount;
    result.entry = successors(record.firstEntryEdge, record.entryEdgeCount,
                              functionBase, siteBase);
    return result;
  }

  Site site(const coverme_site &record, uint32_t functionBase,
            uint32_t siteBase) {
    check(record.kind <= COVERME_SITE_Select, "unknown site kind");
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
  std::vector<coverme_function> functions;
  std::vector<coverme_parameter> parameters;
  std::vector<coverme_site> sites;
  std::vector<uint32_t> edges;
  std::vector<char> strings;
  uint64_t stringBytes = 0; // of all references so far
};

} // namespace

std::string readSection(const std::filesystem::path &file,
                        const char *wantedName) {
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor)
    fail(ExitCode::BadInput, "cannot read '{}': {}", file.string(),
         std::strerror(errno));
  ::elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf *)> elf(
      ::elf_begin(descriptor.get(), ELF_C_READ, nullptr), ::elf_end);
  size_t nameTable = 0;
  if (!elf || ::elf_kind(elf.get()) != ELF_K_ELF ||
      ::elf_getshdrstrndx(elf.get(), &nameTable) != 0)
    fail(ExitCode::BadInput, "'{}' is not an ELF object", file.string());
  for (Elf_Scn *section = ::elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = ::elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (::gelf_getshdr(section, &header) == nullptr)
      continue;
    const char *name = ::elf_strptr(elf.get(), nameTable, header.sh_name);
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
    const bool glue = parameter.type.ends_with('*');
    list.push_back(parameter.type + (glue ? "" : " ") + parameter.name);
  }
  if (isVariadic())
    list.emplace_back("...");
  if (list.empty())
    list.emplace_back("void");
  return fmt::format("{}{} {}({})", isStatic() ? "static " : "", resultType,
                     name, fmt::join(list, ", "));
}

Program parseTables(const std::string &bytes, const std::string &origin) {
  Program program;
  std::string_view rest = bytes;
  while (!rest.empty()) {
    ModuleReader module(rest, origin);
    module.appendTo(program);
    rest.remove_prefix(module.byteSize());
  }
  return program;
}

Program readProgram(const std::filesystem::path &object) {
  const std::string bytes = readSection(object, COVERME_TABLES_SECTION);
  if (bytes.empty())
    fail(ExitCode::BadInput, "'{}' was not instrumented by coverme",
         object.string());
  return parseTables(bytes, object.string());
}

} // namespace coverme

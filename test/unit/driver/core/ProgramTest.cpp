// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Program.h"

#include "driver/core/ObjectFile.h"
#include "driver/support/ExpectError.h"
#include "support/Random.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace coverme {
namespace {

using namespace test;

// One module's records, written as the pass writes them.
struct Module {
  coverme_module header{COVERME_MODULE_MAGIC,
                        COVERME_ABI_VERSION,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0};
  std::vector<coverme_constant> constants;
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
  std::string strings = std::string(1, '\0');

  coverme_string string(const std::string &text) {
    const auto offset = static_cast<coverme_string>(strings.size());
    strings += text + '\0';
    return offset;
  }

  std::string bytes() const {
    coverme_module filled = header;
    filled.constantCount = static_cast<uint32_t>(constants.size());
    filled.functionCount = static_cast<uint32_t>(functions.size());
    filled.parameterCount = static_cast<uint32_t>(parameters.size());
    filled.siteCount = static_cast<uint32_t>(sites.size());
    filled.typeCount = static_cast<uint32_t>(types.size());
    filled.memberCount = static_cast<uint32_t>(members.size());
    filled.globalCount = static_cast<uint32_t>(globals.size());
    filled.rangeCount = static_cast<uint32_t>(ranges.size());
    filled.useCount = static_cast<uint32_t>(uses.size());
    filled.memberUseCount = static_cast<uint32_t>(memberUses.size());
    filled.edgeCount = static_cast<uint32_t>(edges.size());
    filled.stringBytes = static_cast<uint32_t>(strings.size());
    std::string blob(sizeof filled, '\0');
    const auto append = [&](const auto &array) {
      blob.append(reinterpret_cast<const char *>(array.data()),
                  array.size() * sizeof array[0]);
    };
    append(constants);
    append(functions);
    append(parameters);
    append(sites);
    append(types);
    append(members);
    append(globals);
    append(ranges);
    append(uses);
    append(memberUses);
    append(edges);
    append(strings);
    blob.resize((blob.size() + 7) / 8 * 8);
    filled.byteSize = static_cast<uint32_t>(blob.size());
    std::memcpy(blob.data(), &filled, sizeof filled);
    return blob;
  }
};

// Indices of makeModule's types.
enum : uint32_t { kDouble, kPointer, kEnum, kStruct, kLink, kTypeCount };

coverme_type type(Module &module, const char *name, coverme_type_kind kind,
                  uint32_t byteSize) {
  coverme_type result{};
  result.name = module.string(name);
  result.kind = static_cast<uint8_t>(kind);
  result.byteSize = byteSize;
  return result;
}

// enum e { A = 5, B = -1 };
// static struct s { double d; struct s *next; unsigned : 2, bits : 3; } v;
void addTypes(Module &module) {
  module.types = {type(module, "double", COVERME_TYPE_Scalar, 8),
                  type(module, "const double *", COVERME_TYPE_Pointer, 8),
                  type(module, "enum e", COVERME_TYPE_Scalar, 4),
                  type(module, "struct s", COVERME_TYPE_Struct, 24),
                  type(module, "struct s *", COVERME_TYPE_Pointer, 8)};
  module.types[kDouble].scalarKind = COVERME_SCALAR_Float;
  module.types[kDouble].width = 64;
  module.types[kPointer].flags = COVERME_TYPE_IS_CONST;
  module.types[kPointer].element = kDouble;
  module.types[kEnum].scalarKind = COVERME_SCALAR_Signed;
  module.types[kEnum].width = 32;
  module.types[kEnum].first = 1;
  module.types[kEnum].memberCount = 2;
  module.types[kStruct].memberCount = 3;
  module.types[kLink].element = kStruct;
  module.members = {{module.string("d"), kDouble, 0, 0, 0, {}},
                    {module.string("next"), kLink, 8, 0, 0, {}},
                    {module.string("bits"), kEnum, 16, 2, 3, {}}};
  module.globals = {{module.string("v"), module.string("g.v"), kStruct,
                     COVERME_GLOBAL_Static, 0}};
}

// static double NAME(const double x[3], enum e n, ...), which reads two parts
// of x, with a site whose true branch leads to itself and calls the function,
// and a constant 0x7ff00000.
Module makeModule(const std::string &name) {
  Module module;
  module.constants = {{0x7ff00000, COVERME_SCALAR_Signed, 32, {}},
                      {5, COVERME_SCALAR_Signed, 32, {}},
                      {UINT64_MAX, COVERME_SCALAR_Signed, 32, {}}};
  addTypes(module);
  coverme_function function{};
  function.name = module.string(name);
  function.linkageName = module.string("_Z" + name);
  function.file = module.string("lib/" + name + ".c");
  function.directory = module.string("/work");
  function.resultName = module.string("double");
  function.resultType = kDouble;
  function.line = 12;
  function.flags = COVERME_FUNCTION_Static | COVERME_FUNCTION_Variadic |
                   COVERME_FUNCTION_WritesGlobal;
  function.parameterCount = 2;
  function.siteCount = 1;
  function.entryEdgeCount = 1;
  function.constantCount = 1;
  module.functions = {function};
  coverme_parameter x{};
  x.name = module.string("x");
  x.typeName = module.string("const double *");
  x.type = kPointer;
  x.extent = 3;
  x.extentParameter = 2;
  x.reach = 24;
  x.rangeCount = 2;
  coverme_parameter n{};
  n.name = module.string("n");
  n.typeName = module.string("enum e");
  n.type = kEnum;
  n.flags = COVERME_PARAMETER_ReadsAny;
  module.parameters = {x, n};
  module.ranges = {{0, 8}, {16, 24}};
  coverme_site site{};
  site.file = function.file;
  site.line = 13;
  site.column = 7;
  site.kind = COVERME_SITE_Case;
  site.operandKind = COVERME_OPERAND_s64;
  site.op = COVERME_REL_EQUAL;
  site.firstEdge[1] = 1;
  site.edgeCount[1] = 2;
  module.sites = {site};
  module.edges = {0, 0, COVERME_EDGE_CALL | 0};
  return module;
}

Program parse(const Module &module) { return parseTables(module.bytes(), "a"); }

TEST(Program, HoldsWhatTheTablesSay) {
  const Program program = parse(makeModule("f"));
  ASSERT_EQ(program.functions.size(), 1u);
  const Function &function = program.functions[0];
  EXPECT_EQ(function.name, "f");
  EXPECT_EQ(function.linkageName, "_Zf");
  EXPECT_EQ(function.file, "/work/lib/f.c");
  EXPECT_EQ(function.line, 12u);
  EXPECT_TRUE(function.isStatic() && function.isVariadic() &&
              function.mayKeepState());
  EXPECT_EQ(function.signature(),
            "static double f(const double *x, enum e n, ...)");
  EXPECT_EQ(function.result.kind, ScalarKind::Float);
  EXPECT_EQ(function.result.width, 64u);
  EXPECT_EQ(program.types[function.resultType].name, "double");
  EXPECT_EQ(function.caller, 0u);
  EXPECT_TRUE(function.inputs().empty()) << "nobody has planned them";
  ASSERT_EQ(function.constants.size(), 1u);
  EXPECT_EQ(function.constants[0].bits, 0x7ff00000u);
  EXPECT_EQ(function.entry.sites, std::vector<uint32_t>{0});
}

// The functions of a program with these names in source and object.
Program
named(const std::vector<std::pair<std::string, std::string>> &functions) {
  Module module;
  module.types = {type(module, "void", COVERME_TYPE_Void, 0)};
  for (const auto &[name, linkageName] : functions) {
    coverme_function function{};
    function.name = module.string(name);
    function.linkageName = module.string(linkageName);
    module.functions.push_back(function);
  }
  return parseTables(module.bytes(), "module");
}

TEST(Program, LabelsFunctionsOfOneNameApart) {
  const Program program = named({{"f", "f"},
                                 {"scale", "_ZN1a5scaleEd"},
                                 {"scale", "_ZN1b5scaleEd"},
                                 {"Whole", "_ZN5WholeC1Ei"},
                                 {"Whole", "_ZN5WholeC2Ei"},
                                 {"operator/", "_ZdvRK1AS1_"},
                                 {"max<int>", "_Z3maxIiET_S0_S0_"},
                                 {"static", "static"},
                                 {"static", "static.1"}});
  std::vector<std::string> labels, files;
  for (const Function &function : program.functions) {
    labels.push_back(function.label());
    files.push_back(function.fileName());
  }
  EXPECT_EQ(labels, (std::vector<std::string>{
                        "f", "a::scale(double)", "b::scale(double)",
                        "_ZN5WholeC1Ei", "_ZN5WholeC2Ei", "operator/",
                        "max<int>", "static", "static.1"}));
  EXPECT_EQ(files, (std::vector<std::string>{
                       "f", "_ZN1a5scaleEd", "_ZN1b5scaleEd", "_ZN5WholeC1Ei",
                       "_ZN5WholeC2Ei", "_ZdvRK1AS1_", "_Z3maxIiET_S0_S0_",
                       "static", "static.1"}));
}

TEST(Program, ShortensNamesOfFiles) {
  const std::string start(250, 'x');
  const Program program =
      named({{start + "1", start + "1"}, {start + "2", start + "2"}});
  const std::string one = program.functions[0].fileName();
  EXPECT_EQ(one.size(), 200u);
  EXPECT_NE(one, program.functions[1].fileName());
}

TEST(Program, HoldsTheParameters) {
  const Program program = parse(makeModule("f"));
  const auto &parameters = program.functions.at(0).parameters;
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].typeName, "const double *");
  EXPECT_EQ(parameters[0].type, kPointer);
  EXPECT_EQ(parameters[0].extent, 3u);
  EXPECT_EQ(parameters[0].extentParameter, 2u);
  EXPECT_EQ(parameters[0].reach, 24u);
  EXPECT_FALSE(parameters[0].readsAny);
  ASSERT_EQ(parameters[0].reads.size(), 2u);
  EXPECT_EQ(parameters[0].reads[1].begin, 16u);
  EXPECT_EQ(parameters[0].reads[1].end, 24u);
  EXPECT_EQ(parameters[1].name, "n");
  EXPECT_EQ(parameters[1].type, kEnum);
  EXPECT_TRUE(parameters[1].readsAny && parameters[1].reads.empty());
}

TEST(Program, HoldsTheTypes) {
  const auto types = parse(makeModule("f")).types;
  ASSERT_EQ(types.size(), kTypeCount);
  EXPECT_EQ(types[kDouble].kind, CTypeKind::Scalar);
  EXPECT_EQ(types[kDouble].scalar, (Scalar{ScalarKind::Float, 64, {}}));
  EXPECT_EQ(types[kPointer].kind, CTypeKind::Pointer);
  EXPECT_EQ(types[kPointer].element, kDouble);
  EXPECT_EQ(types[kPointer].flags, uint32_t{COVERME_TYPE_IS_CONST});
  EXPECT_EQ(types[kEnum].scalar,
            (Scalar{ScalarKind::Signed, 32, {5, 0xffffffff}, true}))
      << "cut to 32 bits";
  const CType &record = types[kStruct];
  EXPECT_EQ(record.name, "struct s");
  EXPECT_EQ(record.byteSize, 24u);
  ASSERT_EQ(record.members.size(), 3u);
  EXPECT_EQ(record.members[1].name, "next");
  EXPECT_EQ(types[record.members[1].type].element, kStruct);
  EXPECT_EQ(record.members[2].byteOffset, 16u);
  EXPECT_EQ(record.members[2].bitOffset, 2u);
  EXPECT_EQ(record.members[2].bitWidth, 3u);
}

TEST(Program, HoldsTheGlobals) {
  const auto globals = parse(makeModule("f")).globals;
  ASSERT_EQ(globals.size(), 1u);
  EXPECT_EQ(globals[0].name, "v");
  EXPECT_EQ(globals[0].linkageName, "g.v");
  EXPECT_EQ(globals[0].type, kStruct);
  EXPECT_EQ(globals[0].flags, uint32_t{COVERME_GLOBAL_Static});
}

TEST(Program, PlansTheInputsOfATrampoline) {
  Module module = makeModule("f");
  module.functions[0].flags = COVERME_FUNCTION_HasTrampoline;
  module.parameters[0].type = kDouble;
  module.parameters[0].typeName = module.string("real");
  const Program program = parse(module);
  const std::vector<InputVariable> &inputs = program.functions[0].inputs();
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].name, "x");
  EXPECT_EQ(inputs[0].typeName, "real");
  EXPECT_EQ(inputs[0].scalar, (Scalar{ScalarKind::Float, 64, {}}));
  EXPECT_EQ(inputs[1].scalar.enumerators.size(), 2u);
  EXPECT_FALSE(program.functions[0].plan.needsHarness);
}

TEST(Program, HoldsTheSites) {
  const Program program = parse(makeModule("f"));
  ASSERT_EQ(program.sites.size(), 1u);
  const Site &site = program.sites[0];
  EXPECT_EQ(site.file, "/work/lib/f.c");
  EXPECT_EQ(site.line, 13u);
  EXPECT_EQ(site.column, 7u);
  EXPECT_EQ(site.kind, SiteKind::Case);
  EXPECT_EQ(site.operandKind, OperandKind::s64);
  EXPECT_TRUE(site.isMeasurable());
  EXPECT_TRUE(site.next[false].sites.empty());
  EXPECT_EQ(site.next[true].sites, std::vector<uint32_t>{0});
  EXPECT_EQ(site.next[true].functions, std::vector<uint32_t>{0});
}

// The module with its site as a mark.
Module markedModule(const std::string &place) {
  Module module = makeModule("f");
  module.sites[0].kind = COVERME_SITE_Mark;
  module.sites[0].operandKind = COVERME_OPERAND_bit;
  module.sites[0].constantBits = module.string(place);
  return module;
}

TEST(Program, KnowsMarks) {
  for (const char *place : {"assert", "line:lib/f.c:13", "call:g"}) {
    const Program program = parse(markedModule(place));
    EXPECT_TRUE(program.sites[0].isMark());
    EXPECT_FALSE(program.sites[0].isMeasurable());
    EXPECT_EQ(program.sites[0].place, place);
  }
  const Program plain = parse(makeModule("f"));
  EXPECT_FALSE(plain.sites[0].isMark());
  EXPECT_EQ(plain.sites[0].place, "");
}

TEST(Program, KeepsAnAbsoluteFileName) {
  Module module = makeModule("f");
  module.functions[0].file = module.string("/usr/include/math.h");
  EXPECT_EQ(parse(module).functions[0].file, "/usr/include/math.h");
}

TEST(Program, ShiftsTheIndicesOfALaterModule) {
  const Program program =
      parseTables(makeModule("f").bytes() + makeModule("longer").bytes(), "a");
  ASSERT_EQ(program.functions.size(), 2u);
  ASSERT_EQ(program.sites.size(), 2u);
  const Function &second = program.functions[1];
  EXPECT_EQ(second.name, "longer");
  EXPECT_EQ(second.firstSite, 1u);
  EXPECT_EQ(second.entry.sites, std::vector<uint32_t>{1});
  EXPECT_EQ(program.sites[1].function, 1u);
  EXPECT_EQ(program.sites[1].next[true].sites, std::vector<uint32_t>{1});
  EXPECT_EQ(program.sites[1].next[true].functions, std::vector<uint32_t>{1});
  EXPECT_EQ(second.caller, 1u);
  EXPECT_EQ(second.resultType, kTypeCount + kDouble);
  EXPECT_EQ(second.parameters[1].type, kTypeCount + kEnum);
  ASSERT_EQ(program.types.size(), 2 * kTypeCount);
  EXPECT_EQ(program.types[kTypeCount + kPointer].element, kTypeCount + kDouble);
  EXPECT_EQ(program.types[kTypeCount + kStruct].members[1].type,
            kTypeCount + kLink);
  ASSERT_EQ(program.globals.size(), 2u);
  EXPECT_EQ(program.globals[1].type, kTypeCount + kStruct);
}

// What harnessText's module looks like behind that of the entry.
TEST(Program, TellsAHarnessFromTheCode) {
  Module module = makeModule(COVERME_HARNESS);
  module.functions[0].flags = COVERME_FUNCTION_HasTrampoline;
  coverme_function enter = module.functions[0];
  enter.name = module.string(COVERME_HARNESS_ENTER);
  enter.parameterCount = enter.siteCount = 0;
  enter.entryEdgeCount = enter.constantCount = 0;
  module.functions.push_back(enter);
  Program program = parseTables(makeModule("f").bytes() + module.bytes(), "a");
  EXPECT_FALSE(program.isAssumption(0));
  EXPECT_TRUE(program.isAssumption(1));
  InputPlan plan;
  usePlan(program, 0, plan);
  EXPECT_EQ(program.functions[0].caller, 0u) << "it can call itself";
  plan.needsHarness = true;
  usePlan(program, 0, plan);
  EXPECT_EQ(program.functions[0].caller, 1u);
  EXPECT_EQ(program.functions[2].entry.functions.back(), 0u);
  EXPECT_FALSE(parse(makeModule("f")).isAssumption(0));
}

TEST(Program, OfAModuleWithoutCodeIsEmpty) {
  const Program program = parse(Module());
  EXPECT_TRUE(program.functions.empty());
  EXPECT_TRUE(program.sites.empty());
}

// --- corrupted tables -------------------------------------------------------

void expectCorrupted(const Module &module, const char *what) {
  expectError([&] { parse(module); }, ExitCode::BadInput,
              {"'a' has corrupted coverme tables", what});
}

TEST(CorruptedTables, TruncatedAnywhereAreAnError) {
  const std::string bytes = makeModule("f").bytes();
  for (size_t size = 1; size < bytes.size(); ++size) {
    // A copy of exact size, so that reading past it is seen.
    const std::string cut(bytes.data(), size);
    EXPECT_THROW(parseTables(cut, "a"), Error) << size << " bytes";
  }
}

TEST(CorruptedTables, WithBytesBehindThemAreAnError) {
  const std::string bytes = makeModule("f").bytes();
  for (size_t more = 1; more < bytes.size(); ++more)
    EXPECT_THROW(parseTables(bytes + bytes.substr(0, more), "a"), Error);
}

TEST(CorruptedTables, WithABadMagicAreAnError) {
  Module module = makeModule("f");
  module.header.magic ^= 1;
  expectCorrupted(module, "bad magic number");
}

TEST(CorruptedTables, OfAnotherAbiVersionNameBothVersions) {
  Module module = makeModule("f");
  module.header.abiVersion = 77;
  expectError([&] { parse(module); }, ExitCode::BadInput,
              {"'a'", "ABI version 77",
               fmt::format("reads {}", COVERME_ABI_VERSION),
               "compile it again"});
}

TEST(CorruptedTables, WithABadSizeAreAnError) {
  for (const uint32_t size : {0u, 8u, 47u, 1u << 31, UINT32_MAX}) {
    std::string bytes = makeModule("f").bytes();
    std::memcpy(bytes.data() + offsetof(coverme_module, byteSize), &size,
                sizeof size);
    EXPECT_THROW(parseTables(bytes, "a"), Error) << size;
  }
}

TEST(CorruptedTables, WithHugeCountsAreAnError) {
  for (size_t field = offsetof(coverme_module, constantCount);
       field < offsetof(coverme_module, textLength); field += sizeof(uint32_t))
    for (const uint32_t count : {10'000u, 0x10000000u, UINT32_MAX}) {
      std::string bytes = makeModule("f").bytes();
      std::memcpy(bytes.data() + field, &count, sizeof count);
      EXPECT_THROW(parseTables(bytes, "a"), Error) << field << ": " << count;
    }
}

TEST(CorruptedTables, WithUnterminatedStringsAreAnError) {
  Module module = makeModule("f");
  module.strings.back() = 'x';
  expectCorrupted(module, "strings without an end");
  module.strings.clear();
  expectCorrupted(module, "strings without an end");
}

TEST(CorruptedTables, WithAStringOutOfRangeAreAnError) {
  for (coverme_string coverme_function::*field :
       {&coverme_function::name, &coverme_function::file,
        &coverme_function::directory, &coverme_function::linkageName,
        &coverme_function::resultName})
    for (const uint32_t offset : {1000u, UINT32_MAX}) {
      Module module = makeModule("f");
      module.functions[0].*field = offset;
      expectCorrupted(module, "a string is out of range");
    }
}

TEST(CorruptedTables, WithASliceOutOfRangeAreAnError) {
  const auto expectChecked = [](uint32_t coverme_function::*first,
                                uint32_t coverme_function::*count) {
    for (const auto &[from, number] :
         {std::pair{4u, 1u}, std::pair{0u, 100u}, std::pair{UINT32_MAX, 1u},
          std::pair{1u, UINT32_MAX}}) {
      Module module = makeModule("f");
      module.functions[0].*first = from;
      module.functions[0].*count = number;
      expectCorrupted(module, "an index is out of range");
    }
  };
  using F = coverme_function;
  expectChecked(&F::firstParameter, &F::parameterCount);
  expectChecked(&F::firstSite, &F::siteCount);
  expectChecked(&F::firstEntryEdge, &F::entryEdgeCount);
  expectChecked(&F::firstConstant, &F::constantCount);
}

TEST(CorruptedTables, WithEnumeratorsOutOfRangeAreAnError) {
  Module module = makeModule("f");
  module.types[kEnum].first = 3;
  expectCorrupted(module, "an index is out of range");
}

TEST(CorruptedTables, WithMembersOutOfRangeAreAnError) {
  for (const auto &[first, count] :
       {std::pair{4u, 1u}, std::pair{0u, 4u}, std::pair{UINT32_MAX, 1u},
        std::pair{1u, UINT32_MAX}}) {
    Module module = makeModule("f");
    module.types[kStruct].first = first;
    module.types[kStruct].memberCount = count;
    expectCorrupted(module, "an index is out of range");
  }
}

TEST(CorruptedTables, WithRangesOutOfRangeAreAnError) {
  Module module = makeModule("f");
  module.parameters[0].firstRange = 1;
  expectCorrupted(module, "an index is out of range");
}

TEST(CorruptedTables, WithATypeOutOfRangeAreAnError) {
  for (const uint32_t index : {uint32_t{kTypeCount}, UINT32_MAX}) {
    const auto expectChecked = [&](const auto &change) {
      Module module = makeModule("f");
      change(module);
      expectCorrupted(module, "a type is out of range");
    };
    expectChecked([&](Module &it) { it.functions[0].resultType = index; });
    expectChecked([&](Module &it) { it.parameters[0].type = index; });
    expectChecked([&](Module &it) { it.types[kPointer].element = index; });
    expectChecked([&](Module &it) { it.members[1].type = index; });
    expectChecked([&](Module &it) { it.globals[0].type = index; });
    for (const auto kind :
         {COVERME_TYPE_Array, COVERME_TYPE_Complex, COVERME_TYPE_Function})
      expectChecked([&](Module &it) {
        it.types[kPointer].kind = static_cast<uint8_t>(kind);
        it.types[kPointer].element = index;
      });
  }
}

TEST(CorruptedTables, WithTypeStringsOutOfRangeAreAnError) {
  const auto expectChecked = [&](const auto &change) {
    Module module = makeModule("f");
    change(module);
    expectCorrupted(module, "a string is out of range");
  };
  expectChecked([](Module &it) { it.types[kStruct].name = 1000; });
  expectChecked([](Module &it) { it.members[2].name = 1000; });
  expectChecked([](Module &it) { it.globals[0].name = 1000; });
  expectChecked([](Module &it) { it.parameters[0].typeName = 1000; });
}

TEST(CorruptedTables, WithPartsOutsideOfTheirTypesAreAnError) {
  const auto expectOutside = [&](const auto &change) {
    Module module = makeModule("f");
    change(module);
    expectCorrupted(module, "a part is outside of its type");
  };
  expectOutside([](Module &it) { it.members[1].byteOffset = 17; });
  expectOutside([](Module &it) { it.members[1].byteOffset = UINT32_MAX; });
  expectOutside([](Module &it) { it.members[2].byteOffset = 24; });
  expectOutside([](Module &it) { it.types[kStruct].byteSize = 16; });
  for (const auto &[kind, size] :
       {std::pair{COVERME_TYPE_Array, 23}, {COVERME_TYPE_Complex, 15}})
    expectOutside([&](Module &it) {
      it.types[kLink].kind = static_cast<uint8_t>(kind);
      it.types[kLink].element = kDouble;
      it.types[kLink].count = 3;
      it.types[kLink].byteSize = static_cast<uint32_t>(size);
    });
}

TEST(CorruptedTables, WithTypesWithinThemselvesAreAnError) {
  Module module = makeModule("f");
  module.members[0].type = kStruct;
  expectCorrupted(module, "types are within themselves");
  module = makeModule("f");
  module.types[kLink].kind = COVERME_TYPE_Array;
  module.types[kLink].count = 1;
  module.types[kLink].byteSize = module.types[kStruct].byteSize;
  module.members[1].byteOffset = 0;
  expectCorrupted(module, "types are within themselves");
}

TEST(CorruptedTables, WithATrampolineOfNoNumbersAreAnError) {
  for (const uint32_t type : {uint32_t{kPointer}, uint32_t{kStruct}}) {
    Module module = makeModule("f");
    module.functions[0].flags |= COVERME_FUNCTION_HasTrampoline;
    module.parameters[0].type = type;
    expectCorrupted(module, "a trampoline takes no number");
  }
  Module module = makeModule("f");
  module.functions[0].flags |= COVERME_FUNCTION_HasTrampoline;
  module.parameters[0].type = kDouble;
  EXPECT_EQ(parse(module).functions.size(), 1u);
  module.types[kDouble].width = 80;
  module.types[kDouble].byteSize = 16;
  expectCorrupted(module, "a trampoline takes no number");
}

TEST(CorruptedTables, WithBadBitFieldsAreAnError) {
  for (const auto &[offset, width] : {std::pair{8, 1}, std::pair{0, 65}}) {
    Module module = makeModule("f");
    module.members[2].byteOffset = 0;
    module.members[2].bitOffset = static_cast<uint8_t>(offset);
    module.members[2].bitWidth = static_cast<uint8_t>(width);
    expectCorrupted(module, "bad bit-field");
  }
}

TEST(CorruptedTables, WithAnEdgeToNowhereAreAnError) {
  for (const uint32_t edge : {1u, 0x7fffffffu, COVERME_EDGE_CALL | 1u}) {
    Module module = makeModule("f");
    module.edges[1] = edge;
    expectCorrupted(module, "an edge leads nowhere");
  }
}

TEST(CorruptedTables, WithASiteOfNoFunctionAreAnError) {
  Module module = makeModule("f");
  module.sites[0].function = 1;
  expectCorrupted(module, "a site without a function");
}

TEST(CorruptedTables, WithUnknownKindsAreAnError) {
  Module module = makeModule("f");
  module.sites[0].kind = COVERME_SITE_Mark + 1;
  expectCorrupted(module, "unknown site kind");
  module = makeModule("f");
  module.sites[0].operandKind = 7;
  expectCorrupted(module, "unknown operand kind");
  module = makeModule("f");
  module.types[kDouble].scalarKind = 6;
  expectCorrupted(module, "unknown scalar kind");
  module = makeModule("f");
  module.types[kStruct].kind = COVERME_TYPE_VirtualTable + 1;
  expectCorrupted(module, "unknown kind of type");
}

TEST(CorruptedTables, WithAMarkWithoutAPlaceAreAnError) {
  expectCorrupted(markedModule(""), "a mark without a place");
  Module module = markedModule("assert");
  for (const uint64_t bits :
       {uint64_t{module.strings.size()}, UINT64_MAX, uint64_t{1} << 32}) {
    module.sites[0].constantBits = bits;
    expectCorrupted(module, "a mark without a place");
  }
}

TEST(CorruptedTables, WithUnknownFlagsOrRelationsAreAnError) {
  Module module = makeModule("f");
  module.functions[0].flags |= 1u << 20;
  expectCorrupted(module, "unknown function flags");
  for (const uint32_t alignment : {3, 128}) {
    module = makeModule("f");
    module.functions[0].alignment = alignment;
    expectCorrupted(module, "unknown alignment");
  }
  module = makeModule("f");
  module.types[kStruct].flags |= 1u << 20;
  expectCorrupted(module, "unknown flags of a type");
  module = makeModule("f");
  module.sites[0].op = COVERME_REL_ALL + 1;
  expectCorrupted(module, "unknown relation");
}

TEST(CorruptedTables, WithASiteThatIsNotItsFunctionsAreAnError) {
  Module module = makeModule("f");
  module.functions.push_back(module.functions[0]);
  module.functions[1].parameterCount = module.functions[1].constantCount = 0;
  module.functions[1].siteCount = module.functions[1].entryEdgeCount = 0;
  EXPECT_EQ(parse(module).functions.size(), 2u);
  module.sites[0].function = 1;
  expectCorrupted(module, "a site is not among those of its function");
}

// Failed before: they took memory without end.
TEST(CorruptedTables, WithRecordsThatManyShareAreAnError) {
  for (uint32_t coverme_function::*count :
       {&coverme_function::parameterCount, &coverme_function::constantCount,
        &coverme_function::entryEdgeCount}) {
    Module module = makeModule("f");
    coverme_function other = module.functions[0];
    other.parameterCount = other.constantCount = 0;
    other.siteCount = other.entryEdgeCount = 0;
    other.*count = 2;
    module.functions.resize(20, other);
    expectCorrupted(module, "records overlap");
  }
}

TEST(CorruptedTables, WithPartsOfTypesThatManyShareAreAnError) {
  for (const uint32_t shared : {uint32_t{kStruct}, uint32_t{kEnum}}) {
    Module module = makeModule("f");
    module.types.resize(20, module.types[shared]);
    expectCorrupted(module, "records overlap");
  }
  Module module = makeModule("f");
  module.parameters[1].rangeCount = 2;
  expectCorrupted(module, "records overlap");
}

TEST(CorruptedTables, WithLongStringsThatManyShareAreAnError) {
  Module module = makeModule("f");
  module.functions[0].file = module.string(std::string(1 << 20, 'x'));
  coverme_function other = module.functions[0];
  other.parameterCount = other.constantCount = 0;
  other.siteCount = other.entryEdgeCount = 0;
  module.functions.resize(300, other);
  expectCorrupted(module, "too many long strings");
}

TEST(CorruptedTables, WithBadWidthsAreAnError) {
  for (const uint16_t width : {0, 129, 65535}) {
    Module module = makeModule("f");
    module.types[kEnum].width = width;
    expectCorrupted(module, "bad scalar width");
  }
  Module module = makeModule("f");
  module.types[kEnum].width = 128;
  expectCorrupted(module, "bad width of an enumeration");
  module = makeModule("f");
  module.types[kDouble].width = 24;
  expectCorrupted(module, "bad float width");
  module = makeModule("f");
  module.types[kDouble].scalarKind = COVERME_SCALAR_Bool;
  expectCorrupted(module, "bad bool width");
  module = makeModule("f");
  module.constants[0].width = 65;
  expectCorrupted(module, "bad width of a constant");
}

TEST(CorruptedTables, NeverCrashTheReader) {
  const std::string original =
      makeModule("f").bytes() + makeModule("g").bytes();
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = original;
    for (uint64_t changes = 1 + random.below(4); changes > 0; --changes)
      bytes[random.below(bytes.size())] = static_cast<char>(random.bits());
    try {
      const Program program = parseTables(bytes, "a");
      EXPECT_EQ(program.functions.size(), 2u);
    } catch (const Error &error) {
      EXPECT_EQ(error.code, ExitCode::BadInput);
    }
  }
}

// --- files ------------------------------------------------------------------

TEST(ReadProgram, FindsTheTablesOfAnObject) {
  const TemporaryFolder folder;
  const auto blob = folder.path() / "blob";
  writeFileAtomically(blob, makeModule("f").bytes());
  const auto path = compileObject(
      folder, "__asm__(\".section coverme_tables, \\\"a\\\"\\n.incbin \\\"" +
                  blob.string() + "\\\"\\n.text\");");
  const Program program = readProgram(path);
  ASSERT_EQ(program.functions.size(), 1u);
  EXPECT_EQ(program.functions[0].name, "f");
}

TEST(ReadProgram, SaysThatAnObjectIsNotInstrumented) {
  const TemporaryFolder folder;
  const auto path = compileObject(folder, "int answer = 42;");
  expectError([&] { readProgram(path); }, ExitCode::BadInput,
              {path.string(), "was not instrumented"});
}

TEST(ReadProgram, SaysThatAFileIsNoObject) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "text";
  for (const char *text : {"", "not an object\n", "\177ELF", "\177ELF\2\1\1"}) {
    writeFileAtomically(path, text);
    expectError([&] { readProgram(path); }, ExitCode::BadInput,
                {path.string(), "is not an ELF object"});
  }
}

TEST(ReadProgram, SaysWhyAFileCannotBeRead) {
  expectError([] { readProgram("/no/such.so"); }, ExitCode::BadInput,
              {"/no/such.so", "No such file"});
}

TEST(Signature, IsTheDeclarationInC) {
  Function function;
  function.name = "f";
  function.resultName = "void";
  EXPECT_EQ(function.signature(), "void f(void)");
  Parameter p, x;
  p.name = "p";
  p.typeName = "int **";
  x.name = "x";
  x.typeName = "double";
  function.parameters = {p, x};
  EXPECT_EQ(function.signature(), "void f(int **p, double x)");
}

TEST(Branch, NumbersItsSiteAndOutcome) {
  for (const uint32_t site : {0u, 1u, 1000u})
    for (const bool outcome : {false, true}) {
      EXPECT_EQ(siteOf(branchOf(site, outcome)), site);
      EXPECT_EQ(outcomeOf(branchOf(site, outcome)), outcome);
    }
}

} // namespace
} // namespace coverme

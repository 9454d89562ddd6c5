// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target/Program.h"

#include "driver/support/ExpectError.h"
#include "driver/target/ObjectFile.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <cstring>

namespace coverme {
namespace {

using namespace test;

// One module's records, written as the pass writes them.
struct Module {
  coverme_module header{
      COVERME_MODULE_MAGIC, COVERME_ABI_VERSION, 0, 0, 0, 0, 0, 0, 0};
  std::vector<coverme_constant> constants;
  std::vector<coverme_function> functions;
  std::vector<coverme_parameter> parameters;
  std::vector<coverme_site> sites;
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
    append(edges);
    append(strings);
    blob.resize((blob.size() + 7) / 8 * 8);
    filled.byteSize = static_cast<uint32_t>(blob.size());
    std::memcpy(blob.data(), &filled, sizeof filled);
    return blob;
  }
};

// static double NAME(const double *x, enum e n, ...), with a site whose true
// branch leads to itself and calls the function, and a constant 0x7ff00000.
Module makeModule(const std::string &name) {
  Module module;
  module.constants = {{0x7ff00000, COVERME_SCALAR_Signed, 32, {}},
                      {5, COVERME_SCALAR_Signed, 32, {}},
                      {UINT64_MAX, COVERME_SCALAR_Signed, 32, {}}};
  coverme_function function{};
  function.name = module.string(name);
  function.file = module.string("lib/" + name + ".c");
  function.directory = module.string("/work");
  function.resultType = module.string("double");
  function.line = 12;
  function.flags = COVERME_FUNCTION_Static | COVERME_FUNCTION_Variadic |
                   COVERME_FUNCTION_WritesGlobal;
  function.parameterCount = 2;
  function.siteCount = 1;
  function.entryEdgeCount = 1;
  function.constantCount = 1;
  function.resultKind = COVERME_SCALAR_Float;
  function.resultWidth = 64;
  module.functions = {function};
  coverme_parameter x{};
  x.name = module.string("x");
  x.type = module.string("const double *");
  x.kind = COVERME_SCALAR_Float;
  x.width = 64;
  x.isPointer = x.isConst = 1;
  coverme_parameter n{};
  n.name = module.string("n");
  n.type = module.string("enum e");
  n.kind = COVERME_SCALAR_Signed;
  n.width = 32;
  n.firstEnumerator = 1;
  n.enumeratorCount = 2;
  module.parameters = {x, n};
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
  EXPECT_EQ(function.file, "/work/lib/f.c");
  EXPECT_EQ(function.line, 12u);
  EXPECT_TRUE(function.isStatic() && function.isVariadic() &&
              function.mayKeepState());
  EXPECT_EQ(function.signature(),
            "static double f(const double *x, enum e n, ...)");
  EXPECT_EQ(function.result.kind, ScalarKind::Float);
  EXPECT_EQ(function.result.width, 64u);
  ASSERT_EQ(function.constants.size(), 1u);
  EXPECT_EQ(function.constants[0].bits, 0x7ff00000u);
  EXPECT_EQ(function.entry.sites, std::vector<uint32_t>{0});
}

TEST(Program, HoldsTheParameters) {
  const auto parameters = parse(makeModule("f")).functions.at(0).parameters;
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_TRUE(parameters[0].isPointer && parameters[0].isConst);
  EXPECT_TRUE(parameters[0].scalar.isFloat());
  EXPECT_EQ(parameters[1].name, "n");
  EXPECT_EQ(parameters[1].scalar.enumerators,
            (std::vector<uint64_t>{5, 0xffffffff}))
      << "cut to 32 bits";
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
              {"'a'", "ABI version 77", "reads 1", "compile it again"});
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
       field < sizeof(coverme_module); field += sizeof(uint32_t))
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
        &coverme_function::directory, &coverme_function::resultType})
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
  module.parameters[1].firstEnumerator = 3;
  expectCorrupted(module, "an index is out of range");
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
  module.sites[0].kind = 3;
  expectCorrupted(module, "unknown site kind");
  module = makeModule("f");
  module.sites[0].operandKind = 7;
  expectCorrupted(module, "unknown operand kind");
  module = makeModule("f");
  module.parameters[0].kind = 6;
  expectCorrupted(module, "unknown scalar kind");
}

TEST(CorruptedTables, WithUnknownFlagsOrRelationsAreAnError) {
  Module module = makeModule("f");
  module.functions[0].flags |= 1u << 20;
  expectCorrupted(module, "unknown function flags");
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
  for (const uint8_t width : {0, 65, 255}) {
    Module module = makeModule("f");
    module.parameters[1].width = width;
    expectCorrupted(module, "bad scalar width");
  }
  Module module = makeModule("f");
  module.functions[0].resultWidth = 16;
  expectCorrupted(module, "bad float width");
  module = makeModule("f");
  module.functions[0].resultKind = COVERME_SCALAR_Bool;
  expectCorrupted(module, "bad bool width");
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
  function.resultType = "void";
  EXPECT_EQ(function.signature(), "void f(void)");
  function.parameters.push_back({"p", "int **", {}, true, false});
  function.parameters.push_back({"x", "double", {}, false, false});
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Replay.h"

#include "evidence/InlineCopies.h"
#include "frontend/c/Allocators.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Harness.h"
#include "frontend/c/Programs.h"
#include "support/Error.h"
#include "support/Files.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <csignal>
#include <fstream>
#include <functional>
#include <set>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// As flagsOf has it.
constexpr const char *kRoundingMath = "-frounding-math ";

constexpr std::string_view kResultMark = "coverme-result ";

bool isMangled(const Function &function) {
  return function.linkageName.starts_with("_Z");
}

// The inputs as a table of the program.
std::string inputTable(const Function &entry, const std::vector<Test> &suite) {
  std::string rows;
  for (const Test &test : suite) {
    std::vector<std::string> cells;
    for (const uint64_t bits : test.inputs)
      cells.push_back(fmt::format("0x{:016x}ULL", bits));
    if (cells.empty())
      cells.emplace_back("0");
    rows += fmt::format("    {{{}}},\n", fmt::join(cells, ", "));
  }
  return fmt::format("static const unsigned long long coverme_inputs[][{}] = "
                     "{{\n"
                     "{}}};\n\n"
                     "static int coverme_count(void) {{\n"
                     "  return sizeof coverme_inputs / sizeof "
                     "*coverme_inputs;\n"
                     "}}\n",
                     rowWidth(entry), rows);
}

// The inputs as what comes on standard input, inputData's bytes. The source may
// have a function of its own that is called read.
std::string inputReader(const Function &entry, size_t capacity) {
  return fmt::format(
      "COVERME_EXTERN_C long __read(int, void *, unsigned long);\n\n"
      "static unsigned long long coverme_inputs[{}][{}];\n\n"
      "static int coverme_count(void) {{\n"
      "  return __read(0, coverme_inputs, sizeof "
      "coverme_inputs) / sizeof *coverme_inputs;\n"
      "}}\n",
      capacity, rowWidth(entry));
}

// What else a child does ahead of its call, and the parent after its end.
struct ChildCare {
  std::string declarations, before, after;
  std::string failure = "status != 0";
};

// What the child of a test that aborts ends with, as in a shell: an exit leaves
// its counters.
constexpr int kAborted = 128 + SIGABRT;

// As waitpid has it; -1: by some signal.
int statusOf(const Ending &ending) {
  const int exitStatus = ending.signal() == SIGABRT         ? kAborted
                         : ending.outcome == COVERME_EXITED ? ending.code & 0xff
                                                            : 0;
  if (exitStatus != 0)
    return exitStatus << 8;
  return ending.outcome == COVERME_JUMPED ? -1 : ending.signal();
}

// Of tests that end otherwise than by returning. Of one that a signal ends
// between calls gcov would make up the rest, so that it leaves no counters.
ChildCare careForEndings(const std::vector<Test> &suite) {
  if (std::all_of(suite.begin(), suite.end(),
                  [](const Test &test) { return test.ending.returns(); }))
    return {};
  std::vector<int> statuses;
  std::vector<std::string> names;
  for (const Test &test : suite) {
    statuses.push_back(statusOf(test.ending));
    names.push_back(fmt::format("\"{}\"", textOf(test.ending)));
  }
  return {fmt::format(
              "#include <signal.h>\n"
              "COVERME_EXTERN_C long __write(int, const void *, unsigned "
              "long);\n"
              "/* How each test ends, as waitpid has it; -1: by some signal.\n"
              "   One that aborts exits with {aborted}, for gcov to know. */\n"
              "static const int coverme_statuses[] = {{{statuses}}};\n"
              "static const char *const coverme_endings[] = {{{names}}};\n\n"
              "static void coverme_aborts(int number) {{\n"
              "  (void)number;\n"
              "  exit({aborted});\n"
              "}}\n\n"
              "static int coverme_differs(int test, int status) {{\n"
              "  const int wanted = coverme_statuses[test];\n"
              "  const int differs = wanted < 0 ? (status & 0x7f) == 0\n"
              "                                 : (status & ~0x80) != wanted;\n"
              "  char line[64];\n"
              "  if (*coverme_endings[test] != 0 && !differs)\n"
              "    __write(1, line,\n"
              "            __builtin_sprintf(line, \"coverme-ending %d "
              "%s\\n\", test,\n"
              "                              coverme_endings[test]));\n"
              "  return differs;\n"
              "}}\n",
              fmt::arg("aborted", kAborted),
              fmt::arg("statuses", fmt::join(statuses, ", ")),
              fmt::arg("names", fmt::join(names, ", "))),
          fmt::format("      if (coverme_statuses[test] == {} << 8)\n"
                      "        signal(SIGABRT, coverme_aborts);\n",
                      kAborted),
          "", "coverme_differs(test, status)"};
}

// What an assumption may name beyond the source, and the harness includes. Not
// C's <math.h>: the source may define functions of its names as others.
constexpr const char *kAssumptionNames = R"(
#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
#include <math.h>
#else
#ifndef isfinite
#define isfinite(x) __builtin_isfinite(x)
#endif
#ifndef isinf
#define isinf(x) __builtin_isinf_sign(x)
#endif
#ifndef isnan
#define isnan(x) __builtin_isnan(x)
#endif
#ifndef isnormal
#define isnormal(x) __builtin_isnormal(x)
#endif
#ifndef signbit
#define signbit(x) __builtin_signbit(x)
#endif
#ifndef HUGE_VAL
#define HUGE_VAL __builtin_huge_val()
#endif
#ifndef INFINITY
#define INFINITY __builtin_inff()
#endif
#ifndef NAN
#define NAN __builtin_nanf("")
#endif
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#endif
)";

// What the function is called in objects of the replay.
std::string symbolInReplay(const Function &function) {
  return function.name == "main" ? kHiddenMain : function.sourceLinkageName();
}

// gcc's name for a function that clang calls so: gcc does not say of a static
// function template in no namespace that it is local ("_ZL1fIiEvT_").
std::string nameByGcc(const std::string &mangled) {
  constexpr std::string_view kLocal = "_ZL";
  size_t length = 0;
  const char *end = mangled.data() + mangled.size();
  if (!mangled.starts_with(kLocal))
    return mangled;
  const char *name =
      std::from_chars(mangled.data() + kLocal.size(), end, length).ptr;
  const bool isTemplate =
      length < static_cast<size_t>(end - name) && name[length] == 'I';
  return isTemplate ? "_Z" + mangled.substr(kLocal.size()) : mangled;
}

// gcc says of a static function in a namespace without a name that it is local
// ("_ZN12_GLOBAL__N_1L1fEi"), and of another function there, which clang calls
// alike, it does not. Empty for what is not there.
std::string nameOfStatic(const std::string &mangled) {
  constexpr std::string_view kUnnamed = "12_GLOBAL__N_1";
  const size_t found = mangled.rfind(kUnnamed);
  const size_t at = found + kUnnamed.size();
  return found != std::string::npos && at < mangled.size() &&
                 std::isdigit(static_cast<unsigned char>(mangled[at])) != 0
             ? mangled.substr(0, at) + 'L' + mangled.substr(at)
             : std::string();
}

// A name for the function by which its address can be taken where the source of
// the entry is included. By its label in C++, where the name may be that of
// several functions, and if it is another source's, which need not be declared,
// or in an object.
std::string addressable(const Function &function, const Function &entry,
                        const std::string &alias, const std::string &name,
                        const SourceObject *object) {
  if (object != nullptr && function.source == entry.source)
    return fmt::format("void {0}() __asm__(\"{1}\");\n"
                       "#define {2} {0}\n",
                       alias, object->symbols.at(symbolInReplay(function)),
                       name);
  if (function.source != entry.source && !isMangled(function))
    return fmt::format("COVERME_EXTERN_C void {0}() __asm__(\"{1}\");\n"
                       "#define {2} {0}\n",
                       alias, function.sourceLinkageName(), name);
  if (isMangled(function) || function.name == "main") {
    const auto declared = [&](const std::string &symbol) {
      // Of its result's type, or a cast would be one that compilers warn of.
      return fmt::format("COVERME_EXTERN_C {} {}() __asm__(\"{}\");\n",
                         function.name == "main" ? "int" : "void", alias,
                         symbol);
    };
    const std::string byClang = symbolInReplay(function);
    const std::string byGcc = nameByGcc(byClang);
    if (const std::string ofStatic = nameOfStatic(byClang); !ofStatic.empty())
      return "#ifdef __clang__\n" + declared(byClang) +
             fmt::format("#define {} {}\n#else\n", name, alias) +
             fmt::format("COVERME_EXTERN_C void {0}() __asm__(\"{1}\") "
                         "__attribute__((weak));\n"
                         "COVERME_EXTERN_C void {0}_static() __asm__(\"{2}\") "
                         "__attribute__((weak));\n"
                         "#define {3} (*({0} ? &{0} : &{0}_static))\n#endif\n",
                         alias, byClang, ofStatic, name);
    return (byClang == byGcc ? declared(byClang)
                             : "#ifdef __clang__\n" + declared(byClang) +
                                   "#else\n" + declared(byGcc) + "#endif\n") +
           fmt::format("#define {} {}\n", name, alias);
  }
  // A C99 inline definition is of no use without one that is not inline.
  return fmt::format("#define {} {}\n", name, function.name) +
         (function.isStatic()
              ? fmt::format("extern __typeof__({0}) {0};\n", function.name)
              : "");
}

std::set<uint32_t> variablesOf(const InputPlan &plan) {
  std::set<uint32_t> used;
  for (const GlobalInput &global : plan.globals)
    used.insert(global.global);
  const auto addOf = [&](const Image &image) {
    for (const Address &address : image.addresses)
      if (address.kind == Address::Kind::Variable)
        used.insert(address.index);
  };
  for (const Buffer &buffer : plan.buffers) {
    addOf(buffer.image);
    for (const Alias &alias : buffer.aliases)
      if (alias.kind == Alias::Kind::Global)
        used.insert(alias.index);
  }
  for (const GlobalInput &global : plan.globals)
    addOf(global.image);
  for (const Argument &argument : plan.arguments)
    addOf(argument.value);
  for (const MadeArgument &made : plan.setupArguments)
    addOf(made.argument.value);
  return used;
}

// By what the entry's object has the variable; null: it has not. In C++, only
// names of the global namespace are known to be of this variable.
const std::string *symbolIn(const SourceObject &object, const Global &global) {
  std::string name = global.name;
  if (object.isCxx) {
    if ((global.flags & (COVERME_GLOBAL_Given | COVERME_GLOBAL_Declared)) == 0)
      return nullptr;
    if ((global.flags & COVERME_GLOBAL_Static) != 0)
      name = fmt::format("_ZL{}{}", name.size(), name);
  }
  const auto found = object.symbols.find(name);
  return found == object.symbols.end() ? nullptr : &found->second;
}

// A way to each variable of the plan, and to `others`. Other sources' need not
// be declared.
std::string variablesText(const Program &program, const Function &entry,
                          const std::vector<uint32_t> &others,
                          const SourceObject *object) {
  std::set<uint32_t> used = variablesOf(entry.plan);
  used.insert(others.begin(), others.end());
  std::string text;
  if (!used.empty())
    text = "#define COVERME_GLOBAL(k, name) COVERME_GLOBAL_##k\n"
           "#define COVERME_THREAD_GLOBAL(k, name) COVERME_GLOBAL_##k\n";
  for (const uint32_t index : used) {
    const Global &global = program.globals[index];
    // One that is only declared goes by its symbol.
    if (object == nullptr && global.source == entry.source &&
        (global.flags & COVERME_GLOBAL_Declared) == 0)
      text +=
          fmt::format("#define COVERME_GLOBAL_{} &{}\n", index, global.name);
    else
      text += fmt::format(
          "COVERME_EXTERN_C {2}char coverme_variable_{0}[] "
          "__asm__(\"{1}\");\n"
          "#define COVERME_GLOBAL_{0} coverme_variable_{0}\n",
          index, object == nullptr ? global.name : *symbolIn(*object, global),
          (global.flags & COVERME_GLOBAL_ThreadLocal) != 0 ? "__thread " : "");
  }
  return text;
}

// Objects without a byte have addresses of their own, too. Where the code asks
// for an alignment, an object is as far from the next multiple of 64 as in the
// search, where it ends with its page.
std::string roomText(const Function &entry) {
  if (entry.alignment == 0)
    return "#define COVERME_ROOM(k, size) \\\n"
           "  static unsigned char coverme_room_##k[(size) ? (size) : 1] \\\n"
           "      __attribute__((aligned(16)));\n"
           "#define COVERME_TAIL(k, most, bytes) \\\n"
           "  (coverme_room_##k + (most) - (bytes))\n";
  return alignmentText(entry) +
         "#define COVERME_ROOM(k, size) COVERME_ROOM_BEHIND(k, size, 0)\n"
         "#define COVERME_ROOM_BEHIND(k, size, bytes) \\\n"
         "  static unsigned char \\\n"
         "      coverme_store_##k[((size) + (bytes)) / 64 * 64 + 64] \\\n"
         "      __attribute__((aligned(64))); \\\n"
         "  static unsigned char *const coverme_room_##k = \\\n"
         "      coverme_store_##k + (63 - ((size) + (bytes) + 63) % 64) \\\n"
         "          / COVERME_ALIGNMENT * COVERME_ALIGNMENT + (bytes);\n"
         "#define COVERME_SHIFTED(k, bytes) (coverme_room_##k - (bytes))\n"
         "#define COVERME_TAIL(k, most, bytes) \\\n"
         "  (coverme_room_##k + ((most) - (bytes)) \\\n"
         "       / COVERME_TAIL_ALIGNMENT * COVERME_TAIL_ALIGNMENT)\n";
}

// What callText asks of its surroundings. `end`: what ends the process.
std::string prologue(const Program &program, const Function &entry,
                     const std::string &end,
                     const std::vector<uint32_t> &globals = {},
                     const SourceObject *object = nullptr) {
  std::string text =
      roomText(entry) +
      fmt::format("#define COVERME_OWN_ROOM(k, size)\n"
                  "#define COVERME_OWNED(k, most, bytes) \\\n"
                  "  ((unsigned char *)COVERME_NEW(bytes))\n"
                  "#ifdef __cplusplus\n"
                  "#define COVERME_NEW(bytes) ::operator new(bytes)\n"
                  "#else\n"
                  "#define COVERME_NEW(bytes) __builtin_malloc(bytes)\n"
                  "#endif\n"
                  "#define COVERME_DELETE(pointer) ::operator "
                  "delete(pointer)\n"
                  "#define COVERME_ENTER()\n"
                  "#define COVERME_SET_UP(on)\n"
                  "#define COVERME_USED_UP(stub)\n"
                  "#define COVERME_REJECT() {0}\n"
                  "#define COVERME_END() {0}\n",
                  end);
  text += variablesText(program, entry, globals, object);
  text += addressable(entry, entry, "coverme_target", "COVERME_ENTRY", object);
  for (size_t i = 0; i < entry.plan.setupCalls.size(); ++i)
    text += addressable(program.functions[entry.plan.setupCalls[i].function],
                        entry, fmt::format("coverme_setup_target_{}", i),
                        fmt::format("COVERME_SETUP_{}", i), object);
  if (!entry.plan.assumptions.empty())
    text += kAssumptionNames;
  if (entry.plan.failingSlot || asksForBlocks(program, entry.plan))
    text += allocatorsText(program);
  return text;
}

// To abort is no failure of a program, and gcov is to know of it.
constexpr const char *kMayAbort =
    "#include <signal.h>\n"
    "/* To abort is no failure of a program, and gcov is to know of it. */\n"
    "static void coverme_aborted(int number) {\n"
    "  (void)number;\n"
    "  exit(0);\n"
    "}\n"
    "__attribute__((constructor)) static void coverme_may_abort(void) {\n"
    "  signal(SIGABRT, coverme_aborted);\n"
    "}\n";

// The main of one of the sources that are meant; null: they have none.
const Function *mainOf(const Program &program,
                       const std::function<bool(uint32_t source)> &isMeant) {
  const auto found =
      std::ranges::find_if(program.functions, [&](const Function &each) {
        return each.name == "main" && isMeant(each.source);
      });
  return found == program.functions.end() ? nullptr : &*found;
}

constexpr const char *kExternC = "#ifdef __cplusplus\n"
                                 "#define COVERME_EXTERN_C extern \"C\"\n"
                                 "#else\n"
                                 "#define COVERME_EXTERN_C extern\n"
                                 "#endif\n";

// What main says of exceptions, ahead of its body: " noexcept", or nothing. C++
// wants the same of each declaration.
std::string noexceptOf(const Function &main) {
  if (languageOf(main.file) != Language::Cxx)
    return "";
  std::ifstream file(main.file);
  std::string line, head;
  for (unsigned i = 1; std::getline(file, line); ++i) {
    if (i < main.line)
      continue;
    // A directive, behind which there may be another head.
    if (line.starts_with('#'))
      break;
    head += line + '\n';
    if (line.find('{') != std::string::npos)
      break;
  }
  head.erase(std::min(head.find('{'), head.size()));
  constexpr std::string_view kWord = "noexcept";
  const size_t at = head.find(kWord, std::min(head.find("main"), head.size()));
  if (at == std::string::npos)
    return "";
  const size_t next = head.find_first_not_of(" \n", at + kWord.size());
  const bool hasOperand = next != std::string::npos && head[next] == '(';
  const size_t end = hasOperand ? head.find(')', next) + 1 : at + kWord.size();
  return " " + head.substr(at, end - at);
}

// Declares it with the label, as the source may define it.
std::string mainDeclaration(const Function &main) {
  constexpr std::array kUsual = {"int", "char **", "char **"};
  // Typedefs are not declared yet.
  static const std::set<std::string> known = {"const char **", "char *const *",
                                              "const char *const *"};
  std::vector<std::string> types;
  for (size_t i = 0; i < std::min(main.parameters.size(), kUsual.size()); ++i) {
    const std::string &type = main.parameters[i].typeName;
    types.push_back(known.contains(type) ? type : kUsual[i]);
  }
  return fmt::format("#ifdef __cplusplus\n"
                     "extern \"C\"\n"
                     "#endif\n"
                     "int main({}){} __asm__(\"{}\");\n",
                     types.empty() ? "void"
                                   : fmt::format("{}", fmt::join(types, ", ")),
                     noexceptOf(main), kHiddenMain);
}

// The entry's source as it is. Its main stays one, since only a main that comes
// to its end returns 0, but objects have it by another name. `file` is what is
// to be included, `own` the parameters of the main that the text has itself.
std::string sourceText(const RunOptions &options, const Program &program,
                       const Function &entry, const std::string &file,
                       const std::string &own) {
  const Function *main =
      mainOf(program, [&](uint32_t source) { return source == entry.source; });
  // The other sources' may be hidden on the command line.
  const char *shown = options.sources().size() > 1 ? "#undef main\n" : "";
  const std::string text =
      includeWithCopies(file, inlineCopies(program, entry.source));
  if (main == nullptr)
    return fmt::format("{}{}\n{}", text, shown, kExternC);
  return fmt::format("{}{}{}\n{}", shown, mainDeclaration(*main), text,
                     kExternC) +
         (own.empty()
              ? ""
              : fmt::format(
                    "COVERME_EXTERN_C int coverme_main({}) __asm__(\"main\");\n"
                    "#define main coverme_main\n",
                    own));
}

std::string sourceText(const RunOptions &options, const Program &program,
                       const Function &entry, const std::string &own = "") {
  return sourceText(options, program, entry,
                    quotedForInclude(sourceOf(options, entry)), own);
}

// Has the object what the call needs? A program defines functions of its own
// for the source, and an assumption may name what only the source declares.
bool isEnough(const SourceObject &object, const RunOptions &options,
              const Program &program, const Function &entry) {
  const auto has = [&](const std::string &name) {
    return object.symbols.contains(name);
  };
  const InputPlan &plan = entry.plan;
  const InputOptions &inputs = options.inputs;
  const std::set<uint32_t> variables = variablesOf(plan);
  return object.flags == flagsOf(options) && !plan.isProgram &&
         plan.assumptions.empty() && inputs.stubs.empty() &&
         !inputs.stubUndefined && has(symbolInReplay(entry)) &&
         std::ranges::all_of(plan.setupCalls,
                             [&](const SetupCall &call) {
                               const Function &called =
                                   program.functions[call.function];
                               return called.source != entry.source ||
                                      has(symbolInReplay(called));
                             }) &&
         std::ranges::all_of(variables, [&](uint32_t variable) {
           return symbolIn(object, program.globals[variable]) != nullptr;
         });
}

// What runtime/replay has the main for. With an object, without the source.
std::string coverageText(const RunOptions &options, const Program &program,
                         const Function &entry,
                         const SourceObject *object = nullptr) {
  return fmt::format(
      "{}"
      "COVERME_EXTERN_C void __coverme_replay_end(void)\n"
      "    __attribute__((noreturn));\n"
      "{}{}\n"
      "#ifdef __cplusplus\n"
      "extern \"C\"\n"
      "#endif\n"
      "void __coverme_replay_call(const unsigned long long *in,\n"
      "                           unsigned long long *out) {{\n"
      "  coverme_call(in, out);\n"
      "}}\n",
      object == nullptr ? sourceText(options, program, entry) : kExternC,
      prologue(program, entry, "__coverme_replay_end()", {}, object),
      callText(program, entry));
}

// The program with inputTable's or inputReader's text in it.
std::string programText(const RunOptions &options, const Program &program,
                        const Function &entry, const std::string &inputs,
                        const ChildCare &care = {}) {
  const bool isCxx = languageOf(sourceOf(options, entry)) == Language::Cxx;
  std::string files = isCxx ? "replay.cpp" : "replay.c";
  std::string libraries = "LIBRARIES";
  const std::vector<fs::path> sources = options.sources();
  for (size_t i = 0; i < sources.size(); ++i)
    if (i != entry.source)
      files +=
          fmt::format(" \\\n         {}",
                      fs::absolute(sources[i]).lexically_normal().string());
  // g++ takes C for C++.
  const bool needsLibrary = sources.size() > 1 && !isAllC(options);
  if (needsLibrary)
    libraries += " -lstdc++";
  const bool hidesMain = mainOf(program, [&](uint32_t source) {
                           return source != entry.source;
                         }) != nullptr;
  return fmt::format(
      "/* Replays coverme's suite for {entry}. To see its coverage:\n"
      "     {compiler} --coverage -O0 {flags} \\\n"
      "         FLAGS {file} -o run {libraries}\n"
      "     ./run && gcov -b -c run-replay.gcda\n"
      "   Each row of inputs holds one call's arguments as bits, in the low\n"
      "   bytes of its cells; each call runs in a process of its own. */\n"
      "{source}"
      "COVERME_EXTERN_C int fork(void){nothrow};\n"
      "COVERME_EXTERN_C int waitpid(int, int *, int);\n"
      "COVERME_EXTERN_C void exit(int){nothrow} __attribute__((noreturn));\n"
      "{declarations}\n"
      "{inputs}\n"
      "{prologue}"
      "{call}\n"
      "int main(void) {{\n"
      "  const int coverme_tests = coverme_count();\n"
      "  int failures = 0, test = 0;\n"
      "  for (; test < coverme_tests; ++test) {{\n"
      "    int status = 0;\n"
      "    int child = fork();\n"
      "    if (child == 0) {{\n"
      "{before}"
      "      unsigned long long out[{outs}];\n"
      "      coverme_call(coverme_inputs[test], out);\n"
      "      __builtin_printf(\"{mark}%d %llx\\n\", test, out[0]);\n"
      "      exit(0);\n"
      "    }}\n"
      "    failures += child < 0 || waitpid(child, &status, 0) < 0 ||\n"
      "                {failure};\n"
      "{after}"
      "  }}\n"
      "  return failures != 0;\n"
      "}}\n",
      fmt::arg("entry", entry.name),
      fmt::arg("compiler", isCxx && !needsLibrary ? "g++" : "gcc"),
      fmt::arg("file", files), fmt::arg("libraries", libraries),
      fmt::arg(
          "flags",
          fmt::format("{}{}{}", entry.plan.roundingSlot ? kRoundingMath : "",
                      hidesMain ? fmt::format("-Dmain={} ", kHiddenMain) : "",
                      fmt::join(semanticFlags(), " "))),
      fmt::arg("source", sourceText(options, program, entry, "void")),
      fmt::arg("inputs", inputs),
      // As libc declares them for C++.
      fmt::arg("nothrow", isCxx ? " throw()" : ""),
      fmt::arg("prologue", prologue(program, entry, "exit(0)") +
                               (entry.plan.isProgram ? kMayAbort : "")),
      fmt::arg("call", callText(program, entry)),
      fmt::arg("outs", 1 + entry.plan.outputs.size()),
      fmt::arg("mark", kResultMark),
      fmt::arg("declarations", care.declarations),
      fmt::arg("before", care.before), fmt::arg("after", care.after),
      fmt::arg("failure", care.failure));
}

} // namespace

fs::path sourceOf(const RunOptions &options, const Function &entry) {
  return options.sources().at(entry.source);
}

std::string replayProgram(const RunOptions &options, const Program &program,
                          const Function &entry,
                          const std::vector<Test> &suite) {
  return programText(options, program, entry, inputTable(entry, suite),
                     careForEndings(suite));
}

CallingText callingText(const RunOptions &options, const Program &program,
                        const Function &entry, const std::string &file,
                        const std::string &end,
                        const std::vector<uint32_t> &globals) {
  // A zero that is written to a zero is nothing that a test could see.
  constexpr const char *kStart = "#define COVERME_START 64\n";
  return {sourceText(options, program, entry, file, "int, char **"),
          kStart + prologue(program, entry, end, globals) +
              callText(program, entry)};
}

std::string replayData(const Function &entry,
                       const std::vector<Input> &inputs) {
  std::string bytes;
  for (Input row : inputs) {
    row.resize(rowWidth(entry));
    bytes.append(reinterpret_cast<const char *>(row.data()),
                 row.size() * sizeof row[0]);
  }
  return bytes;
}

std::string tracedReplay(const RunOptions &options, const Program &program,
                         const Function &entry, size_t capacity) {
  const ChildCare care = {
      "COVERME_EXTERN_C long __write(int, const void *, unsigned long);\n"
      "COVERME_EXTERN_C unsigned alarm(unsigned);\n",
      fmt::format("      char mark[32];\n"
                  "      int length = __builtin_sprintf(mark, \"\\n{}%d\\n\", "
                  "test);\n"
                  "      __write(2, mark, length);\n"
                  "      alarm(1);\n",
                  kTraceMark.substr(1)),
      "    static int hangs; /* each ended by SIGALRM */\n"
      "    if ((status & 0x7f) == 14 && ++hangs == 3)\n"
      "      break;\n",
      "status != 0"};
  return programText(options, program, entry, inputReader(entry, capacity),
                     care);
}

std::unique_ptr<CoverageBuild>
coverageBuild(const RunOptions &options, const Program &program,
              const Function &entry, const std::string &compiler,
              std::shared_ptr<Companions> companions, const fs::path &folder,
              double seconds, const Recording &recording,
              const SourceObjects &objects) {
  ReplayText text{coverageText(options, program, entry), nullptr, ""};
  for (const auto &object : objects)
    if (object->compiler == compiler && recording.flags.empty() &&
        isEnough(*object, options, program, entry)) {
      text.beside = coverageText(options, program, entry, object.get());
      text.object = object;
    }
  return std::make_unique<CoverageBuild>(options, entry.source, compiler,
                                         std::move(text), std::move(companions),
                                         folder, seconds, recording);
}

SourceObjects sourceObjects(const RunOptions &options, const Program &program,
                            const fs::path &folder) {
  const Language language = languageOf(options.source);
  const auto first =
      std::ranges::find(program.functions, 0U, &Function::source);
  if (!options.others.empty() || first == program.functions.end() ||
      (language != Language::C && language != Language::Cxx))
    return {};
  std::vector<std::string> compilers = {options.gcovCompiler};
  if (options.goal == "coverage" && !isClang(options.gcovCompiler))
    compilers.push_back(clangProgram());
  return compileSourceObjects(options, compilers,
                              sourceText(options, program, *first), folder);
}

std::vector<std::string> namesInCoverage(const Function &function,
                                         const std::string &compiler) {
  const std::string symbol = symbolInReplay(function);
  if (isClang(compiler))
    return {symbol};
  std::vector<std::string> names = {nameByGcc(symbol)};
  if (const std::string ofStatic = nameOfStatic(symbol); !ofStatic.empty())
    names.push_back(ofStatic);
  return names;
}

size_t rowWidth(const Function &entry) {
  return std::max<size_t>(entry.inputs().size(), 1); // C has no empty rows
}

CallSlots callSlots(const Function &entry) {
  return {rowWidth(entry), 1 + entry.plan.outputs.size()};
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompilerTexts.h"

#include "SystemHeaders.h"

#include "coverme/meaning.h"

#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace clang;

namespace coverme::pass {
namespace {

constexpr unsigned kMaxSeconds = 60; // of the other compiler's time

/// An attribute that is about messages, inlining, or what the linker sees.
bool isAboutNoResult(StringRef attribute) {
  attribute.consume_front("__");
  attribute.consume_back("__");
  return llvm::StringSwitch<bool>(attribute)
      .Cases("deprecated", "unavailable", "unused", "visibility", true)
      .Cases("maybe_unused", "nodiscard", "warn_unused_result", true)
      .Cases("format", "format_arg", "sentinel", "warning", "error", true)
      .Cases("always_inline", "noinline", "hot", "cold", "leaf", true)
      .Cases("access", "alloc_size", "copy", "nonstring", "fallthrough", true)
      .Cases("likely", "unlikely", "artificial", "gnu", true)
      .Default(false);
}

/// The words of a preprocessed text, without those of the system's headers.
class Words {
public:
  Words(const llvm::MemoryBuffer &text, const CompilerInstance &compiler)
      : lexer(SourceLocation(), compiler.getLangOpts(), text.getBufferStart(),
              text.getBufferStart(), text.getBufferEnd()),
        wide(compiler.getTarget().getLongDoubleFormat()),
        longWidth(compiler.getTarget().getLongWidth()) {
    read();
    while (token.isNot(tok::eof))
      if (token.is(tok::hash) && token.isAtStartOfLine())
        takeDirective();
      else
        take();
  }

  const std::vector<std::string> &all() const { return list; }

private:
  void read() { lexer.LexFromRawLexer(token); }

  StringRef spelling() const {
    return {lexer.getBufferLocation() - token.getLength(), token.getLength()};
  }

  /// `# 12 "file" 1 3`, or a pragma, which is a single word.
  void takeDirective() {
    std::string words;
    for (read(); token.isNot(tok::eof) && !token.isAtStartOfLine(); read())
      words += (spelling() + " ").str();
    const StringRef all = words;
    if (!all.empty() && isDigit(all.front())) {
      const auto [file, flags] = all.rsplit('"');
      isOfSystem = flags.contains(" 3 ") && isHeaderOfSystem(file);
    } else if (!isOfSystem && !isPragmaAboutNoResult(all)) {
      list.push_back("#" + words);
    }
  }

  static bool isPragmaAboutNoResult(StringRef words) {
    if (!words.consume_front("pragma "))
      return false;
    words.consume_front("GCC ") || words.consume_front("clang ");
    return llvm::StringSwitch<bool>(words.split(' ').first)
        .Cases("once", "diagnostic", "message", "warning", "error", true)
        .Cases("system_header", "region", "endregion", "mark", true)
        .Default(false);
  }

  void take() {
    const std::string word = token.is(tok::numeric_constant)
                                 ? canonical(spelling())
                                 : spelling().str();
    read();
    if (isOfSystem)
      return;
    list.push_back(word);
    if (word == ")" || word == "]")
      dropAttribute();
    if (word == ")")
      shortenConversion();
  }

  /// `__attribute__((...))` or `[[...]]` at the end, if it is about no result.
  void dropAttribute() {
    const bool isOfGnu = list.back() == ")";
    size_t begin = list.size();
    bool isPlain = true;
    for (int depth = 0; begin > 0;) {
      const std::string &word = list[--begin];
      depth += word == ")" || word == "]" ? 1 : 0;
      depth -= word == "(" || word == "[" ? 1 : 0;
      if (depth == 0)
        break;
      if (depth == 2 && isAsciiIdentifierStart(word.front()))
        isPlain = isPlain && isAboutNoResult(word);
    }
    if (list.size() - begin < kShortestAttribute || !isPlain ||
        list[begin + 1] != list[begin] || list[list.size() - 2] != list.back())
      return;
    if (!isOfGnu)
      list.resize(begin);
    else if (begin > 0 && (list[begin - 1] == "__attribute__" ||
                           list[begin - 1] == "__attribute"))
      list.resize(begin - 1);
  }

  /// gcc has `((double)1.5L)` for DBL_MAX and its like, or `double(1.5L)`.
  void shortenConversion() {
    const auto endsWith = [&](llvm::ArrayRef<StringRef> form) {
      return list.size() >= form.size() &&
             llvm::all_of(
                 llvm::zip(form, llvm::ArrayRef(list).take_back(form.size())),
                 [](const auto &each) {
                   return std::get<0>(each).empty() ||
                          std::get<0>(each) == std::get<1>(each);
                 });
    };
    const size_t size = endsWith({"(", "(", "double", ")", "", ")"}) ? 6
                        : endsWith({"double", "(", "", ")"})         ? 4
                                                                     : 0;
    if (size == 0 || lastWide.empty() ||
        list[list.size() - 2] != bitsOf(*valueOf(lastWide, wide)))
      return;
    llvm::APFloat value = *valueOf(lastWide, wide);
    bool losesDigits = false;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesDigits);
    list.resize(list.size() - size);
    list.push_back(bitsOf(value));
  }

  /// A number's type and value; as it is written if it has another suffix than
  /// C's.
  std::string canonical(StringRef written) {
    std::string plain = written.lower();
    llvm::erase(plain, '\'');
    StringRef digits = plain;
    const bool isHex = digits.starts_with("0x");
    if (digits.find_first_of(isHex ? ".p" : ".e") != StringRef::npos)
      return canonicalFloat(digits, written);
    const size_t suffix = digits.find_first_of("ulz");
    const StringRef kind =
        suffix == StringRef::npos ? "" : digits.substr(suffix);
    unsigned rank = kind.count('l'); // of int, long, long long
    const unsigned widths[] = {32, longWidth, 64};
    uint64_t value = 0;
    if (kind.find_first_not_of("ul") != StringRef::npos ||
        rank >= std::size(widths) ||
        digits.take_front(suffix).getAsInteger(0, value))
      return written.str();
    const bool isUnsigned = kind.contains('u');
    const bool isDecimal = digits.front() != '0' || digits.size() == 1;
    const auto fits = [&](unsigned bits) {
      return bits >= 64 || value >> bits == 0;
    };
    bool goesOn = true;
    while (goesOn) {
      const bool fitsSigned = fits(widths[rank] - 1);
      if (!isUnsigned && fitsSigned)
        return llvm::formatv("{0}:{1}", value, rank);
      if ((isUnsigned || !isDecimal) && fits(widths[rank]))
        return llvm::formatv("{0}:u{1}", value, rank);
      goesOn = ++rank < std::size(widths);
    }
    return written.str();
  }

  std::string canonicalFloat(StringRef digits, StringRef written) {
    const bool isLong = digits.consume_back("l");
    const bool isFloat = !isLong && digits.consume_back("f");
    const auto value = valueOf(digits, isLong    ? wide
                                       : isFloat ? llvm::APFloat::IEEEsingle()
                                                 : llvm::APFloat::IEEEdouble());
    if (!value)
      return written.str();
    if (isLong)
      lastWide = digits.str();
    return bitsOf(*value);
  }

  static std::optional<llvm::APFloat> valueOf(StringRef digits,
                                              const llvm::fltSemantics &type) {
    llvm::APFloat value(type);
    auto read =
        value.convertFromString(digits, llvm::APFloat::rmNearestTiesToEven);
    if (read)
      return value;
    llvm::consumeError(read.takeError());
    return std::nullopt;
  }

  static std::string bitsOf(const llvm::APFloat &value) {
    const llvm::APInt bits = value.bitcastToAPInt();
    return llvm::formatv("float:{0}:{1}", bits.getBitWidth(),
                         llvm::toString(bits, 16, /*Signed=*/false));
  }

  static constexpr size_t kShortestAttribute = 5; // [[x]]

  Lexer lexer;
  const llvm::fltSemantics &wide;
  const unsigned longWidth;
  Token token;
  bool isOfSystem = false;
  std::string lastWide; // digits of the last long double
  std::vector<std::string> list;
};

/// A file that is removed at the end; empty if there can be none.
std::string temporaryFile() {
  llvm::SmallString<128> path;
  return llvm::sys::fs::createTemporaryFile("coverme", "i", path)
             ? ""
             : path.str().str();
}

bool run(llvm::ArrayRef<StringRef> command, StringRef output) {
  const auto program = llvm::sys::findProgramByName(command.front());
  const std::optional<StringRef> redirects[] = {"", output, ""};
  return program && llvm::sys::ExecuteAndWait(*program, command, std::nullopt,
                                              redirects, kMaxSeconds) == 0;
}

/// What the clang that has loaded us makes of the same file.
bool runClang(CompilerInstance &clang, StringRef output) {
  CompilerInvocation invocation(clang.getInvocation());
  FrontendOptions &frontend = invocation.getFrontendOpts();
  frontend.ProgramAction = frontend::PrintPreprocessedInput;
  frontend.OutputFile = output.str();
  frontend.Plugins.clear();
  frontend.PluginArgs.clear();
  frontend.AddPluginActions.clear();
  invocation.getCodeGenOpts().PassPlugins.clear();
  invocation.getDependencyOutputOpts() = {};
  invocation.getPreprocessorOutputOpts() = {};
  invocation.getPreprocessorOutputOpts().ShowCPP = 1;
  const std::string program =
      llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  const std::vector<std::string> arguments = invocation.getCC1CommandLine();
  std::vector<StringRef> command = {program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(command, "");
}

} // namespace

bool readsSameText(CompilerInstance &clang) {
  const char *command = std::getenv(COVERME_PREPROCESS_VARIABLE);
  if (!command || *command == '\0' || clang.getLangOpts().Modules ||
      !clang.getPreprocessorOpts().ImplicitPCHInclude.empty())
    return false;
  llvm::SmallVector<StringRef, 32> words;
  StringRef(command).split(words, '\n');
  const std::string theirs = temporaryFile(), ours = temporaryFile();
  const llvm::FileRemover removeTheirs(theirs), removeOurs(ours);
  if (theirs.empty() || ours.empty() || !run(words, theirs) ||
      !runClang(clang, ours))
    return false;
  const auto theirText = llvm::MemoryBuffer::getFile(theirs);
  const auto ourText = llvm::MemoryBuffer::getFile(ours);
  return theirText && ourText &&
         Words(**theirText, clang).all() == Words(**ourText, clang).all();
}

} // namespace coverme::pass

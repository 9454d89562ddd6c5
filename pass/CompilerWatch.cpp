// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompilerWatch.h"

#include "GccCondition.h"
#include "HeaderMacros.h"
#include "SystemHeaders.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <memory>
#include <utility>

using namespace clang;

namespace coverme::pass {
namespace {

/// Is defined by clang, and not by each version of gcc.
bool isOfClang(llvm::StringRef macro) {
  return macro.starts_with_insensitive("__clang") ||
         macro.starts_with("__llvm") || macro.starts_with("__FPCLASS_") ||
         macro.starts_with("__MEMORY_SCOPE_") ||
         macro.starts_with("__OPENCL_") || macro.starts_with("__STDC_EMBED_") ||
         macro.starts_with("__tune_") || macro.contains("_FMT") ||
         macro.starts_with("__is_target_") || macro.ends_with("_C_SUFFIX__") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__LITTLE_ENDIAN__", "__BIG_ENDIAN__", true)
             .Cases("__FLOAT128__", "__BITINT_MAXWIDTH__", true)
             .Cases("__BOOL_WIDTH__", "__LLONG_WIDTH__", true)
             .Cases("__POINTER_WIDTH__", "__UINTMAX_WIDTH__", true)
             .Cases("__UINTPTR_WIDTH__", "__WINT_UNSIGNED__", true)
             .Cases("__NO_MATH_INLINES", "__CONSTANT_CFSTRINGS__", true)
             .Cases("__has_feature", "__has_extension", true)
             .Cases("__has_warning", "__has_declspec_attribute", true)
             .Cases("__is_identifier", "__private_extern__", true)
             .Cases("__has_embed", "__building_module", true)
             .Cases("__OBJC_BOOL_IS_BOOL", "__seg_fs", "__seg_gs", true)
             .Cases("__WCHAR_UNSIGNED__", "_WCHAR_T_DEFINED", true)
             .Case("_NATIVE_WCHAR_T_DEFINED", true)
             .Default(false);
}

/// Is defined by gcc, ahead of all headers; a header may do so for both.
bool isOfGcc(llvm::StringRef macro) {
  return macro.starts_with("__GCC_") || macro.starts_with("__DEC") ||
         macro.starts_with("__FLT32") || macro.starts_with("__FLT64") ||
         macro.starts_with("__FLT128_") || macro.starts_with("__ATOMIC_HLE_") ||
         macro.starts_with("__STDC_IEC_") ||
         macro.starts_with("__FP_FAST_FMA") ||
         macro.ends_with("_IS_IEC_60559__") ||
         macro.ends_with("_EXECUTION_CHARSET_NAME") ||
         (macro.ends_with("_C") &&
          (macro.starts_with("__INT") || macro.starts_with("__UINT"))) ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__FLOAT_WORD_ORDER__", "__SIZEOF_FLOAT80__", true)
             .Cases("__ASSOCIATIVE_MATH__", "__RECIPROCAL_MATH__", true)
             .Cases("__NO_SIGNED_ZEROS__", "__NO_TRAPPING_MATH__", true)
             .Cases("__ROUNDING_MATH__", "__SUPPORT_SNAN__", true)
             .Cases("__LONG_DOUBLE_64__", "__LONG_DOUBLE_128__", true)
             .Case("__FLT_EVAL_METHOD_TS_18661_3__", true)
             .Cases("__LONG_LONG_WIDTH__", "__SCHAR_WIDTH__", true)
             .Cases("__MMX_WITH_SSE__", "__SIG_ATOMIC_TYPE__", true)
             .Cases("__SIG_ATOMIC_MIN__", "__WCHAR_MIN__", true)
             .Cases("__WINT_MIN__", "__STDC_ISO_10646__", true)
             .Cases("__HAVE_SPECULATION_SAFE_VALUE", "_STDC_PREDEF_H", true)
             .Default(false);
}

/// Is in the <float.h> of one compiler, or in that of a later standard?
bool isOfOneFloatHeader(llvm::StringRef macro) {
  return ((macro.starts_with("FLT_") || macro.starts_with("DBL_") ||
           macro.starts_with("LDBL_")) &&
          (macro.ends_with("_NORM_MAX") || macro.ends_with("_SNAN") ||
           macro.ends_with("_IS_IEC_60559"))) ||
         macro.starts_with("FLT16_") || macro.starts_with("FLT32_") ||
         macro.starts_with("FLT64_") || macro.starts_with("FLT128_");
}

/// Do the headers of each compiler define it that C has, by C17 and earlier?
bool isOfEachHeader(llvm::StringRef macro, const LangOptions &language) {
  const bool isOfOldWord =
      llvm::StringSwitch<bool>(macro)
          .Cases("bool", "true", "false", "alignas", "alignof", true)
          .Cases("static_assert", "thread_local", "noreturn", true)
          .Default(false);
  return (isOfOldWord && !language.C23) || macro.ends_with("_MIN") ||
         macro.ends_with("_MAX") || macro.starts_with("FLT_") ||
         macro.starts_with("DBL_") || macro.starts_with("LDBL_") ||
         macro.starts_with("__") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("CHAR_BIT", "DECIMAL_DIG", "NULL", "offsetof", true)
             .Cases("va_start", "va_arg", "va_end", "va_copy", true)
             .Cases("and", "and_eq", "bitand", "bitor", "compl", true)
             .Cases("not", "not_eq", "or", "or_eq", "xor", "xor_eq", true)
             .Default(false);
}

/// Keeps a compiler's own header from being read twice, or a type of it from
/// being defined twice: each compiler has names of its own for that.
bool isGuardOfHeader(llvm::StringRef macro) {
  if (!macro.starts_with("_"))
    return false;
  const llvm::StringRef name = macro.trim('_');
  const auto isOfType = [&](llvm::StringRef type) {
    llvm::StringRef rest = name;
    return rest.consume_front(type) && (rest.empty() || rest.front() == '_');
  };
  return macro.starts_with("_GCC_") ||
         (macro.starts_with("__CLANG_") && macro.ends_with("_H")) ||
         isOfType("SIZE_T") || isOfType("PTRDIFF_T") || isOfType("WCHAR_T") ||
         isOfType("T_SIZE") || isOfType("T_PTRDIFF") || isOfType("T_WCHAR") ||
         isOfType("VA_LIST") ||
         llvm::StringSwitch<bool>(name)
             .Cases("STDDEF_H", "STDARG_H", "FLOAT_H", "LIMITS_H", true)
             .Cases("STDBOOL_H", "STDALIGN_H", "STDATOMIC_H", true)
             .Cases("STDNORETURN_H", "ISO646_H", "ANSI_STDDEF_H", true)
             .Cases("ANSI_STDARG_H", "SIZET", "size_t", "WCHAR", true)
             .Cases("BSD_SIZE_T", "BSD_PTRDIFF_T", "BSD_WCHAR_T", true)
             .Cases("int_size_t_h", "int_ptrdiff_t_h", "INT_WCHAR_T_H", true)
             .Default(false);
}

/// Tells apart sets of options that change no meaning, of which those of a
/// replay are one.
bool isOfOptions(llvm::StringRef macro) {
  return macro.starts_with("__SSP_") || macro.starts_with("__SANITIZE_") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__OPTIMIZE__", "__OPTIMIZE_SIZE__", true)
             .Cases("__NO_INLINE__", "__SSP__", "__CET__", true)
             .Cases("__PIC__", "__pic__", "__PIE__", "__pie__", true)
             .Default(false);
}

/// Tells compilers apart by being defined.
bool isOfOneCompiler(llvm::StringRef macro, bool isDefined) {
  return isOfClang(macro) || (isOfGcc(macro) && !isDefined) ||
         macro.starts_with("__GCC_") || macro.starts_with("__cpp_") ||
         isOfOptions(macro) || isOfOneFloatHeader(macro) ||
         isGuardOfHeader(macro) || macro == "__CHAR8_TYPE__";
}

/// Without a C library, headers of the compiler's own choose fast types, and
/// types of constants that are less than int.
bool isOfFreestanding(llvm::StringRef name) {
  name.consume_front("atomic_");
  name.consume_front_insensitive("u");
  const bool isOfInteger = name.consume_front_insensitive("int");
  return name == "MB_LEN_MAX" ||
         (isOfInteger &&
          (name.starts_with_insensitive("_fast") || name.starts_with("8_") ||
           name.starts_with("16_") || name.starts_with("_LEAST")));
}

/// Tells compilers, or compilations, apart by its value.
bool hasValueOfCompiler(llvm::StringRef macro, const LangOptions &language) {
  // Of what is not yet a standard, each version of a compiler has its own.
  if (macro == "__STDC_VERSION__")
    return language.C23;
  if (macro == "__cplusplus")
    return language.CPlusPlus23;
  if (language.Freestanding && isOfFreestanding(macro))
    return true;
  return isOfOneCompiler(macro, /*isDefined=*/true) ||
         macro.starts_with("__INT_FAST") || macro.starts_with("__UINT_FAST") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", true)
             // An int, or an unsigned long.
             .Cases("__GNUG__", "__STDCPP_DEFAULT_NEW_ALIGNMENT__", true)
             .Cases("__VERSION__", "__COUNTER__", true)
             // In C, no constant expression has a part of a text.
             .Cases("__DATE__", "__TIME__", "__TIMESTAMP__",
                    language.CPlusPlus != 0)
             .Cases("__has_builtin", "__has_attribute",
                    "__has_constexpr_builtin", true)
             .Cases("__GNUC_PREREQ", "__glibc_clang_prereq",
                    "__GXX_ABI_VERSION", "__BIGGEST_ALIGNMENT__", true)
             .Cases("__has_c_attribute", "__has_cpp_attribute", true)
             .Cases("_OPENMP", "__INCLUDE_LEVEL__", "__BASE_FILE__", true)
             .Default(false);
}

/// Says more to clang than to gcc in an old language, or less to it under a
/// flag.
bool isByLanguage(llvm::StringRef macro, const LangOptions &language) {
  if (macro == "_REENTRANT")
    return language.OpenMP != 0;
  if (macro.starts_with("__STDC_UTF_"))
    return !language.C11 && !language.CPlusPlus11;
  return macro.starts_with("__STDCPP_") && !language.CPlusPlus17;
}

/// Is it a processor's name, or a feature that no flag names? Which features a
/// processor has, and which ones another brings along, is in each compiler's
/// own table.
bool isOfProcessor(llvm::StringRef macro, const TargetInfo &target,
                   bool isDefined) {
  const TargetOptions &options = target.getTargetOpts();
  const bool isPlain = options.CPU == "x86-64";
  if (!macro.consume_front("__") ||
      (isPlain && options.FeaturesAsWritten.empty()))
    return false;
  macro.consume_back("__");
  std::string name = macro.lower();
  std::replace(name.begin(), name.end(), '_', '-');
  if (target.isValidCPUName(name))
    return true;
  std::replace(name.begin(), name.end(), '-', '.'); // sse4.2
  const bool isFeature =
      target.isValidFeatureName(name) ||
      llvm::StringSwitch<bool>(name)
          .Cases("3dnow", "3dnow.a", "abm", "sgx", "prefetchwt1", true)
          .Cases("avx512er", "avx512pf", true)
          .Default(false);
  const bool isOfAll = llvm::StringSwitch<bool>(name)
                           .Cases("mmx", "sse", "sse2", "fxsr", true)
                           .Default(false);
  return isFeature && !isOfAll && (isDefined || !isPlain) &&
         !llvm::is_contained(options.FeaturesAsWritten, "+" + name) &&
         !llvm::is_contained(options.FeaturesAsWritten, "-" + name);
}

/// Is it a header of the implementation's, wherever it lies, by its name in
/// `#include <...>`? One libc may be compiled against the headers of another.
bool isOfImplementation(StringRef header) {
  if (!header.consume_back(".h"))
    return header.find_first_of("./") == StringRef::npos; // of C++
  return header.starts_with("sys/") || header.starts_with("machine/") ||
         header.starts_with("bits/") ||
         llvm::StringSwitch<bool>(header)
             .Cases("assert", "complex", "ctype", "errno", "fenv", true)
             .Cases("float", "inttypes", "iso646", "limits", "locale", true)
             .Cases("math", "setjmp", "signal", "stdalign", "stdarg", true)
             .Cases("stdatomic", "stdbool", "stddef", "stdint", "stdio", true)
             .Cases("stdlib", "stdnoreturn", "string", "tgmath", true)
             .Cases("threads", "time", "uchar", "wchar", "wctype", true)
             .Cases("features", "ieeefp", "strings", "unistd", true)
             .Default(false);
}

/// One that gcc has beside its own of C's.
bool isHeaderOfGcc(StringRef header) {
  return llvm::StringSwitch<bool>(header)
      .Cases("quadmath.h", "quadmath_weak.h", "openacc.h", "omp.h", true)
      .Cases("gcov.h", "stdfix.h", "acc_prof.h", "cross-stdarg.h", true)
      .Default(false);
}

/// Is it another one each time, or with each set of options?
bool isOfCompilation(StringRef macro) {
  return isOfOptions(macro) ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__DATE__", "__TIME__", "__TIMESTAMP__", true)
             .Cases("__BASE_FILE__", "__INCLUDE_LEVEL__", "__COUNTER__", true)
             .Cases("_OPENMP", "_REENTRANT", true)
             .Default(false);
}

/// Has it the name of what is a _Float32, _Float64, _Float32x or _Float64x?
bool mayHaveTypeOfWidth(llvm::StringRef word) {
  return word.contains_insensitive("f32") || word.contains_insensitive("f64") ||
         word.starts_with("FLT32") || word.starts_with("FLT64");
}

class MacroWatch : public PPCallbacks {
public:
  MacroWatch(Preprocessor &preprocessor, CompilerWatch &found)
      : preprocessor(preprocessor), found(found),
        headers(preprocessor.getSourceManager(), preprocessor.getLangOpts()) {}

  void InclusionDirective(SourceLocation, const Token &, StringRef name,
                          bool isAngled, CharSourceRange,
                          OptionalFileEntryRef file, StringRef, StringRef,
                          const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    // A name without a dot is that of a header of C++, or of anybody's.
    if (file && isAngled && isOfImplementation(name) &&
        (name.contains('.') || isHeaderOfSystem(file->getName())))
      implementation.insert(*file);
  }
  // In C23, gcc still replaces trigraphs unless extensions are on.
  void FileChanged(SourceLocation place, FileChangeReason change,
                   SrcMgr::CharacteristicKind, FileID) override {
    const LangOptions &language = preprocessor.getLangOpts();
    if (change == EnterFile && language.C23 && !language.GNUMode &&
        preprocessor.getSourceManager()
            .getBufferData(preprocessor.getSourceManager().getFileID(place))
            .contains("??"))
      note(place, "trigraphs");
  }
  void MacroExpands(const Token &name, const MacroDefinition &macro,
                    SourceRange, const MacroArgs *arguments) override {
    const StringRef what = name.getIdentifierInfo()->getName();
    if (hasValueOfCompiler(what, preprocessor.getLangOpts()) ||
        isByFlags(what, /*isDefined=*/true))
      note(name);
    if (mayHaveTypeOfWidth(what) &&
        isOfSystem(macro.getMacroInfo()->getDefinitionLoc()))
      note(name.getLocation(), what, &CompilerWatch::reason);
    if (arguments && dropsComma(*macro.getMacroInfo(), *arguments))
      note(name.getLocation(), "the comma of `, ##__VA_ARGS__`");
    if (arguments && makesTextOfCompiler(*macro.getMacroInfo(), *arguments))
      note(name.getLocation(), what, &CompilerWatch::reason);
  }
  void If(SourceLocation place, SourceRange condition,
          ConditionValueKind value) override {
    headers.begin(place, noteCondition(place, condition, value));
  }
  void Elif(SourceLocation place, SourceRange condition,
            ConditionValueKind value, SourceLocation) override {
    headers.goOn(place, /*isElse=*/false,
                 noteCondition(place, condition, value));
  }
  void Ifdef(SourceLocation place, const Token &name,
             const MacroDefinition &macro) override {
    headers.begin(place, noteAsked(place, name, macro));
  }
  void Ifndef(SourceLocation place, const Token &name,
              const MacroDefinition &macro) override {
    headers.begin(place, noteAsked(place, name, macro));
  }
  // What a compiler does not know it passes over in a group that it leaves out,
  // and takes the next #else for this group's.
  void Elifdef(SourceLocation place, const Token &,
               const MacroDefinition &) override {
    noteElifdef(place);
  }
  void Elifdef(SourceLocation place, SourceRange, SourceLocation) override {
    noteElifdef(place);
  }
  void Elifndef(SourceLocation place, const Token &,
                const MacroDefinition &) override {
    noteElifdef(place);
  }
  void Elifndef(SourceLocation place, SourceRange, SourceLocation) override {
    noteElifdef(place);
  }
  void Else(SourceLocation place, SourceLocation) override {
    headers.goOn(place, /*isElse=*/true, /*mayDiffer=*/false);
  }
  void Endif(SourceLocation place, SourceLocation) override {
    headers.end(place);
  }
  void MacroDefined(const Token &name, const MacroDirective *) override {
    headers.define(name, isOfLibrary(name.getLocation()));
  }
  void Defined(const Token &name, const MacroDefinition &macro,
               SourceRange) override {
    noteAsked(name.getLocation(), name, macro);
  }
  // Compilers have headers of their own; those of the standard all have.
  void HasInclude(SourceLocation place, StringRef name, bool isAngled,
                  OptionalFileEntryRef file,
                  SrcMgr::CharacteristicKind) override {
    const bool isOfAll = file && (!file->getName().starts_with(resources()) ||
                                  isOfImplementation(name));
    if (isAngled ? !isOfAll : isHeaderOfGcc(name))
      note(place, "__has_include for " + name.str());
  }

private:
  /// May others answer otherwise, in a header that they share?
  bool noteAsked(SourceLocation place, const Token &name,
                 const MacroDefinition &macro) {
    if (!name.getIdentifierInfo() ||
        !mayBeDefinedByOne(name.getIdentifierInfo()->getName(),
                           macro.getMacroInfo()))
      return false;
    note(name);
    return isOfLibrary(place) &&
           !isGuardOfHeader(name.getIdentifierInfo()->getName());
  }

  void noteElifdef(SourceLocation place) {
    note(place, "#elifdef");
    headers.goOn(place, /*isElse=*/false, isOfLibrary(place));
  }

  /// `macro` is null where clang has none.
  bool mayBeDefinedByOne(StringRef name, const MacroInfo *macro) const {
    // In C++, each compiler has one of these.
    const bool isOfInline =
        preprocessor.getLangOpts().CPlusPlus &&
        (name == "__GNUC_GNU_INLINE__" || name == "__GNUC_STDC_INLINE__");
    // gcc tells whether -mfma is on by these, which clang never does.
    const bool isOfFma = name.starts_with("FP_FAST_FMA") &&
                         preprocessor.isMacroDefined("__FMA__");
    return isOfInline || isOfFma || isOfOneCompiler(name, macro != nullptr) ||
           isByFlags(name, macro != nullptr) || headers.isOfOne(name) ||
           (macro != nullptr &&
            (isByAtomics(*macro) || isOfOwnHeader(name, *macro)));
  }

  /// What is not defined is 0, without being asked for.
  bool mayHaveOtherValue(StringRef name) const {
    if (headers.mayVary(name))
      return true;
    if (!preprocessor.isMacroDefined(name))
      return isOfGcc(name) || isByFlags(name, /*isDefined=*/false);
    return hasValueOfCompiler(name, preprocessor.getLangOpts()) ||
           isByFlags(name, /*isDefined=*/true);
  }

  bool isByFlags(StringRef macro, bool isDefined) const {
    return isByLanguage(macro, preprocessor.getLangOpts()) ||
           isOfProcessor(macro, preprocessor.getTargetInfo(), isDefined);
  }

  /// Is it defined because clang's <stdatomic.h> includes another header? gcc's
  /// includes none.
  bool isByAtomics(const MacroInfo &macro) const {
    const SourceManager &sources = preprocessor.getSourceManager();
    for (SourceLocation place =
             sources.getIncludeLoc(sources.getFileID(macro.getDefinitionLoc()));
         place.isValid();
         place = sources.getIncludeLoc(sources.getFileID(place)))
      if (sources.getFilename(place).ends_with("/stdatomic.h"))
        return true;
    return false;
  }

  /// Is it defined by a header of clang's own, and perhaps not by gcc's?
  bool isOfOwnHeader(StringRef name, const MacroInfo &macro) const {
    return preprocessor.getSourceManager()
               .getFilename(macro.getDefinitionLoc())
               .starts_with(resources()) &&
           !isOfEachHeader(name, preprocessor.getLangOpts()) &&
           !headers.isOfAll(name);
  }

  StringRef resources() const {
    return preprocessor.getHeaderSearchInfo().getHeaderSearchOpts().ResourceDir;
  }

  /// Does `, ## __VA_ARGS__` of a macro with `...` alone stand for nothing?
  /// In a standard's own mode, gcc keeps the comma.
  bool dropsComma(const MacroInfo &macro, const MacroArgs &arguments) const {
    return !preprocessor.getLangOpts().GNUMode && macro.hasCommaPasting() &&
           macro.getNumParams() == 1 &&
           arguments.getUnexpArgument(0)->is(tok::eof);
  }

  /// Does the macro make a text of what another stands for that the compiler
  /// or its headers define? 0x7fffffff is 2147483647 to others.
  bool makesTextOfCompiler(const MacroInfo &macro,
                           const MacroArgs &arguments) const {
    for (unsigned i = 0; i + 1 < macro.getNumTokens(); ++i) {
      const Token &token = macro.getReplacementToken(i);
      if (!token.isOneOf(tok::hash, tok::hashat))
        continue;
      const int parameter = macro.getParameterNum(
          macro.getReplacementToken(i + 1).getIdentifierInfo());
      if (parameter < 0)
        continue;
      for (const Token *word = arguments.getUnexpArgument(parameter);
           word->isNot(tok::eof); ++word)
        if (isOfCompiler(*word))
          return true;
    }
    return false;
  }

  /// A text that a macro makes is that of a place, or of a time.
  bool isOfCompiler(const Token &word) const {
    const SourceManager &sources = preprocessor.getSourceManager();
    const SourceLocation place = sources.getSpellingLoc(word.getLocation());
    if (word.is(tok::string_literal) && sources.isWrittenInScratchSpace(place))
      return true;
    return sources.isWrittenInBuiltinFile(place) ||
           sources.getFilename(place).starts_with(resources());
  }

  void note(const Token &name) {
    note(name.getLocation(), name.getIdentifierInfo()->getName());
  }

  void note(SourceLocation at, StringRef what) {
    note(at, what,
         isOfCompilation(what) ? &CompilerWatch::reason
                               : &CompilerWatch::ofText);
  }

  void note(SourceLocation at, StringRef what,
            std::string CompilerWatch::*kind) {
    const SourceManager &sources = preprocessor.getSourceManager();
    SourceLocation place = sources.getSpellingLoc(at);
    if (sources.isWrittenInScratchSpace(place)) // `<NAME>` out of a macro
      place = sources.getExpansionLoc(at);
    if (!(found.*kind).empty() || sources.isWrittenInBuiltinFile(place) ||
        isOfSystem(place))
      return;
    CompilerWatch &watch =
        preprocessor.isParsingIfOrElifDirective() ? ofCondition : found;
    watch.*kind = "it depends on the compiler by " + what.str();
  }

  /// What a condition asks counts unless each gcc has the same answer. May
  /// others answer otherwise, in a header that they share?
  bool noteCondition(SourceLocation place, SourceRange condition,
                     ConditionValueKind value) {
    const StringRef text = Lexer::getSourceText(
        CharSourceRange::getTokenRange(condition),
        preprocessor.getSourceManager(), preprocessor.getLangOpts());
    const bool ofSystem = isOfSystem(place);
    const auto mayDiffer = [&](StringRef name, bool isDefined) {
      return isDefined
                 ? !(ofSystem && isGuardOfHeader(name)) &&
                       mayBeDefinedByOne(
                           name, preprocessor.getMacroInfo(
                                     preprocessor.getIdentifierInfo(name)))
                 : mayHaveOtherValue(name);
    };
    const bool isAlike =
        holdsInGcc(text, preprocessor, mayDiffer) == (value == CVK_True);
    if (!isAlike && !ofSystem) {
      if (found.reason.empty())
        found.reason = ofCondition.reason;
      if (found.ofText.empty())
        found.ofText = ofCondition.ofText;
      for (StringRef rest = text; !rest.empty();) {
        rest = rest.drop_until(isNameStart);
        const StringRef name = rest.take_while(isNamePart);
        rest = rest.drop_front(name.size());
        if (!name.empty() && !preprocessor.isMacroDefined(name) &&
            mayHaveOtherValue(name))
          note(condition.getBegin(), name);
      }
    }
    ofCondition = {};
    return !isAlike && isOfLibrary(place) && value != CVK_NotEvaluated;
  }

  /// In a header of the system that compilers share?
  bool isOfLibrary(SourceLocation place) const {
    return isOfSystem(place) &&
           !preprocessor.getSourceManager().getFilename(place).starts_with(
               resources());
  }

  bool isOfSystem(SourceLocation place) const {
    return isInHeaderOfSystem(preprocessor.getSourceManager(), place) ||
           isInImplementation(place);
  }

  static bool isNameStart(char each) { return isAsciiIdentifierStart(each); }
  static bool isNamePart(char each) { return isAsciiIdentifierContinue(each); }

  /// In a header of the implementation, or in what such a one includes?
  bool isInImplementation(SourceLocation place) const {
    const SourceManager &sources = preprocessor.getSourceManager();
    for (; place.isValid();
         place = sources.getIncludeLoc(sources.getFileID(place))) {
      const auto file = sources.getFileEntryRefForID(sources.getFileID(place));
      if (file && implementation.contains(*file))
        return true;
    }
    return false;
  }

  Preprocessor &preprocessor;
  CompilerWatch &found;
  CompilerWatch ofCondition; // reasons of the one that is parsed
  HeaderMacros headers;
  llvm::SmallPtrSet<const FileEntry *, 32> implementation;
};

/// Means something to gcc, and is passed over by clang.
bool isAttributeOfGcc(llvm::StringRef name) {
  name.consume_front("__");
  name.consume_back("__");
  return llvm::StringSwitch<bool>(name)
      .Cases("scalar_storage_order", "noinit", "persistent", "hardbool", true)
      .Cases("gcc_struct", "ms_struct", true)
      .Default(false);
}

/// The same of a function, all of it or a part (`target("fpmath=387")`).
bool isFunctionAttributeOfGcc(llvm::StringRef name) {
  name.consume_front("__");
  name.consume_back("__");
  return llvm::StringSwitch<bool>(name)
      .Cases("optimize", "target", "target_clones", true)
      .Default(false);
}

/// Means something to clang, and is passed over by gcc.
bool isAttributeOfClang(llvm::StringRef name) {
  name.consume_front("__");
  name.consume_back("__");
  return llvm::StringSwitch<bool>(name)
      .Cases("ext_vector_type", "matrix_type", "address_space", true)
      .Cases("enable_if", "overloadable", "internal_linkage", true)
      .Cases("pass_object_size", "pass_dynamic_object_size", true)
      .Cases("loader_uninitialized", "uninitialized", true)
      .Default(false);
}

/// To be said ahead of a definition: behind it, gcc heeds it, and clang does
/// not.
bool isLateAttribute(llvm::StringRef name) {
  name.consume_front("__");
  name.consume_back("__");
  return llvm::StringSwitch<bool>(name)
      .Cases("weak", "weak_import", "constructor", "destructor", true)
      .Cases("used", "retain", "section", "gnu_inline", true)
      .Default(false);
}

/// A type of its own to gcc, and another name of one to clang; or a question
/// that compilers answer differently for initializers of local constants.
bool isWordOfCompiler(llvm::StringRef word, const LangOptions &language) {
  if (language.Freestanding && word.contains("int_fast") &&
      isOfFreestanding(word))
    return true;
  // C++ has none; what is converted to one is each compiler's choice.
  if (language.CPlusPlus && (word == "_Complex" || word.contains("__complex")))
    return true;
  return llvm::StringSwitch<bool>(word)
      .Cases("_Float32", "_Float64", "_Float32x", "_Float64x", true)
      .Cases("is_constant_evaluated", "__builtin_is_constant_evaluated", true)
      .Case("consteval", true)
      .Default(false);
}

/// A question about a class that gcc's library answers otherwise, or gcc
/// itself.
bool isTraitOfCompiler(llvm::StringRef word) {
  word.consume_front("__");
  word.consume_back("_v");
  return llvm::StringSwitch<bool>(word)
      .Cases("is_standard_layout", "is_literal_type", "is_pod", true)
      .Cases("is_aggregate", "has_unique_object_representations", true)
      .Cases("is_layout_compatible", "is_corresponding_member", true)
      .Cases("is_pointer_interconvertible_base_of",
             "is_pointer_interconvertible_with_class", true)
      .Default(false);
}

/// The same of a concept, which shares its name with anybody's variables.
bool isConceptOfCompiler(llvm::StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("default_initializable", "semiregular", "regular", true)
      .Default(false);
}

/// Finds such ones among the tokens, attributes of one compiler in
/// `__attribute__((...))` and `[[...]]`, pragmas by which clang alone lays out
/// structs and calculates, and numbers whose type is each compiler's.
class AttributeWatch {
public:
  AttributeWatch(Preprocessor &preprocessor, CompilerWatch &found)
      : preprocessor(preprocessor), found(found), reason(found.reason) {}

  void operator()(const Token &token) {
    // With -fcoverage-mapping, directives and what they skip come here, too.
    if (token.is(tok::raw_identifier))
      return;
    if (token.isOneOf(tok::annot_pragma_align, tok::annot_pragma_msstruct,
                      tok::annot_pragma_fp, tok::annot_pragma_float_control,
                      tok::annot_pragma_fenv_round,
                      tok::annot_pragma_attribute) &&
        reason.empty() && !isOfSystem(token))
      reason = "it has a pragma that clang alone understands";
    if (token.is(tok::annot_pragma_openmp) && !isOfSystem(token))
      found.directives.push_back(token.getLocation());
    if (isAfterWeak && token.is(tok::identifier))
      found.weakened.emplace_back(token.getIdentifierInfo(),
                                  token.getLocation());
    isAfterWeak = token.is(tok::annot_pragma_weak);
    if (token.is(tok::numeric_constant) && reason.empty() &&
        isBeyondLong(token) && !isOfSystem(token))
      reason =
          "compilers differ in the type of a number that fits no long long";
    if (reason.empty() && !token.isAnnotation() && token.getIdentifierInfo() &&
        isWordOfCompiler(token.getIdentifierInfo()->getName(),
                         preprocessor.getLangOpts()) &&
        !isOfSystem(token))
      reason = "compilers differ in what " +
               token.getIdentifierInfo()->getName().str() + " means";
    if (token.is(tok::numeric_constant) && reason.empty() &&
        preprocessor.getLangOpts().CPlusPlus && !isOfSystem(token) &&
        isImaginary(token))
      reason = "compilers differ in what becomes of an imaginary number";
    if (token.is(tok::identifier) && reason.empty() &&
        mayHaveTypeOfWidth(token.getIdentifierInfo()->getName()) &&
        !isExpandedInSystem(token))
      found.namesOfWidths.insert(token.getIdentifierInfo());
    noteTemplates(token);
    noteSizes(token);
    const bool opens = token.isOneOf(tok::l_paren, tok::l_square);
    const bool aligns = token.isOneOf(tok::kw__Alignas, tok::kw_alignas);
    if (token.is(tok::kw___attribute) || aligns ||
        (depth == 0 && wasSquare && token.is(tok::l_square))) {
      isInside = true;
      isAlignment = aligns;
      depth = token.is(tok::l_square) ? 2 : 0;
    } else if (isInside && opens) {
      ++depth;
    } else if (isInside && token.isOneOf(tok::r_paren, tok::r_square)) {
      isInside = --depth > 0;
    } else if (isInside && !isAlignment && depth == 2 &&
               !token.isAnnotation() && token.getIdentifierInfo()) {
      const llvm::StringRef name = token.getIdentifierInfo()->getName();
      found.lateAttributes += isLateAttribute(name) && !isOfSystem(token);
      if (isFunctionAttributeOfGcc(name) && !isOfSystem(token))
        found.functionAttributes.push_back({token.getLocation(), name.str()});
      const bool isForGcc = isAttributeOfGcc(name);
      if (reason.empty() && (isForGcc || isAttributeOfClang(name)) &&
          !isOfSystem(token))
        reason = llvm::formatv("it has an attribute that {0} alone "
                               "understands: {1}",
                               isForGcc ? "gcc" : "clang", name);
    }
    wasSquare = token.is(tok::l_square);
  }

private:
  bool isOfSystem(const Token &token) const {
    return isInHeaderOfSystem(preprocessor.getSourceManager(),
                              token.getLocation());
  }

  /// The headers make most of such names by pasting.
  bool isExpandedInSystem(const Token &token) const {
    const SourceManager &sources = preprocessor.getSourceManager();
    return isInHeaderOfSystem(sources,
                              sources.getExpansionLoc(token.getLocation()));
  }

  /// Questions about what is known, in the size of an array, an index or an
  /// alignment. Elsewhere they are looked for in functions and initializers.
  void noteSizes(const Token &token) {
    squares += token.is(tok::l_square) ? 1 : 0;
    squares -= token.is(tok::r_square) && squares != 0 ? 1 : 0;
    const StringRef word = !token.isAnnotation() && token.getIdentifierInfo() &&
                                   (squares != 0 || isInside)
                               ? token.getIdentifierInfo()->getName()
                               : "";
    if (reason.empty() && !isOfSystem(token) &&
        (word == "__builtin_constant_p" || word == "__builtin_object_size" ||
         word == "__builtin_dynamic_object_size"))
      reason = "compilers differ in the values that they know";
  }

  /// Traits of classes, but where they are only asserted, and, ahead of C++17,
  /// parameters that are templates: clang lets more match them.
  void noteTemplates(const Token &token) {
    const LangOptions &language = preprocessor.getLangOpts();
    if (!language.CPlusPlus || token.isAnnotation())
      return;
    const bool isParameter =
        token.is(tok::kw_template) && (wasLess || wasComma);
    if (reason.empty() && isParameter && !language.CPlusPlus17 &&
        !isOfSystem(token))
      reason =
          "compilers differ in what matches a parameter that is a template";
    const StringRef word =
        token.getIdentifierInfo() ? token.getIdentifierInfo()->getName() : "";
    if (reason.empty() && assertion == 0 &&
        (isTraitOfCompiler(word) || (wasScope && isConceptOfCompiler(word))) &&
        !isOfSystem(token))
      reason = "compilers differ in what " + word.str() + " says of a class";
    if (token.is(tok::kw_static_assert))
      assertion = 1;
    else if (assertion != 0 && token.is(tok::l_paren))
      ++assertion;
    else if (assertion != 0 && token.is(tok::r_paren) && --assertion == 1)
      assertion = 0;
    wasLess = token.is(tok::less);
    wasComma = token.is(tok::comma);
    wasScope = token.is(tok::coloncolon);
  }

  /// Is the number one of the type _Complex? `1i` of C++'s <complex> looks so.
  bool isImaginary(const Token &token) const {
    const std::string number = preprocessor.getSpelling(token);
    const StringRef suffix =
        StringRef(number).substr(number.find_last_of("0123456789.") + 1);
    return suffix.find_first_of("ijIJ") != StringRef::npos &&
           suffix.find_first_not_of("ijIJfFlLuU") == StringRef::npos;
  }

  /// Is it a decimal number with a signed type, greater than all of these?
  bool isBeyondLong(const Token &token) const {
    constexpr unsigned kDigits = 19; // of the greatest
    if (token.getLength() < kDigits)
      return false;
    std::string digits = preprocessor.getSpelling(token);
    llvm::erase(digits, '\'');
    const StringRef all = digits;
    const StringRef number = all.take_while(isDigit);
    const StringRef suffix = all.drop_front(number.size());
    if (number.empty() || number.front() == '0' ||
        suffix.find_first_not_of("lL") != StringRef::npos)
      return false;
    int64_t value = 0;
    return number.getAsInteger(10, value);
  }

  Preprocessor &preprocessor;
  CompilerWatch &found;
  std::string &reason;
  bool isInside = false, isAlignment = false; // an attribute, or alignas
  bool wasSquare = false, isAfterWeak = false;
  bool wasLess = false, wasComma = false, wasScope = false;
  unsigned squares = 0;   // brackets that are open
  unsigned assertion = 0; // parentheses of a static_assert, and one for itself
  unsigned depth = 0;
};

/// A pragma that means something to gcc, and is passed over by clang.
class PragmaOfGcc : public PragmaHandler {
public:
  PragmaOfGcc(llvm::StringRef name, std::string &reason)
      : PragmaHandler(name), reason(reason) {}

  void HandlePragma(Preprocessor &, PragmaIntroducer, Token &) override {
    if (reason.empty())
      reason = "it has a pragma that gcc alone understands: " + getName().str();
  }

private:
  std::string &reason;
};

} // namespace

void watchForCompilers(Preprocessor &preprocessor, CompilerWatch &found) {
  std::string &reason = found.reason;
  preprocessor.addPPCallbacks(
      std::make_unique<MacroWatch>(preprocessor, found));
  preprocessor.setTokenWatcher(AttributeWatch(preprocessor, found));
  for (const char *name : {"optimize", "target"})
    preprocessor.AddPragmaHandler("GCC", new PragmaOfGcc(name, reason));
  preprocessor.AddPragmaHandler(
      new PragmaOfGcc("scalar_storage_order", reason));
}

} // namespace coverme::pass

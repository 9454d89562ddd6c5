// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GccCondition.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringSwitch.h"

#include <cstdint>
#include <vector>

using namespace clang;
using llvm::StringRef;

namespace coverme::pass {
namespace {

struct Range {
  int64_t least, most;

  bool isExact() const { return least == most; }
};

/// Nullopt: it may be any number.
using Number = std::optional<Range>;

std::optional<bool> truthOf(const Number &value) {
  if (value && (value->least > 0 || value->most < 0))
    return true;
  return value && value->isExact() ? std::optional(false) : std::nullopt;
}

Number valueOf(std::optional<bool> truth) {
  return truth ? Number(Range{*truth, *truth}) : std::nullopt;
}

std::optional<bool> negated(std::optional<bool> truth) {
  return truth ? std::optional(!*truth) : std::nullopt;
}

constexpr int64_t kNewest = 99; // of versions, and of their parts

Number versionOfGcc(StringRef name) {
  return llvm::StringSwitch<Number>(name)
      .Cases("__GNUC__", "__GNUG__", Range{4, kNewest})
      .Cases("__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", Range{0, kNewest})
      .Default(std::nullopt);
}

/// Of a condition, in which macros stand for what they are defined as.
struct Word {
  tok::TokenKind kind; // numeric_constant: `value`
  Number value;
};

class Reading {
public:
  Reading(Preprocessor &preprocessor, MayDiffer mayDiffer)
      : preprocessor(preprocessor), mayDiffer(mayDiffer) {}

  /// False if that is beyond this class.
  bool read(StringRef text) {
    const std::string copy = text.str(); // ends with a zero
    Lexer lexer(SourceLocation(), preprocessor.getLangOpts(), copy.data(),
                copy.data(), copy.data() + copy.size());
    std::vector<Token> tokens;
    Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(tok::eof);
         lexer.LexFromRawLexer(token))
      tokens.push_back(token);
    return addAll(tokens, [](const Token &token) {
      return token.is(tok::raw_identifier) ? token.getRawIdentifier()
                                           : literalOf(token);
    });
  }

  std::vector<Word> words;

private:
  template <class Spelling>
  bool addAll(llvm::ArrayRef<Token> tokens, const Spelling &spelling) {
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (words.size() >= kMostWords)
        return false;
      const Token &token = tokens[i];
      const StringRef text = spelling(token);
      if (token.is(tok::numeric_constant))
        addNumber(text);
      else if (!token.isAnyIdentifier() && !token.getIdentifierInfo())
        words.push_back({token.getKind(), std::nullopt});
      else if (text == "defined") {
        const bool isInParentheses =
            i + 1 < tokens.size() && tokens[i + 1].is(tok::l_paren);
        const size_t name = i + (isInParentheses ? 2 : 1);
        i = name + (isInParentheses ? 1 : 0);
        if (i >= tokens.size())
          return false;
        add(isDefinedInGcc(spelling(tokens[name])));
      } else if (i + 1 < tokens.size() && tokens[i + 1].is(tok::l_paren)) {
        // With arguments: nobody knows.
        if (!skipParentheses(tokens, i))
          return false;
        add(Number());
      } else if (!addMacro(text))
        return false;
    }
    return true;
  }

  static StringRef literalOf(const Token &token) {
    return token.isLiteral()
               ? StringRef(token.getLiteralData(), token.getLength())
               : "";
  }

  static bool skipParentheses(llvm::ArrayRef<Token> tokens, size_t &at) {
    unsigned depth = 0;
    while (++at < tokens.size()) {
      depth += tokens[at].is(tok::l_paren);
      depth -= tokens[at].is(tok::r_paren);
      if (depth == 0)
        return true;
    }
    return false;
  }

  void add(const Number &value) {
    words.push_back({tok::numeric_constant, value});
  }
  void add(std::optional<bool> truth) { add(valueOf(truth)); }

  void addNumber(StringRef text) {
    int64_t number = 0;
    const bool isRead = !text.rtrim("lL").getAsInteger(0, number);
    add(isRead ? Number(Range{number, number}) : std::nullopt);
  }

  std::optional<bool> isDefinedInGcc(StringRef name) const {
    if (name.starts_with("__clang_"))
      return false;
    if (mayDiffer(name, /*isDefined=*/true))
      return std::nullopt;
    return preprocessor.isMacroDefined(name);
  }

  bool addMacro(StringRef name) {
    if (const Number version = versionOfGcc(name)) {
      add(version);
      return true;
    }
    if (mayDiffer(name, /*isDefined=*/false)) {
      add(Number());
      return true;
    }
    const MacroInfo *macro =
        preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
    if (!macro) {
      add(name == "true" ? Number() : Range{0, 0});
      return true;
    }
    if (macro->isFunctionLike() || macro->isBuiltinMacro() ||
        depth == kMostDepth) {
      add(Number());
      return true;
    }
    ++depth;
    const bool isRead = addAll(macro->tokens(), [](const Token &token) {
      const IdentifierInfo *word = token.getIdentifierInfo();
      return word ? word->getName() : literalOf(token);
    });
    --depth;
    return isRead;
  }

  static constexpr unsigned kMostDepth = 16; // of macros in macros
  static constexpr size_t kMostWords = 4096;

  Preprocessor &preprocessor;
  MayDiffer mayDiffer;
  unsigned depth = 0;
};

class Evaluation {
public:
  explicit Evaluation(llvm::ArrayRef<Word> words) : words(words) {}

  std::optional<bool> holds() {
    const Number value = conditional();
    return isWrong || at != words.size() ? std::nullopt : truthOf(value);
  }

private:
  bool consume(tok::TokenKind kind) {
    const bool isNext = at < words.size() && words[at].kind == kind;
    at += isNext;
    return isNext;
  }

  Number conditional() {
    const Number condition = binary(prec::LogicalOr);
    if (!consume(tok::question))
      return condition;
    const Number first = conditional();
    isWrong |= !consume(tok::colon);
    const Number second = conditional();
    const std::optional<bool> truth = truthOf(condition);
    return truth ? (*truth ? first : second) : std::nullopt;
  }

  Number binary(int least) {
    Number left = unary();
    while (at < words.size()) {
      const tok::TokenKind kind = words[at].kind;
      const int level = getBinOpPrecedence(kind, true, true);
      if (level < least)
        break;
      ++at;
      const Number right = binary(level + 1);
      left = combined(kind, left, right);
    }
    return left;
  }

  Number unary() {
    if (consume(tok::exclaim))
      return valueOf(negated(truthOf(unary())));
    if (consume(tok::plus))
      return unary();
    if (consume(tok::minus)) {
      const Number value = unary();
      return combined(tok::minus, Range{0, 0}, value);
    }
    if (consume(tok::l_paren)) {
      const Number value = conditional();
      isWrong |= !consume(tok::r_paren);
      return value;
    }
    if (at < words.size() && words[at].kind == tok::numeric_constant)
      return words[at++].value;
    isWrong = true;
    at = words.size();
    return std::nullopt;
  }

  static Number combined(tok::TokenKind kind, const Number &left,
                         const Number &right) {
    const std::optional<bool> a = truthOf(left), b = truthOf(right);
    if (kind == tok::ampamp || kind == tok::pipepipe) {
      const bool decides = kind == tok::pipepipe;
      if (a == decides || b == decides)
        return valueOf(decides);
      return valueOf(a && b ? std::optional(!decides) : std::nullopt);
    }
    if (!left || !right)
      return std::nullopt;
    switch (kind) {
    case tok::less:
      return valueOf(isLess(*left, *right));
    case tok::greater:
      return valueOf(isLess(*right, *left));
    case tok::lessequal:
      return valueOf(negated(isLess(*right, *left)));
    case tok::greaterequal:
      return valueOf(negated(isLess(*left, *right)));
    case tok::equalequal:
      return valueOf(isEqual(*left, *right));
    case tok::exclaimequal:
      return valueOf(negated(isEqual(*left, *right)));
    case tok::plus:
      return range(left->least, right->least, left->most, right->most,
                   [](int64_t x, int64_t y, int64_t &result) {
                     return __builtin_add_overflow(x, y, &result);
                   });
    case tok::minus:
      return range(left->least, right->most, left->most, right->least,
                   [](int64_t x, int64_t y, int64_t &result) {
                     return __builtin_sub_overflow(x, y, &result);
                   });
    case tok::star:
    case tok::lessless: {
      if (left->least < 0 || right->least < 0)
        return std::nullopt;
      const bool isShift = kind == tok::lessless;
      return range(left->least, right->least, left->most, right->most,
                   [&](int64_t x, int64_t y, int64_t &result) {
                     constexpr int64_t kMostShift = 32;
                     if (isShift && y > kMostShift)
                       return true;
                     return __builtin_mul_overflow(
                         x, isShift ? int64_t{1} << y : y, &result);
                   });
    }
    default:
      return std::nullopt;
    }
  }

  static std::optional<bool> isLess(const Range &left, const Range &right) {
    if (left.most < right.least)
      return true;
    return left.least >= right.most ? std::optional(false) : std::nullopt;
  }

  static std::optional<bool> isEqual(const Range &left, const Range &right) {
    if (left.most < right.least || right.most < left.least)
      return false;
    return left.isExact() && right.isExact() ? std::optional(true)
                                             : std::nullopt;
  }

  template <class Operation>
  static Number range(int64_t a, int64_t b, int64_t c, int64_t d,
                      const Operation &overflows) {
    Range result = {};
    if (overflows(a, b, result.least) || overflows(c, d, result.most))
      return std::nullopt;
    return result;
  }

  llvm::ArrayRef<Word> words;
  size_t at = 0;
  bool isWrong = false;
};

} // namespace

std::optional<bool> holdsInGcc(StringRef text, Preprocessor &preprocessor,
                               MayDiffer mayDiffer) {
  Reading reading(preprocessor, mayDiffer);
  if (!reading.read(text))
    return std::nullopt;
  return Evaluation(reading.words).holds();
}

} // namespace coverme::pass

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GccCondition.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <vector>

using namespace clang;
using llvm::StringRef;

namespace coverme::pass {
namespace {

constexpr unsigned kBits = 64; // of the preprocessor's numbers

/// Full: it may be any number.
using Number = llvm::ConstantRange;

Number unknown() { return Number::getFull(kBits); }

/// From `least` to `most`.
Number numberOf(uint64_t least, uint64_t most) {
  return Number::getNonEmpty({kBits, least}, {kBits, most + 1});
}

Number numberOf(std::optional<bool> truth) {
  return truth ? numberOf(*truth, *truth) : unknown();
}

std::optional<bool> truthOf(const Number &value) {
  if (!value.contains(llvm::APInt::getZero(kBits)))
    return true;
  return value.isSingleElement() ? std::optional(false) : std::nullopt;
}

std::optional<bool> negated(std::optional<bool> truth) {
  return truth ? std::optional(!*truth) : std::nullopt;
}

constexpr uint64_t kNewest = 99; // of versions, and of their parts

std::optional<Number> versionOfGcc(StringRef name) {
  return llvm::StringSwitch<std::optional<Number>>(name)
      .Cases("__GNUC__", "__GNUG__", numberOf(4, kNewest))
      .Cases("__GNUC_MINOR__", "__GNUC_PATCHLEVEL__", numberOf(0, kNewest))
      .Default(std::nullopt);
}

/// Of a condition, in which macros stand for what they are defined as.
struct Word {
  tok::TokenKind kind; // numeric_constant: `value`
  Number value = unknown();
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
        words.push_back({token.getKind()});
      else if (text == "defined") {
        const bool isInParentheses =
            i + 1 < tokens.size() && tokens[i + 1].is(tok::l_paren);
        const size_t name = i + (isInParentheses ? 2 : 1);
        i = name + (isInParentheses ? 1 : 0);
        if (i >= tokens.size())
          return false;
        add(numberOf(isDefinedInGcc(spelling(tokens[name]))));
      } else if (i + 1 < tokens.size() && tokens[i + 1].is(tok::l_paren)) {
        // With arguments: nobody knows.
        if (!skipParentheses(tokens, i))
          return false;
        add(unknown());
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

  void addNumber(StringRef text) {
    int64_t number = 0;
    const bool isRead = !text.rtrim("lL").getAsInteger(0, number);
    add(isRead ? numberOf(number, number) : unknown());
  }

  std::optional<bool> isDefinedInGcc(StringRef name) const {
    if (name.starts_with("__clang_"))
      return false;
    if (mayDiffer(name, /*isDefined=*/true))
      return std::nullopt;
    return preprocessor.isMacroDefined(name);
  }

  bool addMacro(StringRef name) {
    if (const std::optional<Number> version = versionOfGcc(name)) {
      add(*version);
      return true;
    }
    if (mayDiffer(name, /*isDefined=*/false)) {
      add(unknown());
      return true;
    }
    const MacroInfo *macro =
        preprocessor.getMacroInfo(preprocessor.getIdentifierInfo(name));
    if (!macro) {
      add(name == "true" ? unknown() : numberOf(0, 0));
      return true;
    }
    if (macro->isFunctionLike() || macro->isBuiltinMacro() ||
        depth == kMostDepth) {
      add(unknown());
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
    const std::optional<bool> truth = truthOf(conditional());
    return isWrong || at != words.size() ? std::nullopt : truth;
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
    return truth ? (*truth ? first : second) : unknown();
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
      return numberOf(negated(truthOf(unary())));
    if (consume(tok::plus))
      return unary();
    if (consume(tok::minus))
      return numberOf(0, 0).sub(unary());
    if (consume(tok::l_paren)) {
      const Number value = conditional();
      isWrong |= !consume(tok::r_paren);
      return value;
    }
    if (at < words.size() && words[at].kind == tok::numeric_constant)
      return words[at++].value;
    isWrong = true;
    at = words.size();
    return unknown();
  }

  static Number combined(tok::TokenKind kind, const Number &left,
                         const Number &right) {
    switch (kind) {
    case tok::ampamp:
    case tok::pipepipe: {
      const bool decides = kind == tok::pipepipe;
      const std::optional<bool> a = truthOf(left), b = truthOf(right);
      if (a == decides || b == decides)
        return numberOf(decides);
      return a && b ? numberOf(!decides) : unknown();
    }
    case tok::less:
      return compared(llvm::CmpInst::ICMP_SLT, left, right);
    case tok::greater:
      return compared(llvm::CmpInst::ICMP_SGT, left, right);
    case tok::lessequal:
      return compared(llvm::CmpInst::ICMP_SLE, left, right);
    case tok::greaterequal:
      return compared(llvm::CmpInst::ICMP_SGE, left, right);
    case tok::equalequal:
      return compared(llvm::CmpInst::ICMP_EQ, left, right);
    case tok::exclaimequal:
      return compared(llvm::CmpInst::ICMP_NE, left, right);
    case tok::plus:
      return left.add(right);
    case tok::minus:
      return left.sub(right);
    case tok::star:
      return left.multiply(right);
    case tok::lessless: {
      const Number shifted = left.shl(right);
      return shifted.isEmptySet() ? unknown() : shifted; // by 64 or more
    }
    default:
      return unknown();
    }
  }

  static Number compared(llvm::CmpInst::Predicate predicate, const Number &left,
                         const Number &right) {
    if (left.icmp(predicate, right))
      return numberOf(true);
    return left.icmp(llvm::CmpInst::getInversePredicate(predicate), right)
               ? numberOf(false)
               : unknown();
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

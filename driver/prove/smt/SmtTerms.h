// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The terms of an SMT-LIB script over bit-vectors and IEEE floats: made once
// each, folded where that is plain, written only where an assertion needs them.
#ifndef COVERME_DRIVER_PROVE_SMT_SMTTERMS_H
#define COVERME_DRIVER_PROVE_SMT_SMTTERMS_H

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coverme::smt {

using Term = uint32_t;
constexpr Term kNoTerm = UINT32_MAX;

struct Sort {
  enum class Kind : uint8_t { Bool, Bits, Float };
  Kind kind = Kind::Bool;
  uint8_t width = 0; // in bits; 32 or 64 of a Float

  auto operator<=>(const Sort &) const = default;
};
constexpr Sort kBool{};
constexpr Sort bitsSort(unsigned width) {
  return {Sort::Kind::Bits, static_cast<uint8_t>(width)};
}
constexpr Sort floatSort(unsigned width) {
  return {Sort::Kind::Float, static_cast<uint8_t>(width)};
}

enum class TermKind : uint8_t {
#define COVERME_TERM(Name, Word, Traits) Name,
#include "prove/smt/terms.def"
};

class Terms {
public:
  Term variable(Sort sort, const std::string &name);
  // A variable that nothing is known of.
  Term fresh(Sort sort);
  // The fact is asserted wherever the variable is used.
  // require: `variable` is one
  void assume(Term variable, Term fact);

  Term boolean(bool value);
  Term constant(unsigned width, uint64_t bits);

  // Any kind that has no function of its own below.
  Term make(TermKind kind, std::span<const Term> operands);
  Term make(TermKind kind, std::initializer_list<Term> operands) {
    return make(kind, std::span(operands.begin(), operands.size()));
  }
  Term both(Term a, Term b) { return make(TermKind::And, {a, b}); }
  Term either(Term a, Term b) { return make(TermKind::Or, {a, b}); }
  Term negated(Term a) { return make(TermKind::Not, {a}); }
  Term equal(Term a, Term b) { return make(TermKind::Equal, {a, b}); }
  Term ite(Term condition, Term yes, Term no) {
    return make(TermKind::Ite, {condition, yes, no});
  }
  // a or b, where they differ in one condition only (r and c, r and not c).
  std::optional<Term> reunited(Term a, Term b);
  Term extract(Term bits, unsigned high, unsigned low);
  Term extend(TermKind kind, Term bits, unsigned width); // no less than its own
  // FromBits, FromFloat, FromSigned and FromUnsigned
  Term toFloat(TermKind kind, Term operand, unsigned width);
  // ToSigned and ToUnsigned
  Term toBits(TermKind kind, Term number, unsigned width);

  Sort sortOf(Term term) const { return nodes[term].sort; }
  std::optional<uint64_t> valueOf(Term term) const; // of a constant
  // The pattern of a constant Float; some NaN's for a NaN.
  std::optional<uint64_t> patternOf(Term term) const;
  bool isTrue(Term term) const { return valueOf(term) == 1; }
  bool isFalse(Term term) const { return valueOf(term) == 0; }
  // How many bits at the low end are zero for certain.
  unsigned trailingZeros(Term bits, unsigned depth = 0) const;
  size_t size() const { return nodes.size(); }

  // Declarations of `declared` and of what else is used, definitions, and the
  // assertion of `root`.
  std::string script(Term root, std::span<const Term> declared) const;

private:
  struct Node {
    TermKind kind;
    Sort sort;
    uint8_t high = 0, low = 0; // of Extract
    uint64_t value = 0;        // of a constant; of a variable, in `names`
    std::vector<Term> operands = {};

    auto operator<=>(const Node &) const = default;
  };

  Term add(Node node);
  std::optional<Term> folded(TermKind kind, std::span<const Term> operands);
  std::optional<Term> foldedLogic(TermKind kind,
                                  std::span<const Term> operands);
  std::optional<Term> foldedBits(TermKind kind, std::span<const Term> operands);
  std::optional<Term> foldedFloats(TermKind kind,
                                   std::span<const Term> operands);
  std::optional<Term> foldedConcat(Term high, Term low);
  bool areOpposite(Term a, Term b) const;
  Sort resultSort(TermKind kind, std::span<const Term> operands) const;
  std::string text(const Node &node, const std::vector<std::string> &of) const;

  std::vector<Node> nodes;
  std::map<Node, Term> known;
  std::vector<std::string> names;
  std::map<Term, std::vector<Term>> facts; // by variable
};

} // namespace coverme::smt

#endif

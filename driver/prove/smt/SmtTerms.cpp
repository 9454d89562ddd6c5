// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtTerms.h"

#include "core/Program.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace coverme::smt {
namespace {

// A term that is used once stands where it is used up to this length.
constexpr size_t kInlineLength = 100;

std::string text(Sort sort) {
  switch (sort.kind) {
  case Sort::Kind::Bool:
    return "Bool";
  case Sort::Kind::Bits:
    return fmt::format("(_ BitVec {})", sort.width);
  case Sort::Kind::Float:
    return sort.width == 32 ? "Float32" : "Float64";
  }
  return {};
}

// Exponent and significand, as SMT-LIB counts them.
const char *formatOf(unsigned width) { return width == 32 ? "8 24" : "11 53"; }

enum TermTraits : unsigned {
  kTruth = 1, // it is a Bool
  kCommutative = 2,
};

struct TermInfo {
  const char *word;
  unsigned traits;
};

constexpr TermInfo kTerms[] = {
#define COVERME_TERM(Name, Word, Traits) {Word, Traits},
#include "prove/smt/terms.def"
};

const TermInfo &infoOf(TermKind kind) {
  return kTerms[static_cast<size_t>(kind)];
}

uint64_t onesOf(unsigned width) { return truncateToWidth(~uint64_t{0}, width); }

int64_t signedOf(uint64_t bits, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

// Of two constants; nothing where SMT-LIB and C++ may part.
std::optional<uint64_t> computed(TermKind kind, unsigned width, uint64_t a,
                                 uint64_t b) {
  switch (kind) {
  case TermKind::Add:
    return a + b;
  case TermKind::Sub:
    return a - b;
  case TermKind::Mul:
    return a * b;
  case TermKind::UDiv:
    return b == 0 ? std::nullopt : std::optional(a / b);
  case TermKind::URem:
    return b == 0 ? std::nullopt : std::optional(a % b);
  case TermKind::Shl:
    return b >= width ? 0 : a << b;
  case TermKind::LShr:
    return b >= width ? 0 : a >> b;
  case TermKind::AShr:
    return static_cast<uint64_t>(signedOf(a, width) >>
                                 std::min<uint64_t>(b, width - 1));
  case TermKind::BitAnd:
    return a & b;
  case TermKind::BitOr:
    return a | b;
  case TermKind::BitXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

// The same for floats, to a pattern or a truth.
template <class Float, class Bits>
std::optional<uint64_t> computedFloat(TermKind kind,
                                      std::span<const uint64_t> operands) {
  const auto number = [&](size_t i) {
    return std::bit_cast<Float>(static_cast<Bits>(operands[i]));
  };
  const auto result = [](Float value) -> uint64_t {
    return std::bit_cast<Bits>(value);
  };
  switch (kind) {
  case TermKind::FNeg:
    return result(-number(0));
  case TermKind::FAbs:
    return result(std::fabs(number(0)));
  case TermKind::FAdd:
    return result(number(0) + number(1));
  case TermKind::FSub:
    return result(number(0) - number(1));
  case TermKind::FMul:
    return result(number(0) * number(1));
  case TermKind::FDiv:
    return result(number(0) / number(1));
  case TermKind::FLess:
    return number(0) < number(1) ? 1 : 0;
  case TermKind::FEqual:
    return number(0) == number(1) ? 1 : 0;
  case TermKind::IsNaN:
    return std::isnan(number(0)) ? 1 : 0;
  default:
    return std::nullopt;
  }
}

} // namespace

Term Terms::add(Node node) {
  const auto [place, isNew] =
      known.try_emplace(node, static_cast<Term>(nodes.size()));
  if (isNew)
    nodes.push_back(std::move(node));
  return place->second;
}

Term Terms::variable(Sort sort, const std::string &name) {
  Node node{TermKind::Variable, sort};
  node.value = names.size();
  names.push_back(name);
  return add(std::move(node));
}

Term Terms::fresh(Sort sort) {
  return variable(sort, fmt::format("any.{}", names.size()));
}

void Terms::assume(Term variable, Term fact) {
  assert(nodes[variable].kind == TermKind::Variable);
  facts[variable].push_back(fact);
}

Term Terms::boolean(bool value) {
  Node node{TermKind::Constant, kBool};
  node.value = value ? 1 : 0;
  return add(std::move(node));
}

Term Terms::constant(unsigned width, uint64_t bits) {
  Node node{TermKind::Constant, bitsSort(width)};
  node.value = truncateToWidth(bits, width);
  return add(std::move(node));
}

std::optional<uint64_t> Terms::valueOf(Term term) const {
  const Node &node = nodes[term];
  return node.kind == TermKind::Constant ? std::optional(node.value)
                                         : std::nullopt;
}

std::optional<uint64_t> Terms::patternOf(Term term) const {
  const Node &node = nodes[term];
  return node.kind == TermKind::FromBits ? valueOf(node.operands[0])
                                         : std::nullopt;
}

Sort Terms::resultSort(TermKind kind, std::span<const Term> operands) const {
  if ((infoOf(kind).traits & kTruth) != 0)
    return kBool;
  if (kind == TermKind::Ite)
    return sortOf(operands[1]);
  if (kind == TermKind::Concat)
    return bitsSort(sortOf(operands[0]).width + sortOf(operands[1]).width);
  return sortOf(operands[0]);
}

Term Terms::make(TermKind kind, std::span<const Term> operands) {
  if (const std::optional<Term> simple = folded(kind, operands))
    return *simple;
  Node node{kind, resultSort(kind, operands)};
  node.operands.assign(operands.begin(), operands.end());
  if ((infoOf(kind).traits & kCommutative) != 0)
    std::sort(node.operands.begin(), node.operands.end());
  return add(std::move(node));
}

bool Terms::areOpposite(Term a, Term b) const {
  const auto isNotOf = [&](Term x, Term y) {
    return nodes[x].kind == TermKind::Not && nodes[x].operands[0] == y;
  };
  return isNotOf(a, b) || isNotOf(b, a);
}

std::optional<Term> Terms::folded(TermKind kind,
                                  std::span<const Term> operands) {
  switch (kind) {
  case TermKind::Not:
  case TermKind::And:
  case TermKind::Or:
  case TermKind::Equal:
  case TermKind::Ite:
    return foldedLogic(kind, operands);
  case TermKind::Concat:
    return foldedConcat(operands[0], operands[1]);
  default:
    break;
  }
  if (sortOf(operands[0]).kind == Sort::Kind::Float)
    return foldedFloats(kind, operands);
  return foldedBits(kind, operands);
}

std::optional<Term> Terms::foldedLogic(TermKind kind,
                                       std::span<const Term> operands) {
  const Term a = operands[0];
  if (kind == TermKind::Not) {
    if (const auto value = valueOf(a))
      return boolean(*value == 0);
    if (nodes[a].kind == TermKind::Not)
      return nodes[a].operands[0];
    return std::nullopt;
  }
  if (kind == TermKind::Ite) {
    if (const auto value = valueOf(a))
      return operands[*value != 0 ? 1 : 2];
    if (operands[1] == operands[2])
      return operands[1];
    if (sortOf(operands[1]) != kBool)
      return std::nullopt;
    if (isTrue(operands[1]))
      return either(a, operands[2]);
    if (isFalse(operands[1]))
      return both(negated(a), operands[2]);
    if (isTrue(operands[2]))
      return either(negated(a), operands[1]);
    if (isFalse(operands[2]))
      return both(a, operands[1]);
    return std::nullopt;
  }
  const Term b = operands[1];
  const auto x = valueOf(a), y = valueOf(b);
  if (kind == TermKind::Equal) {
    if (a == b)
      return boolean(true);
    if (x && y)
      return boolean(*x == *y);
    // Of a choice between constants, say which.
    for (const auto &[choice, constant] : {std::pair(a, b), std::pair(b, a)})
      if (nodes[choice].kind == TermKind::Ite && valueOf(constant)) {
        const std::vector<Term> parts = nodes[choice].operands;
        if (valueOf(parts[1]) && valueOf(parts[2]))
          return ite(parts[0], equal(parts[1], constant),
                     equal(parts[2], constant));
      }
    return std::nullopt;
  }
  const bool isAnd = kind == TermKind::And;
  const uint64_t neutral = isAnd ? 1 : 0;
  if (a == b || y == neutral)
    return a;
  if (x == neutral)
    return b;
  if (x || y || areOpposite(a, b))
    return boolean(!isAnd);
  return isAnd ? std::nullopt : reunited(a, b);
}

std::optional<Term> Terms::reunited(Term a, Term b) {
  if (a == b)
    return a;
  if (areOpposite(a, b))
    return boolean(true);
  if (nodes[a].kind == TermKind::And && nodes[b].kind == TermKind::And)
    for (const unsigned i : {0, 1})
      for (const unsigned j : {0, 1})
        if (nodes[a].operands[i] == nodes[b].operands[j] &&
            areOpposite(nodes[a].operands[1 - i], nodes[b].operands[1 - j]))
          return nodes[a].operands[i];
  return std::nullopt;
}

std::optional<Term> Terms::foldedBits(TermKind kind,
                                      std::span<const Term> operands) {
  const Term a = operands[0], b = operands[1];
  const auto x = valueOf(a), y = valueOf(b);
  const unsigned width = sortOf(a).width;
  if (kind == TermKind::ULess || kind == TermKind::SLess) {
    if (a == b)
      return boolean(false);
    if (!x || !y)
      return std::nullopt;
    return boolean(kind == TermKind::ULess
                       ? *x < *y
                       : signedOf(*x, width) < signedOf(*y, width));
  }
  if (x && y)
    if (const auto value = computed(kind, width, *x, *y))
      return constant(width, *value);
  switch (kind) {
  case TermKind::Add:
  case TermKind::BitOr:
  case TermKind::BitXor:
    if (x == 0)
      return b;
    [[fallthrough]];
  case TermKind::Sub:
  case TermKind::Shl:
  case TermKind::LShr:
  case TermKind::AShr:
    return y == 0 ? std::optional(a) : std::nullopt;
  case TermKind::BitAnd:
    if (x == 0 || y == onesOf(width))
      return a;
    if (y == 0 || x == onesOf(width))
      return b;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Term> Terms::foldedFloats(TermKind kind,
                                        std::span<const Term> operands) {
  std::vector<uint64_t> patterns;
  for (const Term operand : operands) {
    const auto pattern = patternOf(operand);
    if (!pattern)
      return std::nullopt;
    patterns.push_back(*pattern);
  }
  const unsigned width = sortOf(operands[0]).width;
  const auto result = width == 32
                          ? computedFloat<float, uint32_t>(kind, patterns)
                          : computedFloat<double, uint64_t>(kind, patterns);
  if (!result)
    return std::nullopt;
  if (resultSort(kind, operands) == kBool)
    return boolean(*result != 0);
  return toFloat(TermKind::FromBits, constant(width, *result), width);
}

std::optional<Term> Terms::foldedConcat(Term high, Term low) {
  const auto x = valueOf(high), y = valueOf(low);
  const unsigned lowWidth = sortOf(low).width;
  if (x && y)
    return constant(sortOf(high).width + lowWidth, *x << lowWidth | *y);
  const Node &upper = nodes[high], &lower = nodes[low];
  if (upper.kind == TermKind::Extract && lower.kind == TermKind::Extract &&
      upper.operands == lower.operands && upper.low == lower.high + 1)
    return extract(upper.operands[0], upper.high, lower.low);
  return std::nullopt;
}

Term Terms::extract(Term bits, unsigned high, unsigned low) {
  const Node &of = nodes[bits];
  const unsigned width = high - low + 1;
  if (width == of.sort.width)
    return bits;
  if (const auto value = valueOf(bits))
    return constant(width, *value >> low);
  if (of.kind == TermKind::Extract)
    return extract(of.operands[0], high + of.low, low + of.low);
  if (of.kind == TermKind::Concat) {
    const Term upper = of.operands[0], lower = of.operands[1];
    const unsigned cut = sortOf(lower).width;
    if (high < cut)
      return extract(lower, high, low);
    if (low >= cut)
      return extract(upper, high - cut, low - cut);
  }
  if (of.kind == TermKind::ZeroExtend || of.kind == TermKind::SignExtend) {
    const Term inner = of.operands[0];
    const unsigned innerWidth = sortOf(inner).width;
    if (high < innerWidth)
      return extract(inner, high, low);
    if (of.kind == TermKind::ZeroExtend && low >= innerWidth)
      return constant(width, 0);
  }
  // The upper half of a pun: (uint32_t)(bits >> 32).
  if (of.kind == TermKind::LShr)
    if (const auto by = valueOf(of.operands[1]);
        by && *by < of.sort.width && high + *by < of.sort.width)
      return extract(of.operands[0], high + static_cast<unsigned>(*by),
                     low + static_cast<unsigned>(*by));
  Node node{TermKind::Extract, bitsSort(width)};
  node.high = static_cast<uint8_t>(high);
  node.low = static_cast<uint8_t>(low);
  node.operands = {bits};
  return add(std::move(node));
}

Term Terms::extend(TermKind kind, Term bits, unsigned width) {
  const Node &of = nodes[bits];
  if (of.sort.width == width)
    return bits;
  if (const auto value = valueOf(bits))
    return constant(
        width, kind == TermKind::ZeroExtend
                   ? *value
                   : static_cast<uint64_t>(signedOf(*value, of.sort.width)));
  Node node{kind, bitsSort(width)};
  node.operands = {bits};
  return add(std::move(node));
}

Term Terms::toFloat(TermKind kind, Term operand, unsigned width) {
  if (sortOf(operand) == floatSort(width))
    return operand;
  Node node{kind, floatSort(width)};
  node.operands = {operand};
  return add(std::move(node));
}

Term Terms::toBits(TermKind kind, Term number, unsigned width) {
  Node node{kind, bitsSort(width)};
  node.operands = {number};
  return add(std::move(node));
}

unsigned Terms::trailingZeros(Term bits, unsigned depth) const {
  const Node &node = nodes[bits];
  const unsigned width = node.sort.width;
  if (node.kind == TermKind::Constant)
    return std::min<unsigned>(std::countr_zero(node.value), width);
  if (depth > 8)
    return 0;
  const auto of = [&](unsigned i) {
    return trailingZeros(node.operands[i], depth + 1);
  };
  switch (node.kind) {
  case TermKind::Add:
  case TermKind::Sub:
    return std::min(of(0), of(1));
  case TermKind::Mul:
    return std::min(of(0) + of(1), width);
  case TermKind::BitAnd:
    return std::max(of(0), of(1));
  case TermKind::Shl:
    if (const auto by = valueOf(node.operands[1]))
      return static_cast<unsigned>(std::min<uint64_t>(of(0) + *by, width));
    return of(0);
  case TermKind::Ite:
    return std::min(of(1), of(2));
  case TermKind::ZeroExtend:
  case TermKind::SignExtend:
    return of(0);
  default:
    return 0;
  }
}

std::string Terms::text(const Node &node,
                        const std::vector<std::string> &of) const {
  const auto &operands = node.operands;
  const auto indexed = [&](const std::string &operation) {
    return fmt::format("((_ {}) {})", operation, of[operands[0]]);
  };
  switch (node.kind) {
  case TermKind::Variable:
    return names[node.value];
  case TermKind::Constant:
    if (node.sort == kBool)
      return node.value != 0 ? "true" : "false";
    return node.sort.width % 4 == 0
               ? fmt::format("#x{:0{}x}", node.value, node.sort.width / 4)
               : fmt::format("#b{:0{}b}", node.value, node.sort.width);
  case TermKind::Extract:
    return indexed(fmt::format("extract {} {}", node.high, node.low));
  case TermKind::ZeroExtend:
    return indexed(fmt::format("zero_extend {}",
                               node.sort.width - sortOf(operands[0]).width));
  case TermKind::SignExtend:
    return indexed(fmt::format("sign_extend {}",
                               node.sort.width - sortOf(operands[0]).width));
  case TermKind::FromBits:
    return indexed(fmt::format("to_fp {}", formatOf(node.sort.width)));
  case TermKind::FromFloat:
  case TermKind::FromSigned:
    return fmt::format("((_ to_fp {}) RNE {})", formatOf(node.sort.width),
                       of[operands[0]]);
  case TermKind::FromUnsigned:
    return fmt::format("((_ to_fp_unsigned {}) RNE {})",
                       formatOf(node.sort.width), of[operands[0]]);
  case TermKind::ToSigned:
    return fmt::format("((_ fp.to_sbv {}) RTZ {})", node.sort.width,
                       of[operands[0]]);
  case TermKind::ToUnsigned:
    return fmt::format("((_ fp.to_ubv {}) RTZ {})", node.sort.width,
                       of[operands[0]]);
  default:
    break;
  }
  std::string result = fmt::format("({}", infoOf(node.kind).word);
  for (const Term operand : operands)
    result += " " + of[operand];
  return result + ")";
}

std::string Terms::script(Term root, std::span<const Term> declared) const {
  // What is needed, and how often. Operands come before their users.
  std::vector<unsigned> uses(nodes.size());
  std::vector<bool> isNeeded(nodes.size());
  std::vector<Term> asserted{root};
  std::vector<Term> work{root};
  const auto need = [&](Term term) {
    ++uses[term];
    if (!isNeeded[term]) {
      isNeeded[term] = true;
      work.push_back(term);
    }
  };
  isNeeded[root] = true;
  for (const Term term : declared)
    need(term);
  while (!work.empty()) {
    const Term term = work.back();
    work.pop_back();
    for (const Term operand : nodes[term].operands)
      need(operand);
    if (const auto found = facts.find(term); found != facts.end())
      for (const Term fact : found->second) {
        asserted.push_back(fact);
        need(fact);
      }
  }

  std::string declarations, definitions;
  std::vector<std::string> texts(nodes.size());
  for (Term term = 0; term < nodes.size(); ++term) {
    if (!isNeeded[term])
      continue;
    const Node &node = nodes[term];
    texts[term] = text(node, texts);
    if (node.kind == TermKind::Variable) {
      declarations += fmt::format("(declare-const {} {})\n", texts[term],
                                  smt::text(node.sort));
    } else if (node.kind != TermKind::Constant &&
               (uses[term] > 1 || texts[term].size() > kInlineLength)) {
      const std::string name = fmt::format("v.{}", term);
      // Not as a macro: Z3 takes minutes to expand those of unrolled loops.
      definitions += fmt::format("(declare-const {0} {1})\n"
                                 "(assert (= {0} {2}))\n",
                                 name, smt::text(node.sort), texts[term]);
      texts[term] = name;
    }
  }
  std::string assertions;
  for (size_t i = asserted.size(); i-- > 0;)
    assertions += fmt::format("(assert {})\n", texts[asserted[i]]);
  return declarations + definitions + assertions;
}

} // namespace coverme::smt

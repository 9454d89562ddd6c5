// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/SmtLib.h"

#include "prove/SmtTerms.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

namespace coverme {
namespace {

using code::Block;
using code::BlockId;
using code::Code;
using code::Exit;
using code::Instruction;
using code::kNone;
using code::Object;
using code::Op;
using code::Type;
using code::ValueId;
using smt::bitsSort;
using smt::Head;
using smt::kBool;
using smt::kNoTerm;
using smt::Term;
using smt::Terms;

// Loops are not unrolled any more beyond so many terms.
constexpr size_t kMaxTerms = 300'000;
// The content of larger objects is not followed.
constexpr uint64_t kMaxObjectSize = 4096;
// An access at one of so many places at the most is followed.
constexpr uint64_t kMaxPlaces = 1024;
// Each time that a block is encoded counts; then loops are cut short, too.
constexpr size_t kMaxBlocks = 100'000;
// Of more ways into a block, nobody looks which belong together.
constexpr size_t kMaxReunited = 256;

// --- values ----------------------------------------------------------------

// Where a pointer may point to, if `guard` holds.
struct Target {
  enum class Kind : uint8_t {
    Null,
    Object,
    Escaped,  // to some place whose address is known outside
    Anywhere, // nothing is known
  };
  Kind kind = Kind::Anywhere;
  uint32_t object = 0;
  Term offset = kNoTerm; // of an Object; 64 bits
  Term guard = kNoTerm;
};

// What a ValueId stands for. An integer of one bit is a Bool.
struct Value {
  Term bits = kNoTerm;   // of an Int; the pattern of a Float
  Term number = kNoTerm; // of a Float
  std::vector<Target> targets;

  bool isDefined() const { return bits != kNoTerm || !targets.empty(); }
};

// The content of an object, byte by byte; kNoTerm is a byte that nothing is
// known of.
using Bytes = std::vector<Term>;
using Memory = std::vector<std::shared_ptr<const Bytes>>; // by object

// A way into a block that is still to be encoded.
struct Way {
  Term condition = kNoTerm;
  std::vector<Value> phis; // of the block's phis, in order
  Memory memory;
};

// Comparison results and branch conditions are Bool, the rest bit-vectors.
bool isBit(Type type) { return type.isInt() && type.width == 1; }

// The bits of a float of this width.
uint64_t patternOf(double number, unsigned width) {
  return width == 32 ? std::bit_cast<uint32_t>(static_cast<float>(number))
                     : std::bit_cast<uint64_t>(number);
}
unsigned precisionOf(unsigned width) { return width == 32 ? 24 : 53; }

// --- the shape of the code ---------------------------------------------------

// What of the code an execution can pass on its way to the target, and what
// leaves its loops.
struct Slice {
  std::vector<bool> has;                          // by block
  std::vector<BlockId> loopEnd;                   // by header; one past
  std::map<BlockId, std::vector<ValueId>> leaves; // by header: used outside

  Slice(const Code &code, uint32_t site) : has(code.blocks.size()) {
    std::vector<BlockId> work;
    const auto reach = [&](BlockId block) {
      if (!has[block]) {
        has[block] = true;
        work.push_back(block);
      }
    };
    for (BlockId b = 0; b < code.blocks.size(); ++b)
      if (code.blocks[b].exit == Exit::Branch && code.blocks[b].site == site)
        reach(b);
    for (const Instruction &instruction : code.values)
      if (instruction.op == Op::Select && instruction.site == site)
        reach(instruction.block);
    while (!work.empty()) {
      const BlockId block = work.back();
      work.pop_back();
      for (const BlockId from : code.blocks[block].predecessors)
        reach(from);
    }
    findLoops(code);
  }

private:
  void findLoops(const Code &code) {
    loopEnd.assign(code.blocks.size(), 0);
    for (BlockId b = 0; b < code.blocks.size(); ++b)
      for (BlockId h = code.blocks[b].loop; h != kNone; h = code.outerLoop(h))
        loopEnd[h] = b + 1;
    const auto use = [&](ValueId value, BlockId block) {
      for (BlockId h = code.blocks[code.values[value].block].loop;
           h != kNone && !code.isInLoop(block, h); h = code.outerLoop(h))
        leaves[h].push_back(value);
    };
    for (const Instruction &instruction : code.values) {
      const auto operands = code.operandsOf(instruction);
      // A phi takes its operands where the ways into its block begin.
      const auto &from = code.blocks[instruction.block].predecessors;
      for (size_t i = 0; i < operands.size(); ++i)
        use(operands[i],
            instruction.op == Op::Phi ? from[i] : instruction.block);
    }
    for (BlockId b = 0; b < code.blocks.size(); ++b)
      if (code.blocks[b].exit == Exit::Branch)
        use(code.blocks[b].condition, b);
    for (auto &[header, values] : leaves) {
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
  }
};

// --- the encoding ------------------------------------------------------------

class Encoder {
public:
  Encoder(const Code &code, uint32_t site, bool outcome,
          const SmtOptions &options)
      : code(code), site(site), outcome(outcome), options(options),
        slice(code, site), values(code.values.size()),
        ways(code.blocks.size()) {}

  SmtQuery run() {
    declareInputs();
    goal = terms.boolean(false);
    if (slice.has[0]) {
      Way start;
      start.condition = terms.boolean(true);
      start.memory = initialMemory();
      ways[0].push_back(std::move(start));
      encodeBlocks(0, static_cast<BlockId>(code.blocks.size()), kNone);
    }
    SmtQuery query;
    query.text = script();
    query.variables = names;
    query.isBounded = isBounded;
    return query;
  }

private:
  // The loops around the block that is being encoded, from the outside in.
  struct Loop {
    BlockId header, end;
    Term left; // this iteration leaves the loop
  };

  void declareInputs() {
    for (uint32_t i = 0; i < code.inputs.size(); ++i) {
      // In SMT-LIB's quotes nearly everything is a name, and nothing with a
      // dot is a word of the language.
      std::string name =
          i < options.inputNames.size() ? options.inputNames[i] : std::string();
      if (name.empty())
        name = fmt::format("input {}", i);
      names.push_back(fmt::format("|{}.bits|", name));
      inputs.push_back(
          terms.variable(bitsSort(code.inputs[i].width), names.back()));
    }
  }

  std::string script() const {
    std::string text;
    for (const std::string &line : options.title)
      text += fmt::format("; {}\n", line);
    text += "; unsat: no input takes this branch, rounding to nearest even.\n"
            "; sat: the values are those of a candidate.\n";
    if (isBounded)
      text += "; Loops are cut short: later iterations may do anything.\n";
    text += "(set-info :smt-lib-version 2.6)\n"
            "(set-option :produce-models true)\n"
            "(set-logic QF_BVFP)\n";
    text += terms.script(goal, inputs);
    text += "(check-sat)\n";
    if (!names.empty())
      text += fmt::format("(get-value ({}))\n", fmt::join(names, " "));
    text += "(exit)\n";
    return text;
  }

  // --- control ---------------------------------------------------------------

  // The blocks of [first, end), which are all of those that `region` heads
  // (kNone: of the code).
  void encodeBlocks(BlockId first, BlockId end, BlockId region) {
    for (BlockId b = first; b < end;) {
      if (code.blocks[b].loop == b && b != region) {
        encodeLoop(b);
        b = slice.loopEnd[b];
      } else {
        encodeBlock(b);
        ++b;
      }
    }
  }

  void encodeLoop(BlockId header) {
    struct Iteration {
      Term left;
      std::vector<Value> leaving;
    };
    std::vector<Iteration> iterations;
    const std::vector<ValueId> &leaves = slice.leaves[header];
    unsigned counted = 0;
    bool isLast = false;
    while (!isLast && !ways[header].empty()) {
      const Term entered = meet(ways[header]);
      isLast = counted >= options.unroll || terms.size() > kMaxTerms ||
               blocksEncoded > kMaxBlocks;
      if (isLast)
        forgetState(header, entered);
      loops.push_back({header, slice.loopEnd[header], terms.boolean(false)});
      encodeBlocks(header, slice.loopEnd[header], header);
      Iteration iteration{loops.back().left, {}};
      loops.pop_back();
      for (const ValueId value : leaves)
        iteration.leaving.push_back(values[value]);
      iterations.push_back(std::move(iteration));
      // One that goes on whatever the input is does not count.
      if (!ways[header].empty() && meet(ways[header]) != entered)
        ++counted;
    }
    ways[header].clear();
    // Behind the loop, values are those of the iteration that left it.
    for (size_t i = 0; i < leaves.size(); ++i) {
      Value merged;
      for (size_t k = iterations.size(); k-- > 0;)
        if (iterations[k].leaving[i].isDefined())
          merged = merged.isDefined() ? chosen(iterations[k].left,
                                               iterations[k].leaving[i], merged)
                                      : iterations[k].leaving[i];
      values[leaves[i]] = std::move(merged);
    }
  }

  // In place of the ways into the header: one with which any iteration from
  // here on begins.
  void forgetState(BlockId header, Term entered) {
    isBounded = true;
    Way way;
    way.condition = entered;
    way.memory = mergedMemory(ways[header]);
    if (writesMemory(header))
      for (auto &bytes : way.memory)
        if (bytes)
          bytes = std::make_shared<Bytes>(bytes->size(), kNoTerm);
    const Block &block = code.blocks[header];
    for (ValueId id = block.first;
         id < block.end && code.values[id].op == Op::Phi; ++id)
      way.phis.push_back(unknown(code.values[id].type, Target::Kind::Anywhere));
    ways[header].clear();
    ways[header].push_back(std::move(way));
  }

  bool writesMemory(BlockId header) const {
    const Block &last = code.blocks[slice.loopEnd[header] - 1];
    for (ValueId id = code.blocks[header].first; id < last.end; ++id)
      switch (code.values[id].op) {
      case Op::Store:
      case Op::Fill:
      case Op::Copy:
      case Op::Havoc:
        return true;
      default:
        break;
      }
    return false;
  }

  Term meet(const std::vector<Way> &into) {
    std::vector<Term> conditions;
    for (const Way &way : into)
      conditions.push_back(way.condition);
    // What parted last meets first; so conditions cancel.
    for (bool hasChanged = conditions.size() <= kMaxReunited; hasChanged;) {
      hasChanged = false;
      for (size_t i = 0; i < conditions.size() && !hasChanged; ++i)
        for (size_t j = i + 1; j < conditions.size() && !hasChanged; ++j)
          if (const auto one = terms.reunited(conditions[i], conditions[j])) {
            conditions[i] = *one;
            conditions.erase(conditions.begin() + static_cast<ptrdiff_t>(j));
            hasChanged = true;
          }
    }
    Term reached = terms.boolean(false);
    for (const Term condition : conditions)
      reached = terms.either(reached, condition);
    return reached;
  }

  void encodeBlock(BlockId id) {
    std::vector<Way> into = std::move(ways[id]);
    ways[id].clear();
    if (into.empty())
      return;
    ++blocksEncoded;
    const Block &block = code.blocks[id];
    reached = meet(into);
    memory = mergedMemory(into);
    ValueId at = block.first;
    for (size_t i = 0; at < block.end && code.values[at].op == Op::Phi;
         ++at, ++i) {
      Value merged = into.back().phis[i];
      for (size_t k = into.size() - 1; k-- > 0;)
        merged = chosen(into[k].condition, into[k].phis[i], merged);
      values[at] = std::move(merged);
    }
    for (; at < block.end; ++at)
      encode(at);
    leave(id);
  }

  void leave(BlockId id) {
    const Block &block = code.blocks[id];
    if (block.exit == Exit::Jump)
      return go(id, block.next[0], reached);
    if (block.exit != Exit::Branch)
      return;
    const Term condition = values[block.condition].bits;
    if (block.site == site)
      take(condition);
    go(id, block.next[0], terms.both(reached, terms.negated(condition)));
    go(id, block.next[1], terms.both(reached, condition));
  }

  void go(BlockId from, BlockId to, Term condition) {
    if (terms.isFalse(condition))
      return;
    for (Loop &loop : loops)
      if (to < loop.header || to >= loop.end)
        loop.left = terms.either(loop.left, condition);
    if (!slice.has[to])
      return;
    const Block &block = code.blocks[to];
    const auto place =
        std::find(block.predecessors.begin(), block.predecessors.end(), from);
    const auto index = static_cast<size_t>(place - block.predecessors.begin());
    Way way;
    way.condition = condition;
    way.memory = memory;
    for (ValueId id = block.first;
         id < block.end && code.values[id].op == Op::Phi; ++id)
      way.phis.push_back(values[code.operandsOf(id)[index]]);
    ways[to].push_back(std::move(way));
  }

  // The site is decided here.
  void take(Term condition) {
    goal = terms.either(
        goal,
        terms.both(reached, outcome ? condition : terms.negated(condition)));
  }

  // From here on, anything may happen, if `when` holds.
  void goWild(Term when) {
    goal = terms.either(goal, terms.both(reached, when));
  }

  // --- values ----------------------------------------------------------------

  Value integer(Term bits) {
    Value value;
    value.bits = bits;
    return value;
  }

  // A float of that pattern.
  Value pattern(Term bits) {
    Value value;
    value.bits = bits;
    const auto result = results.find(bits);
    value.number =
        result != results.end()
            ? result->second
            : terms.toFloat(Head::FromBits, bits, terms.sortOf(bits).width);
    return value;
  }

  // A result of arithmetic. Which NaN it is, if it is one, is open.
  Value number(Term number) {
    Value value;
    const unsigned width = terms.sortOf(number).width;
    if (const auto bits = terms.patternOf(number);
        bits && terms.isFalse(isNaN(number)))
      return pattern(terms.constant(width, *bits));
    value.bits = terms.fresh(bitsSort(width));
    value.number = number;
    results[value.bits] = number;
    terms.assume(
        value.bits,
        terms.equal(terms.toFloat(Head::FromBits, value.bits, width), number));
    return value;
  }

  Value pointer(Target target) {
    Value value;
    if (target.guard == kNoTerm)
      target.guard = terms.boolean(true);
    value.targets.push_back(target);
    return value;
  }

  Value unknown(Type type, Target::Kind pointee = Target::Kind::Escaped) {
    if (isBit(type))
      return integer(terms.fresh(kBool));
    if (type.isInt())
      return integer(terms.fresh(bitsSort(type.width)));
    if (type.isFloat())
      return pattern(terms.fresh(bitsSort(type.width)));
    if (type.isPointer()) {
      Target target;
      target.kind = pointee;
      return pointer(target);
    }
    return {};
  }

  Value constant(Type type, uint64_t bits) {
    if (isBit(type))
      return integer(terms.boolean(bits != 0));
    if (type.isInt())
      return integer(terms.constant(type.width, bits));
    if (type.isFloat())
      return pattern(terms.constant(type.width, bits));
    Target target;
    target.kind = bits == 0 ? Target::Kind::Null : Target::Kind::Anywhere;
    return pointer(target);
  }

  Value chosen(Term condition, const Value &yes, const Value &no) {
    if (terms.isTrue(condition))
      return yes;
    if (terms.isFalse(condition))
      return no;
    Value value;
    if (yes.bits != kNoTerm)
      value.bits = terms.ite(condition, yes.bits, no.bits);
    if (yes.number != kNoTerm)
      value.number = terms.ite(condition, yes.number, no.number);
    addTargets(value.targets, yes.targets, condition);
    addTargets(value.targets, no.targets, terms.negated(condition));
    return value;
  }

  // One target per object, so that pointers that walk do not gather more.
  void addTargets(std::vector<Target> &all, const std::vector<Target> &more,
                  Term condition) {
    for (Target target : more) {
      target.guard = terms.both(target.guard, condition);
      const auto same =
          std::find_if(all.begin(), all.end(), [&](const Target &other) {
            return other.kind == target.kind && other.object == target.object;
          });
      if (same == all.end()) {
        all.push_back(target);
        continue;
      }
      if (target.kind == Target::Kind::Object)
        same->offset = terms.ite(target.guard, target.offset, same->offset);
      same->guard = terms.either(same->guard, target.guard);
    }
  }

  Term asBits(const Value &value) {
    return terms.sortOf(value.bits) == kBool
               ? terms.ite(value.bits, terms.constant(1, 1),
                           terms.constant(1, 0))
               : value.bits;
  }

  Value fromBits(Type type, Term bits) {
    if (type.isFloat())
      return pattern(bits);
    return integer(isBit(type) ? terms.equal(bits, terms.constant(1, 1))
                               : bits);
  }

  Term floatConstant(unsigned width, double number) {
    return pattern(terms.constant(width, patternOf(number, width))).number;
  }

  // --- instructions
  // ------------------------------------------------------------

  void encode(ValueId id) {
    const Instruction &instruction = code.values[id];
    switch (instruction.op) {
    case Op::Store:
    case Op::Fill:
    case Op::Copy:
    case Op::Havoc:
      return write(instruction);
    default:
      values[id] = computed(instruction);
    }
  }

  const Value &operand(const Instruction &instruction, size_t index) const {
    return values[code.operandsOf(instruction)[index]];
  }
  Type typeOf(const Instruction &instruction, size_t index) const {
    return code.values[code.operandsOf(instruction)[index]].type;
  }

  Value computed(const Instruction &instruction) {
    const Type type = instruction.type;
    switch (instruction.op) {
    case Op::Input:
      return fromBits(type, inputs[instruction.immediate]);
    case Op::Constant:
      return constant(type, instruction.immediate);
    case Op::Unknown:
      return unknown(type);
    case Op::Select:
      return selected(instruction);
    case Op::ICmpSigned:
    case Op::ICmpUnsigned:
      return integer(typeOf(instruction, 0).isPointer()
                         ? comparedPointers(instruction)
                         : comparedIntegers(instruction));
    case Op::FCmp:
      return integer(comparedFloats(instruction));
    case Op::IsClass:
      return integer(
          classified(operand(instruction, 0).bits, instruction.immediate));
    case Op::Address:
      return address(static_cast<uint32_t>(instruction.immediate));
    case Op::Offset:
      return shiftedPointer(operand(instruction, 0),
                            operand(instruction, 1).bits);
    case Op::Load:
      return loaded(operand(instruction, 0), type);
    default:
      return type.isFloat() || typeOf(instruction, 0).isFloat()
                 ? floatArithmetic(instruction)
                 : integerArithmetic(instruction);
    }
  }

  Value selected(const Instruction &instruction) {
    const Term condition = operand(instruction, 0).bits;
    if (instruction.site == site)
      take(condition);
    if (instruction.type.kind == code::TypeKind::Other)
      return {};
    return chosen(condition, operand(instruction, 1), operand(instruction, 2));
  }

  Term comparedIntegers(const Instruction &instruction) {
    const Term a = asBits(operand(instruction, 0)),
               b = asBits(operand(instruction, 1));
    const Head less =
        instruction.op == Op::ICmpSigned ? Head::SLess : Head::ULess;
    switch (instruction.immediate) {
    case COVERME_REL_EQUAL:
      return terms.equal(a, b);
    case COVERME_REL_LESS | COVERME_REL_GREATER:
      return terms.negated(terms.equal(a, b));
    case COVERME_REL_LESS:
      return terms.make(less, {a, b});
    case COVERME_REL_GREATER:
      return terms.make(less, {b, a});
    case COVERME_REL_LESS | COVERME_REL_EQUAL:
      return terms.negated(terms.make(less, {b, a}));
    case COVERME_REL_GREATER | COVERME_REL_EQUAL:
      return terms.negated(terms.make(less, {a, b}));
    default:
      return terms.fresh(kBool);
    }
  }

  // Equality within an object and against null is known.
  Term comparedPointers(const Instruction &instruction) {
    const uint64_t relations = instruction.immediate;
    const bool isEqual = relations == COVERME_REL_EQUAL;
    if (!isEqual && relations != (COVERME_REL_LESS | COVERME_REL_GREATER))
      return terms.fresh(kBool);
    Term result = terms.fresh(kBool);
    for (const Target &a : operand(instruction, 0).targets)
      for (const Target &b : operand(instruction, 1).targets)
        if (const auto same = areSamePlace(a, b))
          result = terms.ite(terms.both(a.guard, b.guard),
                             isEqual ? *same : terms.negated(*same), result);
    return result;
  }

  std::optional<Term> areSamePlace(const Target &a, const Target &b) {
    using enum Target::Kind;
    if (a.kind == Null && b.kind == Null)
      return terms.boolean(true);
    if (a.kind == Object && b.kind == Object && a.object == b.object)
      return terms.equal(a.offset, b.offset);
    const Target &place = a.kind == Null ? b : a;
    if ((a.kind == Null || b.kind == Null) && place.kind == Object &&
        code.objects[place.object].kind != Object::Kind::Other)
      if (const auto offset = terms.valueOf(place.offset);
          offset && *offset <= code.objects[place.object].size)
        return terms.boolean(false);
    return std::nullopt;
  }

  Term comparedFloats(const Instruction &instruction) {
    const Term a = operand(instruction, 0).number,
               b = operand(instruction, 1).number;
    const uint64_t relations = instruction.immediate;
    Term result = terms.boolean(false);
    if (relations & COVERME_REL_LESS)
      result = terms.either(result, terms.make(Head::FLess, {a, b}));
    if (relations & COVERME_REL_GREATER)
      result = terms.either(result, terms.make(Head::FLess, {b, a}));
    if (relations & COVERME_REL_EQUAL)
      result = terms.either(result, terms.make(Head::FEqual, {a, b}));
    if (relations & COVERME_REL_UNORDERED)
      result = terms.either(result, terms.either(isNaN(a), isNaN(b)));
    return result;
  }

  Term isNaN(Term number) { return terms.make(Head::IsNaN, {number}); }

  // By llvm::FPClassTest, of the bits of a float.
  Term classified(Term bits, uint64_t mask) {
    const unsigned width = terms.sortOf(bits).width;
    const unsigned fraction = precisionOf(width) - 1;
    const Term sign = isNegative(bits);
    const Term exponent = terms.extract(bits, width - 2, fraction);
    const Term rest = terms.extract(bits, fraction - 1, 0);
    const Term quiet = terms.equal(
        terms.extract(rest, fraction - 1, fraction - 1), terms.constant(1, 1));
    const unsigned exponentWidth = width - 1 - fraction;
    const Term isZeroRest = terms.equal(rest, terms.constant(fraction, 0));
    const Term isLow = terms.equal(exponent, terms.constant(exponentWidth, 0));
    const Term isHigh =
        terms.equal(exponent, terms.constant(exponentWidth, ~uint64_t{0}));
    const Term nan = terms.both(isHigh, terms.negated(isZeroRest));
    const Term infinite = terms.both(isHigh, isZeroRest);
    const Term normal = terms.both(terms.negated(isHigh), terms.negated(isLow));
    const Term subnormal = terms.both(isLow, terms.negated(isZeroRest));
    const Term zero = terms.both(isLow, isZeroRest);
    const Term positive = terms.negated(sign);
    // From bit 0 on.
    const Term classes[] = {terms.both(nan, terms.negated(quiet)),
                            terms.both(nan, quiet),
                            terms.both(infinite, sign),
                            terms.both(normal, sign),
                            terms.both(subnormal, sign),
                            terms.both(zero, sign),
                            terms.both(zero, positive),
                            terms.both(subnormal, positive),
                            terms.both(normal, positive),
                            terms.both(infinite, positive)};
    Term result = terms.boolean(false);
    for (unsigned i = 0; i < std::size(classes); ++i)
      if ((mask >> i & 1) != 0)
        result = terms.either(result, classes[i]);
    return result;
  }

  Term isNegative(Term bits) {
    const unsigned top = terms.sortOf(bits).width - 1U;
    return terms.equal(terms.extract(bits, top, top), terms.constant(1, 1));
  }

  // --- integers
  // ----------------------------------------------------------------

  Value integerArithmetic(const Instruction &instruction) {
    const Type type = instruction.type;
    const Value &first = operand(instruction, 0);
    switch (instruction.op) {
    case Op::Trunc:
      return fromBits(type, terms.extract(asBits(first), type.width - 1U, 0));
    case Op::ZExt:
    case Op::SExt:
      return integer(extended(first, instruction.op == Op::SExt, type.width));
    case Op::Bitcast:
      return fromBits(type, asBits(first));
    default:
      break;
    }
    const Value &second = operand(instruction, 1);
    if (isBit(type))
      switch (instruction.op) {
      case Op::And:
        return integer(terms.both(first.bits, second.bits));
      case Op::Or:
        return integer(terms.either(first.bits, second.bits));
      case Op::Xor:
        return integer(terms.negated(terms.equal(first.bits, second.bits)));
      default:
        break;
      }
    return fromBits(type,
                    binary(instruction.op, asBits(first), asBits(second)));
  }

  Term extended(const Value &value, bool isSigned, unsigned width) {
    if (terms.sortOf(value.bits) == kBool)
      return terms.ite(value.bits,
                       terms.constant(width, isSigned ? ~uint64_t{0} : 1),
                       terms.constant(width, 0));
    return terms.extend(isSigned ? Head::SignExtend : Head::ZeroExtend,
                        value.bits, width);
  }

  Term binary(Op op, Term a, Term b) {
    const unsigned width = terms.sortOf(a).width;
    const Term zero = terms.constant(width, 0);
    // Where a machine would trap, compilers may have moved the operation away.
    const auto division = [&](Head head, bool isSigned) {
      Term isBad = terms.equal(b, zero);
      if (isSigned) {
        const Term least = terms.constant(width, uint64_t{1} << (width - 1));
        const Term minusOne = terms.constant(width, ~uint64_t{0});
        isBad = terms.either(
            isBad, terms.both(terms.equal(a, least), terms.equal(b, minusOne)));
      }
      return unlessBad(isBad, terms.make(head, {a, b}));
    };
    const auto shift = [&](Head head) {
      // The width itself may not fit into one bit.
      const Term most = terms.constant(width, width - 1);
      return unlessBad(terms.make(Head::ULess, {most, b}),
                       terms.make(head, {a, b}));
    };
    switch (op) {
    case Op::Add:
      return terms.make(Head::Add, {a, b});
    case Op::Sub:
      return terms.make(Head::Sub, {a, b});
    case Op::Mul:
      return terms.make(Head::Mul, {a, b});
    case Op::UDiv:
      return division(Head::UDiv, false);
    case Op::SDiv:
      return division(Head::SDiv, true);
    case Op::URem:
      return division(Head::URem, false);
    case Op::SRem:
      return division(Head::SRem, true);
    case Op::Shl:
      return shift(Head::Shl);
    case Op::LShr:
      return shift(Head::LShr);
    case Op::AShr:
      return shift(Head::AShr);
    case Op::And:
      return terms.make(Head::BitAnd, {a, b});
    case Op::Or:
      return terms.make(Head::BitOr, {a, b});
    case Op::Xor:
      return terms.make(Head::BitXor, {a, b});
    default:
      return terms.fresh(bitsSort(width));
    }
  }

  Term unlessBad(Term isBad, Term result) {
    return terms.isFalse(isBad)
               ? result
               : terms.ite(isBad, terms.fresh(terms.sortOf(result)), result);
  }

  // --- floats
  // ------------------------------------------------------------------

  Value floatArithmetic(const Instruction &instruction) {
    const Type type = instruction.type;
    const Value &first = operand(instruction, 0);
    const auto apply = [&](Head head) {
      std::vector<Term> numbers;
      for (const ValueId id : code.operandsOf(instruction))
        numbers.push_back(values[id].number);
      return number(terms.make(head, numbers));
    };
    switch (instruction.op) {
    case Op::FNeg:
      return withSign(first, terms.negated(isNegative(first.bits)),
                      terms.make(Head::FNeg, {first.number}));
    case Op::FAbs:
      return withSign(first, terms.boolean(false),
                      terms.make(Head::FAbs, {first.number}));
    case Op::CopySign: {
      const Term sign = isNegative(operand(instruction, 1).bits);
      const Term size = terms.make(Head::FAbs, {first.number});
      return withSign(first, sign,
                      terms.ite(sign, terms.make(Head::FNeg, {size}), size));
    }
    case Op::Sqrt:
      return apply(Head::Sqrt);
    case Op::Floor:
      return apply(Head::RoundDown);
    case Op::Ceil:
      return apply(Head::RoundUp);
    case Op::FTrunc:
      return apply(Head::RoundToZero);
    case Op::RoundEven:
      return apply(Head::RoundEven);
    case Op::RoundAway:
      return apply(Head::RoundAway);
    case Op::FAdd:
      return apply(Head::FAdd);
    case Op::FSub:
      return apply(Head::FSub);
    case Op::FMul:
      return apply(Head::FMul);
    case Op::FDiv:
      return apply(Head::FDiv);
    case Op::Fma:
      return apply(Head::Fma);
    case Op::FRem:
      return remainder(first, operand(instruction, 1));
    case Op::FMin:
      return extremum(first, operand(instruction, 1), true);
    case Op::FMax:
      return extremum(first, operand(instruction, 1), false);
    case Op::FConvert:
      return number(terms.toFloat(Head::FromFloat, first.number, type.width));
    case Op::SToF:
    case Op::UToF:
      return fromInteger(first, instruction.op == Op::SToF, type.width);
    case Op::FToS:
    case Op::FToU:
      return fromBits(type, toInteger(first.number, instruction.op == Op::FToS,
                                      type.width));
    case Op::Bitcast:
      return fromBits(type, asBits(first));
    default:
      return unknown(type);
    }
  }

  // `value` with another sign bit; NaNs have one too.
  Value withSign(const Value &value, Term sign, Term number) {
    Value result;
    const unsigned width = terms.sortOf(value.bits).width;
    result.bits =
        terms.make(Head::Concat,
                   {terms.ite(sign, terms.constant(1, 1), terms.constant(1, 0)),
                    terms.extract(value.bits, width - 2, 0)});
    result.number = number;
    return result;
  }

  Value fromInteger(const Value &value, bool isSigned, unsigned width) {
    const Term bits = asBits(value);
    return number(terms.toFloat(
        isSigned ? Head::FromSigned : Head::FromUnsigned, bits, width));
  }

  Term toInteger(Term number, bool isSigned, unsigned width) {
    const unsigned format = terms.sortOf(number).width;
    const double beyond =
        std::ldexp(1.0, static_cast<int>(width) - (isSigned ? 1 : 0));
    const double least = isSigned ? -beyond : 0;
    // One less than the least, where the format has such a number.
    const bool isExact = width <= precisionOf(format);
    const Term isAbove =
        !isSigned || isExact
            ? terms.make(Head::FLess,
                         {floatConstant(format, least - 1), number})
            : terms.either(terms.make(Head::FLess,
                                      {floatConstant(format, least), number}),
                           terms.make(Head::FEqual,
                                      {floatConstant(format, least), number}));
    const Term fits = terms.both(
        isAbove,
        terms.make(Head::FLess, {number, floatConstant(format, beyond)}));
    return unlessBad(terms.negated(fits),
                     terms.toBits(isSigned ? Head::ToSigned : Head::ToUnsigned,
                                  number, width));
  }

  // One of the operands, or a NaN. Which of two equal zeros is open, and
  // whether a signalling NaN counts as missing.
  Value extremum(const Value &a, const Value &b, bool isLeast) {
    const Value result =
        unknown({code::TypeKind::Float, terms.sortOf(a.bits).width});
    const auto is = [&](const Value &x) {
      return terms.equal(result.bits, x.bits);
    };
    const Term aNaN = isNaN(a.number), bNaN = isNaN(b.number);
    const Term either = terms.either(is(a), is(b));
    const Term anyNaN = isNaN(result.number);
    const Term less = terms.make(Head::FLess, {a.number, b.number});
    const Term greater = terms.make(Head::FLess, {b.number, a.number});
    const auto missing = [&](const Value &nan, const Value &other) {
      return terms.either(is(other),
                          terms.both(terms.either(classified(nan.bits, 1),
                                                  classified(other.bits, 1)),
                                     anyNaN));
    };
    const Term compared =
        terms.ite(less, is(isLeast ? a : b),
                  terms.ite(greater, is(isLeast ? b : a), either));
    terms.assume(result.bits, terms.ite(terms.both(aNaN, bNaN), anyNaN,
                                        terms.ite(aNaN, missing(a, b),
                                                  terms.ite(bNaN, missing(b, a),
                                                            compared))));
    return result;
  }

  // C's fmod, as far as it is plain: SMT-LIB has but IEEE's remainder.
  Value remainder(const Value &x, const Value &y) {
    const unsigned width = terms.sortOf(x.bits).width;
    const Value result =
        unknown({code::TypeKind::Float, static_cast<uint8_t>(width)});
    const auto size = [&](const Value &value) {
      return terms.make(Head::FAbs, {value.number});
    };
    const auto isLess = [&](Term a, Term b) {
      return terms.make(Head::FLess, {a, b});
    };
    const Term infinity = floatConstant(width, INFINITY);
    const Term isInvalid = terms.either(
        terms.either(isNaN(x.number), isNaN(y.number)),
        terms.either(
            terms.equal(size(x), infinity),
            terms.make(Head::FEqual, {y.number, floatConstant(width, 0)})));
    const Term isReduced = terms.both(
        isLess(size(result), size(y)),
        terms.both(terms.negated(isLess(size(x), size(result))),
                   terms.equal(isNegative(result.bits), isNegative(x.bits))));
    terms.assume(
        result.bits,
        terms.ite(isInvalid, isNaN(result.number),
                  terms.ite(isLess(size(x), size(y)),
                            terms.equal(result.number, x.number), isReduced)));
    return result;
  }

  // --- memory
  // --------------------------------------------------------------------

  bool isFollowed(uint32_t index) const {
    const Object &object = code.objects[index];
    return (object.kind == Object::Kind::Stack ||
            object.kind == Object::Kind::Pointee) &&
           object.size <= kMaxObjectSize;
  }

  Memory initialMemory() {
    Memory result(code.objects.size());
    for (uint32_t i = 0; i < code.objects.size(); ++i) {
      if (!isFollowed(i))
        continue;
      const Object &object = code.objects[i];
      auto bytes = std::make_shared<Bytes>(object.size, kNoTerm);
      if (object.kind == Object::Kind::Pointee) {
        std::fill(bytes->begin(), bytes->end(), terms.constant(8, 0));
        const Term input = inputs[object.input];
        const unsigned width = (terms.sortOf(input).width + 7U) / 8U * 8U;
        const Term whole = terms.extend(Head::ZeroExtend, input, width);
        put(*bytes, 0, split(whole));
      }
      result[i] = std::move(bytes);
    }
    return result;
  }

  Memory mergedMemory(const std::vector<Way> &into) {
    Memory result = into.back().memory;
    for (size_t k = into.size() - 1; k-- > 0;)
      for (uint32_t i = 0; i < result.size(); ++i) {
        if (result[i] == into[k].memory[i])
          continue;
        auto bytes = std::make_shared<Bytes>(*result[i]);
        for (size_t at = 0; at < bytes->size(); ++at)
          (*bytes)[at] = chosenByte(into[k].condition, (*into[k].memory[i])[at],
                                    (*bytes)[at]);
        result[i] = std::move(bytes);
      }
    return result;
  }

  Term chosenByte(Term condition, Term yes, Term no) {
    if (yes == no)
      return yes;
    return terms.ite(condition, known(yes), known(no));
  }

  Term known(Term byte) {
    return byte == kNoTerm ? terms.fresh(bitsSort(8)) : byte;
  }

  static void put(Bytes &bytes, uint64_t at, const Bytes &content) {
    std::copy(content.begin(), content.end(),
              bytes.begin() + static_cast<ptrdiff_t>(at));
  }

  // The lowest byte first.
  Bytes split(Term bits) {
    Bytes result;
    for (unsigned low = 0; low < terms.sortOf(bits).width; low += 8)
      result.push_back(terms.extract(bits, low + 7, low));
    return result;
  }

  Term joined(const Bytes &bytes, uint64_t at, unsigned count) {
    Term result = known(bytes[at]);
    for (unsigned i = 1; i < count; ++i)
      result = terms.make(Head::Concat, {known(bytes[at + i]), result});
    return result;
  }

  Value address(uint32_t object) {
    // In a loop this is another object each time.
    if (isFollowed(object) && code.objects[object].kind == Object::Kind::Stack)
      memory[object] =
          std::make_shared<Bytes>(code.objects[object].size, kNoTerm);
    Target target;
    target.kind = Target::Kind::Object;
    target.object = object;
    target.offset = terms.constant(64, 0);
    return pointer(target);
  }

  Value shiftedPointer(const Value &pointer, Term bytes) {
    Value result = pointer;
    for (Target &target : result.targets) {
      if (target.kind == Target::Kind::Object)
        target.offset = terms.make(Head::Add, {target.offset, bytes});
      else if (target.kind == Target::Kind::Null)
        target.kind = Target::Kind::Anywhere;
    }
    return result;
  }

  // A pointer that can point nowhere else does point there.
  Term guardOf(const Value &pointer, const Target &target) {
    return pointer.targets.size() == 1 ? terms.boolean(true) : target.guard;
  }

  Value loaded(const Value &pointer, Type type) {
    Value result = unknown(type);
    if (type.isPointer() || type.width % 8 != 0)
      return result;
    Term bits = result.bits;
    for (const Target &target : pointer.targets)
      if (target.kind == Target::Kind::Object)
        if (const auto content = contentOf(target.object))
          bits = terms.ite(guardOf(pointer, target),
                           loadedFrom(*content, target.offset, type.bytes()),
                           bits);
    return fromBits(type, bits);
  }

  std::shared_ptr<const Bytes> contentOf(uint32_t index) {
    const Object &object = code.objects[index];
    if (object.kind != Object::Kind::Constant)
      return memory[index];
    auto &bytes = constants[index];
    if (!bytes) {
      Bytes content;
      for (size_t i = 0; i < object.bytes.size(); ++i)
        content.push_back(
            object.isUnknown[i] ? kNoTerm : terms.constant(8, object.bytes[i]));
      bytes = std::make_shared<Bytes>(std::move(content));
    }
    return bytes;
  }

  // Where an access of `count` bytes may be in an object of `size` bytes.
  // Nothing if there are too many such places.
  std::optional<std::vector<uint64_t>> places(Term offset, uint64_t size,
                                              uint64_t count) const {
    std::vector<uint64_t> result;
    if (count > size)
      return result;
    if (const auto at = terms.valueOf(offset)) {
      if (*at <= size - count)
        result.push_back(*at);
      return result;
    }
    const uint64_t step = uint64_t{1}
                          << std::min(terms.trailingZeros(offset), 12U);
    if ((size - count) / step >= kMaxPlaces)
      return std::nullopt;
    for (uint64_t at = 0; at <= size - count; at += step)
      result.push_back(at);
    return result;
  }

  Term loadedFrom(const Bytes &bytes, Term offset, unsigned count) {
    Term result = terms.fresh(bitsSort(8 * count));
    if (const auto all = places(offset, bytes.size(), count))
      for (size_t i = all->size(); i-- > 0;)
        result = terms.ite(isAt(offset, (*all)[i]),
                           joined(bytes, (*all)[i], count), result);
    return result;
  }

  Term isAt(Term offset, uint64_t place) {
    return terms.equal(offset, terms.constant(64, place));
  }

  void write(const Instruction &instruction) {
    if (instruction.op == Op::Havoc)
      return havocEscaped();
    const Value &to = operand(instruction, 0);
    if (instruction.op == Op::Store) {
      const Value &what = operand(instruction, 1);
      // Whole bytes only are lowered to Store.
      const Bytes content = split(asBits(what));
      return writeTo(to, terms.constant(64, content.size()), &content);
    }
    const Term count =
        terms.extend(Head::ZeroExtend, operand(instruction, 2).bits, 64);
    const auto size = terms.valueOf(count);
    if (!size || *size > kMaxObjectSize)
      return writeTo(to, count, nullptr);
    Bytes content(*size, kNoTerm);
    if (instruction.op == Op::Copy)
      read(operand(instruction, 1), content);
    // An unknown byte stands for unknown bytes, which may differ.
    else if (code.values[code.operandsOf(instruction)[1]].op != Op::Unknown)
      std::fill(content.begin(), content.end(), operand(instruction, 1).bits);
    writeTo(to, count, &content);
  }

  // The bytes at a pointer, where there is no doubt about them.
  void read(const Value &from, Bytes &content) {
    if (from.targets.size() != 1 ||
        from.targets[0].kind != Target::Kind::Object)
      return;
    const auto bytes = contentOf(from.targets[0].object);
    const auto offset = terms.valueOf(from.targets[0].offset);
    if (!bytes || !offset || content.size() > bytes->size() ||
        *offset > bytes->size() - content.size())
      return;
    std::copy_n(bytes->begin() + static_cast<ptrdiff_t>(*offset),
                content.size(), content.begin());
  }

  // `count` bytes are written: those of `content`, or others.
  void writeTo(const Value &pointer, Term count, const Bytes *content) {
    for (const Target &target : pointer.targets) {
      switch (target.kind) {
      case Target::Kind::Null:
        break; // ends the execution
      case Target::Kind::Escaped:
        havocEscaped();
        break;
      case Target::Kind::Anywhere:
        goWild(guardOf(pointer, target));
        break;
      case Target::Kind::Object:
        writeObject(target, guardOf(pointer, target), count, content);
      }
    }
  }

  void writeObject(const Target &target, Term guard, Term count,
                   const Bytes *content) {
    const Object &object = code.objects[target.object];
    if (object.kind == Object::Kind::Other ||
        object.kind == Object::Kind::Constant)
      return;
    goWild(terms.both(guard, leavesObject(target.offset, count, object.size)));
    if (!isFollowed(target.object))
      return;
    auto bytes = std::make_shared<Bytes>(*memory[target.object]);
    const auto all = content
                         ? places(target.offset, object.size, content->size())
                         : std::nullopt;
    if (!all) {
      std::fill(bytes->begin(), bytes->end(), kNoTerm);
    } else {
      for (const uint64_t at : *all) {
        const Term isHere = terms.both(guard, isAt(target.offset, at));
        for (size_t i = 0; i < content->size(); ++i)
          (*bytes)[at + i] =
              chosenByte(isHere, (*content)[i], (*bytes)[at + i]);
      }
    }
    memory[target.object] = std::move(bytes);
  }

  Term leavesObject(Term offset, Term count, uint64_t size) {
    const Term end = terms.constant(64, size);
    const auto isAbove = [&](Term a, Term b) {
      return terms.make(Head::ULess, {b, a});
    };
    const Term isOut =
        terms.either(isAbove(offset, end),
                     isAbove(count, terms.make(Head::Sub, {end, offset})));
    return terms.both(isOut,
                      terms.negated(terms.equal(count, terms.constant(64, 0))));
  }

  void havocEscaped() {
    for (uint32_t i = 0; i < code.objects.size(); ++i)
      if (isFollowed(i) && code.objects[i].escapes)
        memory[i] = std::make_shared<Bytes>(code.objects[i].size, kNoTerm);
  }

  const Code &code;
  const uint32_t site;
  const bool outcome;
  const SmtOptions &options;
  Slice slice;

  Terms terms;
  std::vector<std::string> names; // of the inputs
  std::vector<Term> inputs;
  std::map<Term, Term> results; // by pattern: of which arithmetic
  Term goal = kNoTerm;
  bool isBounded = false;
  size_t blocksEncoded = 0;

  // Where the encoding has come to.
  std::vector<Value> values;
  std::vector<std::vector<Way>> ways; // by block
  std::vector<Loop> loops;
  Term reached = kNoTerm;
  Memory memory;
  std::map<uint32_t, std::shared_ptr<const Bytes>> constants; // by object
};

} // namespace

SmtQuery encodeBranch(const Code &code, uint32_t site, bool outcome,
                      const SmtOptions &options) {
  assert(!code.isIrreducible);
  return Encoder(code, site, outcome, options).run();
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/AbstractInterpreter.h"

#include "coverme/abi.h"
#include "ir/CodeBuilder.h"
#include "prove/interval/FloatFormat.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

namespace coverme {
namespace {

using code::BlockId;
using code::Exit;
using code::Object;
using code::Op;
using code::Type;
using code::TypeKind;
using code::ValueId;

constexpr Type kBit{TypeKind::Int, 1};
constexpr Type kInt{TypeKind::Int, 32};
constexpr Type kLong{TypeKind::Int, 64};
constexpr Type kDouble{TypeKind::Float, 64};
constexpr Type kPointer{TypeKind::Pointer, 64};
constexpr uint32_t kLess = COVERME_REL_LESS, kEqual = COVERME_REL_EQUAL,
                   kGreater = COVERME_REL_GREATER;

Scalar floating() { return {ScalarKind::Float, 64, {}}; }
Scalar integer() { return {ScalarKind::Signed, 32, {}}; }
Scalar byte() { return {ScalarKind::Unsigned, 8, {}}; }

// Writes code block by block; `at` is the one that is being filled.
struct Writer {
  explicit Writer(std::vector<Scalar> scalars)
      : scalars(scalars), builder(std::move(scalars)) {}

  ValueId input(uint32_t i = 0) const { return builder.input(i); }
  ValueId emit(Op op, Type type, std::initializer_list<ValueId> operands,
               uint64_t immediate = 0) {
    return builder.emit(at, op, type, operands, immediate);
  }
  ValueId number(double value) {
    return emit(Op::Constant, kDouble, {}, std::bit_cast<uint64_t>(value));
  }
  ValueId word(uint64_t value, Type type = kInt) {
    return emit(Op::Constant, type, {}, value);
  }
  ValueId compare(ValueId a, uint32_t relations, ValueId b) {
    const bool isFloat = builder[a].type.isFloat();
    return emit(isFloat ? Op::FCmp : Op::ICmpSigned, kBit, {a, b}, relations);
  }
  // Goes on where the comparison holds, and returns where it does not.
  void guard(uint32_t site, ValueId condition) {
    const BlockId yes = builder.addBlock(), no = builder.addBlock();
    builder.branch(at, condition, yes, no, site);
    builder.leave(no, Exit::Return);
    at = yes;
  }
  void guard(uint32_t site, ValueId a, uint32_t relations, ValueId b) {
    guard(site, compare(a, relations, b));
  }
  // A place in an object.
  ValueId place(uint32_t object, ValueId offset) {
    return emit(Op::Offset, kPointer,
                {emit(Op::Address, kPointer, {}, object), offset});
  }
  ValueId highWord(ValueId x) {
    const ValueId bits = emit(Op::Bitcast, kLong, {x});
    return emit(Op::Trunc, kInt,
                {emit(Op::LShr, kLong, {bits, word(32, kLong)})});
  }

  std::vector<Scalar> scalars;
  code::CodeBuilder builder;
  BlockId at = 0;
};

// A run of what was written.
struct Executed {
  explicit Executed(Writer &writer, InterpreterOptions options = {})
      : code((writer.builder.leave(writer.at, Exit::Return),
              writer.builder.finish())),
        inputs(writer.scalars), interpreter(code, inputs, options) {}

  Box all() const {
    Box box;
    for (size_t i = 0; i < inputs.size(); ++i)
      box.push_back({inputs.lowest(i), inputs.highest(i)});
    return box;
  }
  // Over all inputs; "T", "F", "TF", or "" if nothing gets there.
  std::string outcomes(uint32_t site) {
    EXPECT_TRUE(interpreter.run(all(), {}, 1'000'000));
    return std::string(interpreter.isPossible({site, true}) ? "T" : "") +
           (interpreter.isPossible({site, false}) ? "F" : "");
  }
  std::optional<Box> reaching(uint32_t site, bool outcome) {
    EXPECT_TRUE(interpreter.runTo(all(), {site, outcome}, 1'000'000));
    return interpreter.reaching();
  }

  code::Code code;
  InputSpace inputs;
  AbstractInterpreter interpreter;
};

void expectNumbers(const std::optional<Box> &box, double low, double high) {
  ASSERT_TRUE(box);
  EXPECT_EQ((*box)[0].low, Binary64::ordinal(low));
  EXPECT_EQ((*box)[0].high, Binary64::ordinal(high));
}

// --- straight code -----------------------------------------------------------

TEST(AbstractInterpreter, NarrowsTheInputsToWhatPassesAGuard) {
  Writer code({floating()});
  code.guard(0, code.emit(Op::FAdd, kDouble, {code.input(), code.number(1)}),
             kLess | kEqual, code.number(3));
  code.guard(1, code.input(), kGreater, code.number(0));
  code.guard(2, code.input(), kGreater, code.number(2.5));
  Executed run(code);
  expectNumbers(run.reaching(1, true), 5e-324, 2);
  EXPECT_EQ(run.outcomes(2), "F");
  EXPECT_EQ(run.reaching(2, true), std::nullopt);
  EXPECT_EQ(run.outcomes(1), "TF");
}

TEST(AbstractInterpreter, NarrowsADoubleThroughItsHighWord) {
  // if ((high & 0x7fffffff) < 0x3ff00000) if (x > 0)
  Writer code({floating()});
  const ValueId magnitude = code.emit(
      Op::And, kInt, {code.highWord(code.input()), code.word(0x7fffffff)});
  code.guard(0, magnitude, kLess, code.word(0x3ff00000));
  code.guard(1, code.input(), kGreater, code.number(0));
  code.guard(2, code.input(), kEqual | kGreater, code.number(1));
  Executed run(code);
  expectNumbers(run.reaching(1, true), 5e-324, std::nextafter(1, 0));
  EXPECT_EQ(run.outcomes(2), "F");
}

TEST(AbstractInterpreter, TellsNanFromNumbers) {
  Writer code({floating()});
  code.guard(0, code.input(), COVERME_REL_UNORDERED, code.input());
  code.guard(1, code.input(), kLess | kEqual | kGreater, code.number(0));
  Executed run(code);
  EXPECT_EQ(run.outcomes(0), "TF");
  EXPECT_EQ(run.outcomes(1), "F");
}

TEST(AbstractInterpreter, ASquareIsNotNegative) {
  Writer code({floating()});
  code.guard(0, code.emit(Op::FMul, kDouble, {code.input(), code.input()}),
             kLess, code.number(0));
  EXPECT_EQ(Executed(code).outcomes(0), "F");
}

TEST(AbstractInterpreter, DecidesSelects) {
  Writer code({byte()});
  const ValueId wide = code.emit(Op::ZExt, kInt, {code.input()});
  code.builder.setSite(
      code.emit(Op::Select, kInt,
                {code.compare(wide, kGreater, code.word(255)), wide, wide}),
      0);
  Executed run(code);
  EXPECT_EQ(run.outcomes(0), "F");
  EXPECT_EQ(run.reaching(0, true), std::nullopt);
  EXPECT_EQ(run.reaching(0, false), run.all());
}

TEST(AbstractInterpreter, JoinsWhatMeets) {
  // y = x > 5 ? 1 : 3, by a branch
  Writer code({integer()});
  const ValueId one = code.word(1), three = code.word(3);
  const BlockId yes = code.builder.addBlock(), no = code.builder.addBlock();
  const BlockId end = code.builder.addBlock();
  code.builder.branch(
      code.at, code.compare(code.input(), kGreater, code.word(5)), yes, no, 0);
  code.builder.jump(yes, end);
  code.builder.jump(no, end);
  const ValueId y = code.builder.phi(end, kInt);
  code.builder.addIncoming(y, yes, one);
  code.builder.addIncoming(y, no, three);
  code.at = end;
  code.guard(1, y, kLess, code.word(3));
  code.guard(2, y, kGreater, code.word(3));
  Executed run(code);
  EXPECT_EQ(run.outcomes(1), "TF");
  EXPECT_EQ(run.outcomes(2), "F");
}

TEST(AbstractInterpreter, KnowsNothingAfterTooManySteps) {
  Writer code({floating()});
  code.guard(0, code.input(), kGreater, code.number(0));
  Executed run(code);
  EXPECT_FALSE(run.interpreter.run(run.all(), {}, 3));
  EXPECT_TRUE(run.interpreter.run(run.all(), {}, 1000)) << "the next is whole";
  EXPECT_TRUE(run.interpreter.isPossible({0, true}));
}

TEST(AbstractInterpreter, TakesContradictingBitsAndBoundsForNoInput) {
  // No float's bits are in the interval and have these bits, though each sign
  // has some of either.
  Writer code({floating()});
  const ValueId bits = code.emit(Op::Bitcast, kLong, {code.input()});
  const ValueId masked =
      code.emit(Op::And, kLong, {bits, code.word(0x7d80804400000000, kLong)});
  code.guard(0, masked, kEqual, code.word(0x1000004000000000, kLong));
  const auto unsignedGuard = [&](uint32_t site, uint32_t relations,
                                 uint64_t bound) {
    code.guard(site, code.emit(Op::ICmpUnsigned, kBit,
                               {bits, code.word(bound, kLong)}, relations));
  };
  unsignedGuard(1, kGreater, 0x3f80000000000000);
  unsignedGuard(2, kLess, 0x8080000000000000);
  Executed run(code);
  EXPECT_EQ(run.reaching(2, true), std::nullopt);
}

TEST(AbstractInterpreter, CountsWhatOpenBranchesDependOn) {
  Writer code({floating(), floating(), floating()});
  code.guard(0, code.input(1), kGreater, code.number(0));
  code.guard(1, code.emit(Op::FMul, kDouble, {code.input(1), code.input(2)}),
             kGreater, code.number(0));
  Executed run(code);
  run.reaching(1, true);
  EXPECT_EQ(run.interpreter.undecided(), (std::vector<uint64_t>{0, 2, 1}));
}

TEST(AbstractInterpreter, NotesWhatCameToAWatchedSite) {
  Writer code({floating()});
  code.guard(0, code.input(), kGreater, code.number(1));
  code.guard(1, code.input(), kLess, code.number(2));
  Executed run(code);
  const std::vector<uint32_t> watched{1};
  EXPECT_TRUE(run.interpreter.run(run.all(), watched, 1000));
  const auto &visit = run.interpreter.visit(1);
  ASSERT_TRUE(visit);
  expectNumbers(visit->inputs, std::nextafter(1, 2), INFINITY);
  EXPECT_EQ(visit->operands[1],
            Abstract::of(64, singleFloat(Binary64::ordinal(2))));
  EXPECT_FALSE(run.interpreter.visit(0)) << "not watched";
  EXPECT_FALSE(run.interpreter.visit(77)) << "not there";
}

// --- loops -------------------------------------------------------------------

// for (i = first; i < bound; i += step) sum += 2; then site 1: sum > most?
struct Counting {
  Counting(std::vector<Scalar> scalars,
           const std::function<ValueId(Writer &)> &bound, uint64_t most)
      : code(std::move(scalars)) {
    const ValueId zero = code.word(0), limit = bound(code);
    const BlockId before = code.at;
    const BlockId header = code.builder.addBlock(),
                  body = code.builder.addBlock(), end = code.builder.addBlock();
    code.builder.jump(before, header);
    const ValueId i = code.builder.phi(header, kInt);
    const ValueId sum = code.builder.phi(header, kInt);
    code.at = header;
    code.builder.branch(header, code.compare(i, kLess, limit), body, end, 0);
    code.at = body;
    const ValueId next = code.emit(Op::Add, kInt, {i, code.word(1)});
    const ValueId added = code.emit(Op::Add, kInt, {sum, code.word(2)});
    code.builder.jump(body, header);
    code.builder.addIncoming(i, before, zero);
    code.builder.addIncoming(i, body, next);
    code.builder.addIncoming(sum, before, zero);
    code.builder.addIncoming(sum, body, added);
    code.at = end;
    code.guard(1, sum, kGreater, code.word(most));
    code.guard(2, i, kLess, code.word(0));
  }

  Writer code;
};

ValueId byteBound(Writer &code) {
  return code.emit(Op::ZExt, kInt, {code.input()});
}

TEST(AbstractInterpreter, RunsALoopOfKnownLengthToItsEnd) {
  const auto ten = [](Writer &code) { return code.word(10); };
  Counting exact({integer()}, ten, 20);
  EXPECT_EQ(Executed(exact.code).outcomes(1), "F");
  Counting less({integer()}, ten, 19);
  EXPECT_EQ(Executed(less.code).outcomes(1), "T");
}

TEST(AbstractInterpreter, FindsTheBoundOfALoopByUnrolling) {
  Counting loop({byte()}, byteBound, 510);
  EXPECT_EQ(Executed(loop.code, {.unrolling = 300}).outcomes(1), "F");
  Counting less({byte()}, byteBound, 509);
  EXPECT_EQ(Executed(less.code, {.unrolling = 300}).outcomes(1), "TF");
}

TEST(AbstractInterpreter, WideningEndsALoopWithoutABound) {
  Counting loop({integer()}, [](Writer &code) { return code.input(); }, 510);
  Executed run(loop.code);
  EXPECT_EQ(run.outcomes(1), "TF");
  EXPECT_LT(run.interpreter.steps(), 5000u);
  EXPECT_EQ(run.outcomes(2), "F") << "the counter keeps its sign";
}

TEST(AbstractInterpreter, LeavesALoopThatNeverEndsWithNothingBehindIt) {
  Writer code({integer()});
  const BlockId header = code.builder.addBlock(), end = code.builder.addBlock();
  code.builder.jump(0, header);
  code.at = header;
  code.builder.branch(header, code.compare(code.word(1), kLess, code.word(2)),
                      header, end, 0);
  code.at = end;
  code.guard(1, code.input(), kLess, code.word(3));
  Executed run(code);
  EXPECT_EQ(run.outcomes(0), "T");
  EXPECT_EQ(run.outcomes(1), "");
}

// What comes back to a header tells of the next iteration, and nothing of the
// rest of this one. Failed before: y was taken for b while it was still a.
TEST(AbstractInterpreter, KeepsTheWayIntoALoopToTheIterationsEnd) {
  // y = a; for (;;) { if (...) { y = b; continue; }
  //                   if (y > 5) if (b < 0) site 1; if (...) break; y = a }
  for (const bool isEarlyFirst : {false, true}) {
    Writer code({integer(), integer()});
    const ValueId a = code.input(0), b = code.input(1);
    const BlockId header = code.builder.addBlock(),
                  early = code.builder.addBlock(),
                  rest = code.builder.addBlock(),
                  again = code.builder.addBlock(),
                  end = code.builder.addBlock();
    code.builder.jump(0, header);
    const ValueId y = code.builder.phi(header, kInt);
    code.builder.addIncoming(y, 0, a);
    code.builder.addIncoming(y, early, b);
    code.builder.addIncoming(y, again, a);
    code.at = header;
    code.builder.branch(header, code.emit(Op::Unknown, kBit, {}),
                        isEarlyFirst ? early : rest,
                        isEarlyFirst ? rest : early, 7);
    code.builder.jump(early, header);
    code.at = rest;
    code.guard(0, y, kGreater, code.word(5));
    code.guard(1, b, kLess, code.word(0));
    code.builder.branch(code.at, code.emit(Op::Unknown, kBit, {}), again, end,
                        8);
    code.builder.jump(again, header);
    code.at = end;
    Executed run(code);
    EXPECT_EQ(run.outcomes(1), "TF") << isEarlyFirst;
  }
}

// --- memory ------------------------------------------------------------------

Object table(std::initializer_list<double> numbers) {
  Object object;
  object.kind = Object::Kind::Constant;
  object.size = 8 * numbers.size();
  for (const double value : numbers)
    for (unsigned i = 0; i < 8; ++i)
      object.bytes.push_back(
          static_cast<uint8_t>(std::bit_cast<uint64_t>(value) >> (8 * i)));
  object.isUnknown.resize(object.size);
  return object;
}

Object stack(uint64_t size, bool escapes = false) {
  Object object;
  object.kind = Object::Kind::Stack;
  object.size = size;
  object.escapes = escapes;
  return object;
}

TEST(AbstractInterpreter, LooksUpATableAtAnIntervalOfPlaces) {
  for (const bool isUnknown : {false, true}) {
    Writer code({integer()});
    Object object = table({1, 7, 3, 9, 100});
    if (isUnknown)
      object.isUnknown[8] = true;
    const uint32_t limits = code.builder.addObject(std::move(object));
    const ValueId index =
        code.emit(Op::SExt, kLong,
                  {code.emit(Op::And, kInt, {code.input(), code.word(3)})});
    const ValueId value = code.emit(
        Op::Load, kDouble,
        {code.place(limits,
                    code.emit(Op::Mul, kLong, {index, code.word(8, kLong)}))});
    code.guard(0, value, kLess | kEqual, code.number(9));
    code.guard(1, value, kGreater | kEqual, code.number(1));
    Executed run(code);
    EXPECT_EQ(run.outcomes(0), isUnknown ? "TF" : "T");
    EXPECT_EQ(run.outcomes(1), isUnknown ? "TF" : "T");
  }
}

TEST(AbstractInterpreter, ReadsWordsOfADoubleInMemory) {
  Writer code({floating()});
  const uint32_t object = code.builder.addObject(stack(8));
  const auto at = [&](uint64_t offset) {
    return code.place(object, code.word(offset, kLong));
  };
  code.guard(0, code.input(), kGreater | kEqual, code.number(1));
  code.emit(Op::Store, {}, {at(0), code.input()});
  code.guard(1, code.emit(Op::Load, kInt, {at(4)}), kGreater | kEqual,
             code.word(0x3ff00000));
  // The low word cleared: still at least 1.
  code.emit(Op::Store, {}, {at(0), code.word(0)});
  const ValueId cleared = code.emit(Op::Load, kDouble, {at(0)});
  code.guard(2, cleared, kGreater | kEqual, code.number(1));
  Executed run(code);
  EXPECT_EQ(run.outcomes(1), "T");
  EXPECT_EQ(run.outcomes(2), "T");
}

TEST(AbstractInterpreter, ForgetsWhatAStoreMayHaveOverwritten) {
  Writer code({integer()});
  const uint32_t object = code.builder.addObject(stack(32));
  const auto at = [&](uint64_t offset) {
    return code.place(object, code.word(offset, kLong));
  };
  for (const uint64_t offset : {0, 8, 16, 24})
    code.emit(Op::Store, {}, {at(offset), code.word(5, kLong)});
  // Somewhere in the first two numbers.
  const ValueId somewhere =
      code.emit(Op::ZExt, kLong,
                {code.emit(Op::And, kInt, {code.input(), code.word(8)})});
  code.emit(Op::Store, {},
            {code.place(object, somewhere), code.word(6, kLong)});
  // From the middle of the last.
  code.emit(Op::Store, {}, {at(28), code.word(6)});
  for (uint32_t i = 0; i < 4; ++i)
    code.guard(i, code.emit(Op::Load, kLong, {at(8 * i)}), kLess | kEqual,
               code.word(5, kLong));
  Executed run(code);
  EXPECT_EQ(run.outcomes(0), "TF");
  EXPECT_EQ(run.outcomes(1), "TF");
  EXPECT_EQ(run.outcomes(2), "T");
  EXPECT_EQ(run.outcomes(3), "F") << "6 in the upper word";
}

TEST(AbstractInterpreter, ForgetsEscapedMemoryWhereUnknownCodeRuns) {
  for (const bool escapes : {false, true}) {
    Writer code({integer()});
    const uint32_t object = code.builder.addObject(stack(4, escapes));
    const auto at = [&] { return code.place(object, code.word(0, kLong)); };
    code.emit(Op::Store, {}, {at(), code.word(5)});
    code.emit(Op::Havoc, {}, {});
    code.guard(0, code.emit(Op::Load, kInt, {at()}), kEqual, code.word(5));
    EXPECT_EQ(Executed(code).outcomes(0), escapes ? "TF" : "T");
  }
}

TEST(AbstractInterpreter, KnowsWhatAPointerParameterPointsTo) {
  Writer code({byte(), byte()});
  Object pointee;
  pointee.kind = Object::Kind::Pointee;
  pointee.size = 16;
  pointee.cells = {{0, 0}, {8, 1}};
  const uint32_t object = code.builder.addObject(std::move(pointee));
  const auto load = [&](uint64_t offset, uint8_t width) {
    const ValueId value =
        code.emit(Op::Load, {TypeKind::Int, width},
                  {code.place(object, code.word(offset, kLong))});
    return width == 32 ? value : code.emit(Op::ZExt, kInt, {value});
  };
  const auto isZero = [&](uint32_t site, uint64_t offset, uint8_t width) {
    code.guard(site, load(offset, width), kEqual, code.word(0));
  };
  code.guard(0, code.compare(load(0, 8), kLess | kEqual, code.word(255)));
  isZero(1, 0, 8);
  isZero(2, 1, 8);
  isZero(3, 2, 16);
  isZero(4, 4, 32);
  isZero(5, 8, 8);
  isZero(6, 12, 32);
  isZero(7, 16, 8);
  Executed run(code);
  EXPECT_EQ(run.outcomes(0), "T");
  EXPECT_EQ(run.outcomes(1), "TF");
  for (const uint32_t site : {2, 3, 4})
    EXPECT_EQ(run.outcomes(site), "TF") << "anything between the inputs";
  EXPECT_EQ(run.outcomes(5), "TF");
  EXPECT_EQ(run.outcomes(6), "TF") << "anything behind them";
  EXPECT_EQ(run.outcomes(7), "TF") << "behind the object is anything";
}

TEST(AbstractInterpreter, ForgetsWhatMayOverlapTheObjectWrittenTo) {
  for (const Object::Kind written :
       {Object::Kind::Pointee, Object::Kind::Other})
    for (const bool isShared : {false, true})
      for (const bool isFilled : {false, true}) {
        Writer code({integer()});
        Object first;
        first.kind = Object::Kind::Pointee;
        first.size = 4;
        first.isShared = true;
        Object second;
        second.kind = written;
        second.size = 4;
        second.isShared = isShared;
        const uint32_t a = code.builder.addObject(first);
        const uint32_t b = code.builder.addObject(second);
        const auto at = [&](uint32_t object) {
          return code.place(object, code.word(0, kLong));
        };
        code.emit(Op::Store, {}, {at(a), code.word(5)});
        if (isFilled)
          code.emit(Op::Fill, {},
                    {at(b), code.emit(Op::Constant, {TypeKind::Int, 8}, {}, 0),
                     code.word(4, kLong)});
        else
          code.emit(Op::Store, {}, {at(b), code.word(6)});
        code.guard(0, code.emit(Op::Load, kInt, {at(a)}), kEqual, code.word(5));
        EXPECT_EQ(Executed(code).outcomes(0), isShared ? "TF" : "T");
      }
}

} // namespace
} // namespace coverme

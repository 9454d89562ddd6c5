// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/AbstractInterpreter.h"

#include <algorithm>
#include <bit>

namespace coverme {
namespace {

using code::Instruction;
using code::Object;
using code::Op;

// Places that a pointer may point to and that are still looked at one by one.
constexpr uint64_t kMaxTracedPlaces = 4096;
// Bytes that are still copied one word after another.
constexpr uint64_t kMaxCopy = 1024;

// The same bits as a value of another type of that width.
Abstract recast(const Abstract &value, code::Type type) {
  if (value.width != type.width)
    return Abstract::anyOf(type);
  if (type.isInt() && value.isFloat())
    return Abstract::of(type.width, bitsOfFloats(type.width, value.floats));
  if (type.isFloat() && value.isInt())
    return Abstract::of(type.width, floatsOfBits(type.width, value.ints));
  const bool isSame = (type.isInt() && value.isInt()) ||
                      (type.isFloat() && value.isFloat()) ||
                      (type.isPointer() && value.isPointer());
  return isSame ? value : Abstract::anyOf(type);
}

IntRange integerOf(const Abstract &value) {
  return recast(value, {code::TypeKind::Int, value.width}).ints;
}

} // namespace

std::optional<size_t>
AbstractInterpreter::cell(uint32_t object, uint64_t offset, unsigned bytes) {
  const auto [place, isNew] =
      cellIndex.try_emplace({object, offset, bytes}, cells.size());
  if (isNew) {
    if (cells.size() == kMaxCells) {
      cellIndex.erase(place);
      return std::nullopt;
    }
    cells.push_back({object, offset, bytes});
  }
  return code.values.size() + place->second;
}

Abstract AbstractInterpreter::load(const Instruction &instruction,
                                   const State &state) {
  const Abstract pointer = valueOf(code.operandsOf(instruction)[0], state);
  const code::Type type = instruction.type;
  if (!pointer.isPointer() || pointer.pointer.object == kNullObject ||
      code.objects[pointer.pointer.object].kind == Object::Kind::Other)
    return Abstract::anyOf(type);
  const IntRange &offset = pointer.pointer.offset;
  const uint32_t object = pointer.pointer.object;
  if (offset.isSingle())
    return loadAt(object, offset.low, type, state);
  // Nobody knows what lies outside of the object, but where the user has said
  // that there is no more of it.
  const uint64_t size = code.objects[object].size;
  if (size < type.bytes())
    return Abstract::anyOf(type);
  const auto inside =
      intersect(64, offset, intsBetween(64, 0, size - type.bytes()));
  const Object &from = code.objects[object];
  const bool isBounded = from.kind == Object::Kind::Pointee && !from.isOpen;
  if (!inside || (!isBounded && *inside != offset))
    return Abstract::anyOf(type);
  const uint64_t low = unsignedMin(64, *inside),
                 high = unsignedMax(64, *inside);
  const uint64_t stride = uint64_t{1}
                          << std::min(std::countr_one(inside->zeros), 12);
  const uint64_t first = (low + stride - 1) / stride * stride;
  if ((high - low) / stride >= kMaxTracedPlaces)
    return Abstract::anyOf(type);
  std::optional<Abstract> result;
  for (uint64_t place = first; place <= high; place += stride) {
    step();
    if (!contains(64, *inside, place))
      continue;
    const Abstract element = loadAt(object, place, type, state);
    result = result ? join(*result, element) : element;
  }
  return result.value_or(Abstract::anyOf(type));
}

Abstract AbstractInterpreter::loadAt(uint32_t object, uint64_t offset,
                                     code::Type type, const State &state) {
  const Object &from = code.objects[object];
  const unsigned bytes = type.bytes();
  if (from.size < bytes || offset > from.size - bytes)
    return Abstract::anyOf(type);
  if (from.kind == Object::Kind::Constant) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      if (from.isUnknown[offset + i])
        return Abstract::anyOf(type);
      bits |= uint64_t{from.bytes[offset + i]} << (8 * i);
    }
    return type.isPointer() ? Abstract::top() : Abstract::constant(type, bits);
  }
  const auto known = [&](uint64_t place, unsigned size) {
    const auto found = cellIndex.find({object, place, size});
    return found == cellIndex.end() ? Abstract()
                                    : state[code.values.size() + found->second];
  };
  if (const Abstract whole = known(offset, bytes); !whole.isUnset())
    return recast(whole, type);
  // A word of a double, or a double in two words.
  if (bytes == 4 && !type.isPointer())
    for (const unsigned shift : {0U, 32U}) {
      if (offset < shift / 8)
        continue;
      const Abstract whole = known(offset - shift / 8, 8);
      if (whole.isUnset() || whole.isPointer())
        continue;
      const IntRange word = convertInt(
          Op::Trunc, 64, 32,
          evaluate(Op::LShr, 64, integerOf(whole), singleInt(64, shift)));
      return recast(Abstract::of(32, word), type);
    }
  if (bytes == 8 && !type.isPointer()) {
    const Abstract low = known(offset, 4), high = known(offset + 4, 4);
    if (!low.isUnset() && !high.isUnset()) {
      const IntRange top =
          evaluate(Op::Shl, 64, convertInt(Op::ZExt, 32, 64, integerOf(high)),
                   singleInt(64, 32));
      const IntRange both = evaluate(
          Op::Or, 64, top, convertInt(Op::ZExt, 32, 64, integerOf(low)));
      return recast(Abstract::of(64, both), type);
    }
  }
  return Abstract::anyOf(type);
}

void AbstractInterpreter::store(const Abstract &pointer, const Abstract &value,
                                unsigned bytes, State &state) {
  const bool isOnePlace = pointer.isPointer() &&
                          pointer.pointer.object != kNullObject &&
                          pointer.pointer.offset.isSingle();
  if (mayLeave(pointer, bytes))
    noteWild(state);
  if (!isOnePlace) {
    forget(pointer, bytes, state);
    return;
  }
  const uint32_t object = pointer.pointer.object;
  const uint64_t offset = pointer.pointer.offset.low;
  const Object::Kind kind = code.objects[object].kind;
  if (kind != Object::Kind::Stack && kind != Object::Kind::Pointee) {
    forget(pointer, bytes, state); // what lies in the same place
    return;
  }
  // The other word of a double that is overwritten in part.
  std::optional<std::pair<uint64_t, Abstract>> rest;
  if (bytes == 4)
    for (const unsigned shift : {0U, 32U}) {
      if (offset < shift / 8)
        continue;
      const uint64_t whole = offset - shift / 8;
      if (!cellIndex.contains({object, whole, 8}))
        continue;
      const uint64_t other = whole + 4 - shift / 8;
      rest = {other, loadAt(object, other, {code::TypeKind::Int, 32}, state)};
    }
  forget(pointer, bytes, state);
  const auto place = cell(object, offset, bytes);
  if (place && (value.isInt() || value.isFloat() || value.isPointer()))
    state.set(*place, value);
  if (rest)
    if (const auto word = cell(object, rest->first, 4))
      state.set(*word, rest->second);
}

// memset and memcpy, word by word where places and count are known.
void AbstractInterpreter::fillOrCopy(const Instruction &instruction,
                                     State &state) {
  const auto operands = code.operandsOf(instruction);
  const Abstract to = valueOf(operands[0], state);
  const Abstract from = valueOf(operands[1], state);
  const Abstract count = valueOf(operands[2], state);
  const auto isOnePlace = [](const Abstract &pointer) {
    return pointer.isPointer() && pointer.pointer.object != kNullObject &&
           pointer.pointer.offset.isSingle();
  };
  const uint64_t bytes =
      count.isInt() ? unsignedMax(count.width, count.ints) : UINT64_MAX;
  const bool isKnown =
      isOnePlace(to) && isSingle(count) && bytes <= kMaxCopy &&
      (instruction.op == Op::Fill ? isSingle(from) : isOnePlace(from));
  if (mayLeave(to, bytes))
    noteWild(state);
  // All is read ahead of the first word that is written: they may overlap.
  std::vector<Abstract> words;
  for (uint64_t at = 0; isKnown && at + 4 <= bytes; at += 4)
    words.push_back(
        instruction.op == Op::Fill
            ? Abstract::of(32, singleInt(32, 0x01010101 * from.ints.low))
            : loadAt(from.pointer.object, from.pointer.offset.low + at,
                     {code::TypeKind::Int, 32}, state));
  forget(to, count.isInt() ? std::optional(bytes) : std::nullopt, state);
  for (size_t i = 0; i < words.size(); ++i) {
    PointerRange place = to.pointer;
    place.offset = singleInt(64, place.offset.low + 4 * i);
    store(Abstract::of(place), words[i], 4, state);
  }
}

// May so many bytes at the place be more than the variable or the caller's
// object has?
bool AbstractInterpreter::mayLeave(const Abstract &pointer,
                                   uint64_t bytes) const {
  if (!pointer.isPointer() || pointer.pointer.object == kNullObject)
    return false;
  const Object &object = code.objects[pointer.pointer.object];
  if (object.isOpen || (object.kind != Object::Kind::Stack &&
                        object.kind != Object::Kind::Pointee))
    return false;
  const uint64_t size = object.size;
  return bytes > size || unsignedMax(64, pointer.pointer.offset) > size - bytes;
}

// May two objects overlap for some caller?
bool AbstractInterpreter::mayOverlap(uint32_t a, uint32_t b) const {
  return a != kNullObject && b != kNullObject &&
         code::mayOverlap(code.objects[a], code.objects[b]);
}

template <typename Predicate>
void AbstractInterpreter::forgetCells(Predicate isForgotten, State &state) {
  for (size_t i = 0; i < cells.size(); ++i) {
    const size_t place = code.values.size() + i;
    if (isForgotten(cells[i]) && !state[place].isUnset())
      state.set(place, Abstract());
  }
}

// Whatever may be written to through the pointer is not known any more.
void AbstractInterpreter::forget(const Abstract &pointer,
                                 std::optional<uint64_t> bytes, State &state) {
  forgetCells(
      [&](const Cell &part) {
        if (!pointer.isPointer())
          return true;
        if (part.object != pointer.pointer.object)
          return mayOverlap(part.object, pointer.pointer.object);
        const IntRange &offset = pointer.pointer.offset;
        const uint64_t low = unsignedMin(64, offset);
        const uint64_t high = unsignedMax(64, offset);
        const bool isBehind = low >= part.offset + part.bytes;
        const bool isBefore = bytes && high <= UINT64_MAX - *bytes &&
                              high + *bytes <= part.offset;
        return !isBehind && !isBefore;
      },
      state);
}

void AbstractInterpreter::forgetEscaped(State &state) {
  forgetCells(
      [&](const Cell &part) { return code.objects[part.object].escapes; },
      state);
}

void AbstractInterpreter::forgetObject(uint32_t object, State &state) {
  forgetCells([&](const Cell &part) { return part.object == object; }, state);
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtEncoder.h"

#include <algorithm>

namespace coverme::smt {
namespace {

// The content of larger objects is not followed.
constexpr uint64_t kMaxObjectSize = 4096;
// An access at one of so many places at the most is followed.
constexpr uint64_t kMaxAskedPlaces = 1024;

} // namespace

bool Encoder::isFollowed(uint32_t index) const {
  const Object &object = code.objects[index];
  return (object.kind == Object::Kind::Stack ||
          object.kind == Object::Kind::Pointee) &&
         object.size <= kMaxObjectSize;
}

Memory Encoder::initialMemory() {
  Memory result(code.objects.size());
  for (uint32_t i = 0; i < code.objects.size(); ++i) {
    if (!isFollowed(i))
      continue;
    const Object &object = code.objects[i];
    auto bytes = std::make_shared<Bytes>(object.size, kNoTerm);
    if (object.kind == Object::Kind::Pointee) {
      for (const Object::Cell &cell : object.cells) {
        const Term input = inputs[cell.input];
        const unsigned width = (terms.sortOf(input).width + 7U) / 8U * 8U;
        const Term whole = terms.extend(TermKind::ZeroExtend, input, width);
        put(*bytes, cell.offset, split(whole));
      }
    }
    result[i] = std::move(bytes);
  }
  return result;
}

Memory Encoder::mergedMemory(const std::vector<Way> &into) {
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

Term Encoder::chosenByte(Term condition, Term yes, Term no) {
  if (yes == no)
    return yes;
  return terms.ite(condition, known(yes), known(no));
}

Term Encoder::known(Term byte) {
  return byte == kNoTerm ? terms.fresh(bitsSort(8)) : byte;
}

void Encoder::put(Bytes &bytes, uint64_t at, const Bytes &content) {
  std::copy(content.begin(), content.end(),
            bytes.begin() + static_cast<ptrdiff_t>(at));
}

Bytes Encoder::split(Term bits) {
  Bytes result;
  for (unsigned low = 0; low < terms.sortOf(bits).width; low += 8)
    result.push_back(terms.extract(bits, low + 7, low));
  return result;
}

Term Encoder::joined(const Bytes &bytes, uint64_t at, unsigned count) {
  Term result = known(bytes[at]);
  for (unsigned i = 1; i < count; ++i)
    result = terms.make(TermKind::Concat, {known(bytes[at + i]), result});
  return result;
}

Value Encoder::address(uint32_t object) {
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

Value Encoder::shiftedPointer(const Value &pointer, Term bytes) {
  Value result = pointer;
  for (Target &target : result.targets) {
    if (target.kind == Target::Kind::Object)
      target.offset = terms.make(TermKind::Add, {target.offset, bytes});
    else if (target.kind == Target::Kind::Null)
      target.kind = Target::Kind::Anywhere;
  }
  return result;
}

Term Encoder::conditionOf(const Value &pointer, const Target &target) {
  return pointer.targets.size() == 1 ? terms.boolean(true) : target.condition;
}

Value Encoder::loaded(const Value &pointer, Type type) {
  Value result = unknown(type);
  if (type.isPointer() || type.width % 8 != 0)
    return result;
  Term bits = result.bits;
  for (const Target &target : pointer.targets)
    if (target.kind == Target::Kind::Object)
      if (const auto content = contentOf(target.object))
        bits =
            terms.ite(conditionOf(pointer, target),
                      loadedFrom(*content, target.offset, type.bytes()), bits);
  return fromBits(type, bits);
}

std::shared_ptr<const Bytes> Encoder::contentOf(uint32_t index) {
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

std::optional<std::vector<uint64_t>> Encoder::places(Term offset, uint64_t size,
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
  if ((size - count) / step >= kMaxAskedPlaces)
    return std::nullopt;
  for (uint64_t at = 0; at <= size - count; at += step)
    result.push_back(at);
  return result;
}

Term Encoder::loadedFrom(const Bytes &bytes, Term offset, unsigned count) {
  Term result = terms.fresh(bitsSort(8 * count));
  if (const auto all = places(offset, bytes.size(), count))
    for (size_t i = all->size(); i-- > 0;)
      result = terms.ite(isAt(offset, (*all)[i]),
                         joined(bytes, (*all)[i], count), result);
  return result;
}

Term Encoder::isAt(Term offset, uint64_t place) {
  return terms.equal(offset, terms.constant(64, place));
}

void Encoder::write(const Instruction &instruction) {
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
      terms.extend(TermKind::ZeroExtend, operand(instruction, 2).bits, 64);
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

void Encoder::read(const Value &from, Bytes &content) {
  if (from.targets.size() != 1 || from.targets[0].kind != Target::Kind::Object)
    return;
  const auto bytes = contentOf(from.targets[0].object);
  const auto offset = terms.valueOf(from.targets[0].offset);
  if (!bytes || !offset || content.size() > bytes->size() ||
      *offset > bytes->size() - content.size())
    return;
  std::copy_n(bytes->begin() + static_cast<ptrdiff_t>(*offset), content.size(),
              content.begin());
}

void Encoder::writeTo(const Value &pointer, Term count, const Bytes *content) {
  for (const Target &target : pointer.targets) {
    switch (target.kind) {
    case Target::Kind::Null:
      break; // ends the execution
    case Target::Kind::Escaped:
      havocEscaped();
      break;
    case Target::Kind::Anywhere:
      goWild(conditionOf(pointer, target));
      break;
    case Target::Kind::Object:
      writeObject(target, conditionOf(pointer, target), count, content);
    }
  }
}

void Encoder::writeObject(const Target &target, Term condition, Term count,
                          const Bytes *content) {
  const Object &object = code.objects[target.object];
  if (object.isShared)
    havocShared(target.object);
  if (object.kind == Object::Kind::Other ||
      object.kind == Object::Kind::Constant)
    return;
  goWild(
      terms.both(condition, leavesObject(target.offset, count, object.size)));
  if (!isFollowed(target.object))
    return;
  auto bytes = std::make_shared<Bytes>(*memory[target.object]);
  const auto all = content ? places(target.offset, object.size, content->size())
                           : std::nullopt;
  if (!all) {
    std::fill(bytes->begin(), bytes->end(), kNoTerm);
  } else {
    for (const uint64_t at : *all) {
      const Term isHere = terms.both(condition, isAt(target.offset, at));
      for (size_t i = 0; i < content->size(); ++i)
        (*bytes)[at + i] = chosenByte(isHere, (*content)[i], (*bytes)[at + i]);
    }
  }
  memory[target.object] = std::move(bytes);
}

Term Encoder::leavesObject(Term offset, Term count, uint64_t size) {
  const Term end = terms.constant(64, size);
  const auto isAbove = [&](Term a, Term b) {
    return terms.make(TermKind::ULess, {b, a});
  };
  const Term isOut =
      terms.either(isAbove(offset, end),
                   isAbove(count, terms.make(TermKind::Sub, {end, offset})));
  return terms.both(isOut,
                    terms.negated(terms.equal(count, terms.constant(64, 0))));
}

void Encoder::havocEscaped() {
  for (uint32_t i = 0; i < code.objects.size(); ++i)
    if (code.objects[i].escapes)
      havoc(i);
}

// What may overlap the object for some caller.
void Encoder::havocShared(uint32_t object) {
  for (uint32_t i = 0; i < code.objects.size(); ++i)
    if (i != object && code::mayOverlap(code.objects[i], code.objects[object]))
      havoc(i);
}

void Encoder::havoc(uint32_t object) {
  if (isFollowed(object))
    memory[object] =
        std::make_shared<Bytes>(code.objects[object].size, kNoTerm);
}

} // namespace coverme::smt

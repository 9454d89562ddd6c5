// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/IdleParts.h"

#include "core/SetupPlan.h"

#include <algorithm>
#include <set>
#include <utility>

namespace coverme {
namespace {

// First takes all that lies behind pointers for idle, then follows the pointers
// of a call and takes back what they lead to.
class IdleFinder {
public:
  IdleFinder(const InputPlan &plan, const std::vector<uint64_t> &inputs)
      : plan(plan), inputs(inputs),
        idle{findUnmadeSlots(plan, inputs),
             std::vector<bool>(plan.buffers.size())},
        isUsed(plan.buffers.size()) {}

  IdleParts find() {
    if (plan.aliasCount == 0 && plan.setupCalls.empty() && !hasContained() &&
        plan.words.empty())
      return std::move(idle);
    if (plan.failingSlot)
      idle.inputs[*plan.failingSlot] = inputs[*plan.failingSlot] == 0;
    markBuffers();
    for (const Stub &stub : plan.stubs) {
      markStub(stub);
      for (const Address &made : stub.madeObjects())
        follow(made);
    }
    passArguments();
    for (const GlobalInput &global : plan.globals)
      images.emplace_back(&global.image, global.image.byteSize);
    while (!images.empty()) {
      const auto [image, bytes] = images.back();
      images.pop_back();
      lookAt(*image, bytes);
    }
    return std::move(idle);
  }

private:
  // Does an object have elements or characters that are counted?
  bool hasContained() const {
    return std::any_of(plan.buffers.begin(), plan.buffers.end(),
                       [](const Buffer &buffer) {
                         return buffer.isContained ||
                                !buffer.image.textEnds.empty();
                       }) ||
           std::any_of(plan.arguments.begin(), plan.arguments.end(),
                       [](const Argument &argument) {
                         return !argument.value.textEnds.empty();
                       });
  }

  // The slots that say which parts of the object there are.
  std::vector<uint32_t> choicesIn(const Image &image) const {
    std::vector<uint32_t> slots;
    const auto add = [&](const auto &all) {
      for (const auto &each : all)
        if (each.condition.choice != 0)
          slots.push_back(plan.choiceSlot(each.condition.choice));
    };
    add(image.cells);
    add(image.addresses);
    return slots;
  }

  void markBuffers() {
    idle.buffers.assign(plan.buffers.size(), true);
    for (const Buffer &buffer : plan.buffers) {
      for (const Cell &cell : buffer.image.cells)
        idle.inputs[cell.slot] = true;
      if (buffer.isContained && buffer.countSlot)
        idle.inputs[*buffer.countSlot] = true;
      for (const uint32_t slot : choicesIn(buffer.image))
        idle.inputs[slot] = true;
      if (buffer.leadSlot)
        idle.inputs[*buffer.leadSlot] = true;
    }
  }

  // Of a function that no pointer leads to, all numbers are idle.
  void markStub(const Stub &stub) {
    if (!stub.nullSlot)
      return;
    const bool isNull = inputs[*stub.nullSlot] != 0;
    idle.inputs[*stub.nullSlot] = !isNull;
    const auto mark = [&](const DrawnValues &values) {
      for (uint32_t i = 0; i < values.count * values.slotsPerValue; ++i)
        idle.inputs[values.firstSlot + i] = isNull;
    };
    mark(stub.results);
    for (const Stub::Write &write : stub.writes)
      mark(write.values);
    if (stub.transfer)
      mark(stub.transfer->bytes);
    if (stub.memory)
      mark(stub.memory->nulls);
  }

  void passArguments() {
    std::set<uint32_t> replaced; // arguments that set-up calls return
    for (const SetupCall &call : plan.setupCalls)
      if (call.target && isMade(call, inputs))
        replaced.insert(*call.target);
    for (size_t i = 0; i < plan.words.size(); ++i)
      if (inputs[plan.wordCountSlot] > i + 1)
        use(plan.words[i]);
    for (uint32_t i = 0; i < plan.arguments.size(); ++i)
      if (!replaced.contains(i))
        pass(plan.arguments[i]);
    for (const SetupCall &call : plan.setupCalls)
      if (isMade(call, inputs))
        for (const SetupArgument &argument : call.arguments)
          if (argument.kind == SetupArgument::Kind::Made)
            pass(plan.setupArguments[argument.index].argument);
  }

  void pass(const Argument &argument) {
    if (argument.isPointer)
      follow(argument.address);
    for (const Cell &cell : argument.value.cells)
      idle.inputs[cell.slot] = false;
    images.emplace_back(&argument.value, argument.value.byteSize);
  }

  void follow(const Address &address) {
    if (address.kind != Address::Kind::Buffer &&
        address.kind != Address::Kind::Stream)
      return;
    const Buffer &buffer = plan.buffers[address.index];
    idle.buffers[address.index] = false;
    const uint64_t choice = buffer.leadSlot ? inputs[*buffer.leadSlot] : 0;
    if (choice == 0 || choice > buffer.aliases.size())
      return use(address.index);
    idle.inputs[*buffer.leadSlot] = false;
    const Alias &alias = buffer.aliases[choice - 1];
    if (alias.kind == Alias::Kind::Buffer)
      use(alias.index);
    idle.buffers[address.index] = alias.kind == Alias::Kind::Null;
    for (const Cell &cell : buffer.image.cells)
      for (const ByteRange &span : alias.lacking)
        if (span.begin <= cell.offset && cell.offset < span.end)
          idle.inputs[cell.slot] = false;
  }

  void use(uint32_t index) {
    if (isUsed[index])
      return;
    isUsed[index] = true;
    const Buffer &buffer = plan.buffers[index];
    uint64_t bytes = buffer.image.byteSize;
    if (buffer.isContained && buffer.countSlot) {
      idle.inputs[*buffer.countSlot] = false;
      bytes = inputs[*buffer.countSlot] * buffer.elementSize;
    }
    images.emplace_back(&buffer.image, bytes);
    images.emplace_back(&buffer.ahead, buffer.ahead.byteSize);
  }

  void lookAt(const Image &image, uint64_t bytes) {
    for (const Cell &cell : image.cells)
      idle.inputs[cell.slot] =
          cell.offset >= bytes || !plan.isThere(cell.condition, inputs);
    for (const TextEnd &end : image.textEnds)
      for (const Cell &cell : image.cells)
        if (cell.offset >= end.offset + inputs[end.slot] * end.bytes &&
            cell.offset < end.offset + end.most * end.bytes)
          idle.inputs[cell.slot] = true;
    for (const Linked &each : image.linked)
      if (each.offset < bytes) {
        use(each.buffer);
        idle.buffers[each.buffer] = false;
      }
    for (const uint32_t slot : choicesIn(image))
      idle.inputs[slot] = inputs[slot] == 0;
    for (const Address &address : image.addresses)
      if (address.offset < bytes && plan.isThere(address.condition, inputs))
        follow(address);
  }

  const InputPlan &plan;
  const std::vector<uint64_t> &inputs;
  IdleParts idle;
  std::vector<bool> isUsed; // by buffer
  // Objects that are still to be looked at, each with as many of its bytes as
  // there are.
  std::vector<std::pair<const Image *, uint64_t>> images;
};

} // namespace

IdleParts findIdle(const InputPlan &plan, const std::vector<uint64_t> &inputs) {
  return IdleFinder(plan, inputs).find();
}

} // namespace coverme

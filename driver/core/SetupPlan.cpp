// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/SetupPlan.h"

#include <algorithm>
#include <utility>

namespace coverme {

void appendParameters(InputPlan &plan, const InputPlan &own) {
  const auto slots = static_cast<uint32_t>(plan.inputs.size());
  const auto buffers = static_cast<uint32_t>(plan.buffers.size());
  const auto stubs = static_cast<uint32_t>(plan.stubs.size());
  const auto tables = static_cast<uint32_t>(plan.tables.size());
  const auto moveAddress = [&](Address &address) {
    if (address.kind == Address::Kind::Buffer ||
        address.kind == Address::Kind::Stream ||
        address.kind == Address::Kind::End)
      address.index += buffers;
    else if (address.kind == Address::Kind::Stub)
      address.index += stubs;
    else if (address.kind == Address::Kind::MadeUpTable)
      address.index += tables;
    if (address.nullSlot)
      *address.nullSlot += slots;
  };
  const auto moveImage = [&](Image &image) {
    for (Cell &cell : image.cells)
      cell.slot += slots;
    for (Address &address : image.addresses)
      moveAddress(address);
    for (TextEnd &end : image.textEnds)
      end.slot += slots;
    for (Linked &each : image.linked) {
      each.buffer += buffers;
      if (each.countSlot)
        *each.countSlot += slots;
    }
  };
  plan.inputs.insert(plan.inputs.end(), own.inputs.begin(), own.inputs.end());
  for (Buffer buffer : own.buffers) {
    moveImage(buffer.image);
    moveImage(buffer.ahead);
    if (buffer.countSlot)
      *buffer.countSlot += slots;
    if (buffer.nullSlot)
      *buffer.nullSlot += slots;
    if (buffer.shiftSlot)
      *buffer.shiftSlot += slots;
    if (buffer.holder)
      buffer.holder->buffer += buffers;
    plan.buffers.push_back(std::move(buffer));
  }
  for (Stub stub : own.stubs) {
    stub.results.firstSlot += slots;
    for (Stub::Write &write : stub.writes)
      write.values.firstSlot += slots;
    if (stub.transfer)
      stub.transfer->bytes.firstSlot += slots;
    if (stub.memory)
      stub.memory->nulls.firstSlot += slots;
    plan.stubs.push_back(std::move(stub));
  }
  for (MadeUpTable table : own.tables) {
    for (MadeUpTable::Function &function : table.functions)
      function.stub += stubs;
    plan.tables.push_back(std::move(table));
  }
  for (Argument argument : own.arguments) {
    moveImage(argument.value);
    moveAddress(argument.address);
    argument.firstSlot += slots;
    plan.setupArguments.push_back({"", std::move(argument)});
  }
  plan.leftOut += own.leftOut;
  plan.madeUpClasses.insert(own.madeUpClasses.begin(), own.madeUpClasses.end());
  plan.nodeBounds.insert(own.nodeBounds.begin(), own.nodeBounds.end());
}

bool isMade(const SetupCall &call, const std::vector<uint64_t> &inputs) {
  return !call.choiceSlot || inputs[*call.choiceSlot] != 0;
}

bool makesUnasked(const InputPlan &plan, const std::vector<uint64_t> &inputs) {
  return std::ranges::any_of(plan.setupCalls, [&](const SetupCall &call) {
    return call.choiceSlot && isMade(call, inputs);
  });
}

std::vector<bool> findUnmadeSlots(const InputPlan &plan,
                                  const std::vector<uint64_t> &inputs) {
  std::vector<bool> isUnmade(plan.inputs.size());
  const auto mark = [&](const Argument &argument, bool value) {
    std::fill_n(isUnmade.begin() + argument.firstSlot, argument.slotCount,
                value);
  };
  for (const MadeArgument &made : plan.setupArguments)
    mark(made.argument, true);
  for (const SetupCall &call : plan.setupCalls) {
    if (!isMade(call, inputs))
      continue;
    for (const SetupArgument &argument : call.arguments)
      if (argument.kind == SetupArgument::Kind::Made)
        mark(plan.setupArguments[argument.index].argument, false);
    if (call.target)
      mark(plan.arguments[*call.target], true);
  }
  return isUnmade;
}

std::vector<bool> findUnmadeBuffers(const InputPlan &plan,
                                    const std::vector<uint64_t> &inputs) {
  std::vector<bool> isUnmade(plan.buffers.size());
  const auto mark = [&](const Argument &argument, bool value) {
    std::vector<bool> isSeen(plan.buffers.size());
    std::vector<uint32_t> work;
    const auto visit = [&](uint32_t buffer) {
      if (!isSeen[buffer]) {
        isSeen[buffer] = true;
        isUnmade[buffer] = value;
        work.push_back(buffer);
      }
    };
    const auto follow = [&](const Address &address) {
      if (address.kind == Address::Kind::Buffer ||
          address.kind == Address::Kind::Stream)
        visit(address.index);
    };
    if (argument.isPointer)
      follow(argument.address);
    std::ranges::for_each(argument.value.addresses, follow);
    while (!work.empty()) {
      const Image &image = plan.buffers[work.back()].image;
      work.pop_back();
      std::ranges::for_each(image.addresses, follow);
      for (const Linked &each : image.linked)
        visit(each.buffer);
    }
  };
  for (const MadeArgument &made : plan.setupArguments)
    mark(made.argument, true);
  for (const SetupCall &call : plan.setupCalls)
    for (const SetupArgument &argument : call.arguments)
      if (isMade(call, inputs) && argument.kind == SetupArgument::Kind::Made)
        mark(plan.setupArguments[argument.index].argument, false);
  for (const Argument &argument : plan.arguments)
    mark(argument, false);
  return isUnmade;
}

} // namespace coverme

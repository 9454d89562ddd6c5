// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/EntryLowering.h"

#include "coverme/meaning.h"
#include "ir/InputsAlone.h"
#include "support/Error.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstring>

namespace coverme {
namespace {

// Of any content where it is not one number after the other, and where only
// we say what there is.
Object pointeeOf(const Buffer &buffer, const InputPlan &plan) {
  Object object;
  object.isGiven = object.escapes = true;
  object.isShared = !plan.isDistinct;
  // There may be more ahead of it, too.
  object.isOpen = buffer.isOpen || buffer.ahead.byteSize != 0;
  object.size = buffer.image.byteSize;
  if (buffer.countSlot || buffer.isString || plan.leftOut != 0 ||
      !buffer.image.fixed.empty())
    return object;
  for (const Cell &cell : buffer.image.cells) {
    if (cell.bitWidth != 0 || cell.condition.choice != 0 ||
        plan.inputs[cell.slot].part != Part::Whole)
      return object;
    object.cells.push_back({cell.offset, cell.slot});
  }
  object.kind = Object::Kind::Pointee;
  return object;
}

bool isBool(const code::Instruction &value, const InputPlan &plan) {
  return value.op == Op::Input &&
         plan.inputs[value.immediate].scalar.kind == ScalarKind::Bool;
}

// The bitcode of module number `index`.
std::string_view bitcodeOf(std::string_view section, size_t index,
                           const std::string &origin) {
  for (;; --index) {
    coverme_ir header;
    if (section.size() < sizeof header)
      fail(ExitCode::BadInput, "'{}' holds less code than tables", origin);
    std::memcpy(&header, section.data(), sizeof header);
    section.remove_prefix(sizeof header);
    if (header.magic != COVERME_IR_MAGIC || header.byteSize > section.size())
      fail(ExitCode::BadInput, "'{}' has a damaged section {}", origin,
           COVERME_IR_SECTION);
    if (index == 0) {
      const std::string_view bitcode = section.substr(0, header.byteSize);
      if (header.checksum != coverme_checksum(bitcode.data(), bitcode.size()))
        fail(ExitCode::BadInput, "'{}' has damaged bitcode: bad checksum",
             origin);
      return bitcode;
    }
    section.remove_prefix(
        std::min<size_t>((header.byteSize + 7) & ~uint64_t{7}, section.size()));
  }
}

} // namespace

std::vector<Scalar> EntryLowering::scalarsOf(const InputPlan &plan) {
  std::vector<Scalar> scalars;
  for (size_t i = 0; i < plan.numberCount(); ++i)
    scalars.push_back(plan.inputs[i].scalar);
  return scalars;
}

LoweredEntry EntryLowering::run() {
  llvm::Function &function = findEntry();
  if (!module.getModuleInlineAsm().empty())
    throw Unsupported{"its file contains assembly"};
  if (plan.roundingSlot)
    throw Unsupported{"its rounding mode is an input"};
  changesRounding = changingRounding();
  const std::vector<ValueId> arguments = argumentsOf(function);
  for (const ValueId each : arguments)
    if (builder[each].type.isPointer())
      nullness[each] = builder.emit(0, Op::Unknown, kBit, {});
  const BlockId end = builder.addBlock();
  builder.leave(end, code::Exit::Return);
  expand(function, arguments, 0, end);
  checkFloatingPointEnvironment();
  markEscapes();
  if (errnoObject)
    findAccessesToErrno();
  forgetAddresses();
  const bool hasOddBools = forgetBools();
  LoweredEntry result;
  result.code = builder.finish();
  if (result.code.isIrreducible)
    throw Unsupported{"it has a loop with more than one entry"};
  result.sites = reportedSites();
  result.looksAtAddresses = looksAtAddresses;
  result.readsBools = !boolsRead.empty();
  result.isMadeOfInputs =
      !isOpenCall && !hasOddBools && isMadeOfInputs(function);
  return result;
}

llvm::Function &EntryLowering::findEntry() const {
  for (llvm::Function &function : module)
    if (const llvm::MDNode *node =
            function.getMetadata(COVERME_FUNCTION_METADATA))
      if (firstFunction + indexOf(node) == entry)
        return function;
  throw Unsupported{"its code was not kept"};
}

// What a call passes. Where one of the source's parameters is none of LLVM's (a
// struct by value), nothing is known of any.
std::vector<ValueId> EntryLowering::argumentsOf(llvm::Function &function) {
  std::vector<ValueId> arguments;
  if (!plan.needsHarness) {
    for (uint32_t i = 0; i < plan.inputs.size(); ++i)
      arguments.push_back(input(i));
  } else {
    for (const Argument &each : plan.arguments)
      arguments.push_back(argument(each));
  }
  bool isOneByOne = arguments.size() == function.arg_size();
  for (uint32_t i = 0; isOneByOne && i < arguments.size(); ++i) {
    isOneByOne = arguments[i] != kNone;
    if (!isOneByOne)
      break;
    const CodeType type = typeOf(function.getArg(i)->getType());
    if (type == kBit && builder[arguments[i]].type == kInt8) // a bool
      arguments[i] = builder.emit(0, Op::Trunc, kBit, {arguments[i]});
    else if (isBool(builder[arguments[i]], plan))
      throw Unsupported{"it takes a bool as a part of an object"};
    isOneByOne = builder[arguments[i]].type == type;
    if (function.getArg(i)->hasNoAliasAttr() &&
        builder[arguments[i]].op == Op::Address)
      builder.object(static_cast<uint32_t>(builder[arguments[i]].immediate))
          .isShared = false;
  }
  if (isOneByOne)
    return arguments;
  arguments.clear();
  for (const llvm::Argument &each : function.args())
    arguments.push_back(anything(typeOf(each.getType())));
  return arguments;
}

ValueId EntryLowering::anything(CodeType type) {
  isOpenCall = true;
  return builder.emit(0, Op::Unknown, type, {});
}

// None for what is not one value.
ValueId EntryLowering::argument(const Argument &given) {
  if (!given.isPointer) {
    if (given.value.cells.size() != 1 || !given.value.addresses.empty() ||
        !given.value.fixed.empty() ||
        plan.inputs[given.value.cells[0].slot].part != Part::Whole)
      return kNone;
    return input(given.value.cells[0].slot);
  }
  // One that may be null, or a function's.
  if (given.address.kind != Address::Kind::Buffer || given.address.nullSlot)
    return anything(kPointer);
  return address(
      0, builder.addObject(pointeeOf(plan.buffers[given.address.index], plan)));
}

// Appends the function's code: from block `from` to block `end`, where its
// result (if any) is a phi.
ValueId EntryLowering::expand(llvm::Function &function,
                              const std::vector<ValueId> &arguments,
                              BlockId from, BlockId end) {
  for (const char *name : {"denormal-fp-math", "denormal-fp-math-f32"})
    if (const llvm::Attribute mode = function.getFnAttribute(name);
        mode.isValid() && mode.getValueAsString() != "ieee,ieee")
      throw Unsupported{"it does without subnormal numbers"};
  for (const char *hook :
       {"instrument-function-entry", "instrument-function-entry-inlined"})
    if (function.hasFnAttribute(hook))
      throw Unsupported{"the compiler has it call other code where it begins"};
  if (const llvm::Attribute open =
          function.getFnAttribute(COVERME_OPEN_MEANING_ATTRIBUTE);
      open.isValid())
    throw Unsupported{open.getValueAsString().str()};
  active.insert(&function);
  expanded.insert(&function);
  Frame frame;
  frame.end = end;
  if (!function.getReturnType()->isVoidTy())
    frame.result = builder.phi(end, typeOf(function.getReturnType()));
  for (uint32_t i = 0; i < function.arg_size(); ++i)
    frame.values[function.getArg(i)] = arguments[i];

  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  for (llvm::BasicBlock *block : order)
    frame.starts[block] =
        block == &function.getEntryBlock() ? from : builder.addBlock();
  const std::set<const llvm::Value *> suspects = perhapsUnwritten(function);
  std::vector<const llvm::PHINode *> phis;
  for (llvm::BasicBlock *block : order) {
    frame.at = frame.starts[block];
    for (llvm::Instruction &instruction : *block) {
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
        frame.values[phi] = builder.phi(frame.at, typeOf(phi->getType()));
        if (suspects.contains(phi))
          frame.unwritten[phi] = builder.phi(frame.at, kBit);
        phis.push_back(phi);
      } else if (instruction.isTerminator()) {
        frame.ends[block] = frame.at;
        lowerTerminator(frame, instruction);
      } else {
        lowerInstruction(frame, instruction);
        if (suspects.contains(&instruction))
          frame.unwritten[&instruction] = isUnwrittenSelect(
              frame, llvm::cast<llvm::SelectInst>(instruction));
      }
    }
  }
  for (const llvm::PHINode *phi : phis)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const llvm::BasicBlock *way = phi->getIncomingBlock(i);
      if (!frame.ends.contains(way))
        continue; // nothing leads there
      frame.at = frame.ends[way];
      const llvm::Value *incoming = phi->getIncomingValue(i);
      builder.addIncoming(frame.values[phi], frame.at,
                          handedOn(frame, incoming));
      if (suspects.contains(phi))
        builder.addIncoming(frame.unwritten[phi], frame.at,
                            isUnwrittenNow(frame, incoming));
    }
  active.erase(&function);
  return frame.result;
}

void EntryLowering::lowerTerminator(Frame &frame,
                                    llvm::Instruction &terminator) {
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
    return lowerBranch(frame, *branch);
  if (auto *leave = llvm::dyn_cast<llvm::ReturnInst>(&terminator)) {
    if (frame.result != kNone)
      builder.addIncoming(frame.result, frame.at,
                          value(frame, leave->getReturnValue()));
    // Pointers to them may outlive them.
    if (active.size() > 1)
      for (const auto &[start, bytes] : frame.variables)
        blur(frame, start, bytes);
    return builder.jump(frame.at, frame.end);
  }
  if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&terminator))
    return lowerInvoke(frame, *invoke);
  // What goes on being thrown is caught by nobody here: calls of which the code
  // is seen have no handlers around them.
  if (llvm::isa<llvm::UnreachableInst, llvm::ResumeInst>(terminator))
    return builder.leave(frame.at, code::Exit::Unreachable);
  throw Unsupported{
      fmt::format("it contains a '{}'", terminator.getOpcodeName())};
}

void EntryLowering::lowerBranch(Frame &frame, llvm::BranchInst &branch) {
  const BlockId first = frame.starts[branch.getSuccessor(0)];
  if (branch.isUnconditional())
    return builder.jump(frame.at, first);
  const BlockId second = frame.starts[branch.getSuccessor(1)];
  if (first == second)
    return builder.jump(frame.at, first);
  uint32_t site = kNone;
  if (const llvm::MDNode *node = branch.getMetadata(COVERME_SITE_METADATA))
    site = firstSite + static_cast<uint32_t>(indexOf(node));
  builder.branch(frame.at, value(frame, branch.getCondition()), first, second,
                 site);
}

namespace {

InputSpace provableInputs(const InputPlan &plan) {
  std::vector<InputVariable> variables = plan.inputs;
  // Bytes of the object may be looked at one by one, and need not be a bool's.
  for (const Buffer &buffer : plan.buffers)
    for (const Cell &cell : buffer.image.cells)
      if (Scalar &scalar = variables[cell.slot].scalar;
          scalar.kind == ScalarKind::Bool)
        scalar.kind = ScalarKind::Unsigned;
  variables.resize(plan.numberCount());
  for (InputVariable &variable : variables) {
    variable.scalar.enumerators.clear();
    // The high part of a long double is an integer to the code.
    if (variable.scalar.kind == ScalarKind::Exponent)
      variable.scalar.kind = ScalarKind::Unsigned;
    if (variable.isSize)
      variable.least.reset();
    if (variable.isSize || variable.isCapped)
      variable.greatest.reset();
  }
  return InputSpace(variables);
}

// What holds of calls by others than the user's callers, too.
InputPlan withoutBounds(InputPlan plan) {
  for (InputVariable &input : plan.inputs) {
    input.least.reset();
    input.greatest.reset();
  }
  for (Buffer &buffer : plan.buffers)
    buffer.isOpen = true;
  plan.isDistinct = false;
  plan.assumptions.clear();
  return plan;
}

} // namespace

Input LoweredEntry::allowed(Input candidate) const {
  for (size_t i = 0; readsBools && i < candidate.size(); ++i)
    if (code.inputs[i].kind == ScalarKind::Bool && candidate[i] > 1)
      candidate[i] = 1;
  return candidate;
}

std::variant<LoweredEntry, NotLowered>
lowerEntry(const std::filesystem::path &object, const Program &program,
           uint32_t entry) {
  const std::string section = readSection(object, COVERME_IR_SECTION);
  if (section.empty())
    return NotLowered{"the object was compiled without COVERME_EMBED_IR=1"};
  size_t index = 0;
  while (index + 1 < program.modules.size() &&
         program.modules[index + 1].firstFunction <= entry)
    ++index;
  const std::string_view bitcode = bitcodeOf(section, index, object.string());
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()),
                            "coverme_ir"),
      context);
  if (!module)
    fail(ExitCode::BadInput, "'{}' has damaged bitcode: {}", object.string(),
         llvm::toString(module.takeError()));
  promoteMemory(**module);
  bool isCalledBeyondBounds = false;
  const auto lower = [&](const InputPlan &plan) {
    EntryLowering lowering(**module, program,
                           program.modules[index].firstFunction,
                           program.modules[index].firstSite, entry, plan);
    LoweredEntry result = lowering.run();
    result.inputs = provableInputs(plan);
    isCalledBeyondBounds = lowering.isCalledBeyondBounds();
    return result;
  };
  try {
    const InputPlan &plan = program.functions[entry].plan;
    LoweredEntry result = lower(plan);
    if (isCalledBeyondBounds && !plan.isMain && !plan.isProgram) {
      result = lower(withoutBounds(plan));
      result.isMadeOfInputs = false; // runs keep to the bounds
    }
    return result;
  } catch (const Unsupported &unsupported) {
    return NotLowered{unsupported.reason};
  }
}

} // namespace coverme

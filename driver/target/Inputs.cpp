// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target/Inputs.h"

#include "support/Error.h"
#include "support/NearestName.h"
#include "target/ScalarText.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <regex>

namespace coverme {
namespace {

// Bytes of one object, and numbers that are told after a call.
constexpr uint64_t kMaxObjectBytes = uint64_t{1} << 20;
constexpr size_t kMaxOutputs = 32;

constexpr const char *kRoundingMode = "rounding mode";

std::optional<uint32_t> wholeCount(const std::string &text) {
  uint32_t number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end)
    return std::nullopt;
  return number;
}

// "did you mean 'x'?", or which there are.
std::string suggestion(const std::string &given,
                       const std::vector<std::string> &names) {
  const std::string nearest = nearestName(given, names);
  if (!nearest.empty())
    return fmt::format("; did you mean '{}'?", nearest);
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "" : fmt::format(" ({})", list);
}

// "p->a[2].b" and "p->a.b" for p->a[2].b.
std::string withoutIndices(const std::string &name) {
  std::string result;
  int depth = 0;
  for (const char c : name) {
    depth += c == '[';
    if (depth == 0 && c != '*')
      result += c;
    depth -= c == ']';
  }
  return result;
}

// The parameter or variable that an input is part of.
std::string rootOf(const std::string &name) {
  const std::string plain = withoutIndices(name);
  return plain.substr(0, plain.find_first_of(".- "));
}

class Planner {
public:
  Planner(const Program &program, uint32_t index, const InputOptions &options,
          const std::set<std::string> &undefined)
      : program(program), entry(program.functions[index]), options(options),
        undefined(undefined) {}

  InputPlan plan() {
    if (entry.isVariadic())
      fail(ExitCode::BadInput, "'{}' is variadic, which is not supported",
           entry.name);
    result.needsHarness = !entry.hasTrampoline();
    if (isMainWithArguments())
      addMainArguments();
    else
      for (uint32_t i = 0; i < entry.parameters.size(); ++i)
        addParameter(i);
    checkResult();
    addGlobals();
    addStubs();
    if (options.roundingModes)
      addRoundingMode();
    checkArrayNames();
    applyRanges();
    for (const std::string &assumption : options.assumptions) {
      result.assumption +=
          (result.assumption.empty() ? "(" : " && (") + assumption + ")";
      useAsBounds(assumption);
    }
    checkBounds();
    result.needsHarness |= !result.assumption.empty();
    return std::move(result);
  }

private:
  const CType &type(uint32_t index) const { return program.types[index]; }

  [[noreturn]] void refuse(const std::string &what, const std::string &why) {
    fail(ExitCode::BadInput, "'{}' cannot be called: {} {}", entry.name, what,
         why);
  }

  // --- slots ----------------------------------------------------------------

  uint32_t addSlot(const std::string &name, const CType &numberType,
                   const Scalar &scalar, Part part = Part::Whole) {
    result.inputs.push_back({name, numberType.name, scalar, part, {}, {}, {}});
    return static_cast<uint32_t>(result.inputs.size() - 1);
  }

  // The object of a parameter that is being planned.
  struct Pointee {
    const Image *image = nullptr;
    const Parameter *parameter = nullptr;
    bool isOutput = false; // what it holds after the call is told
    std::vector<Output> outputs;
  };

  // Is a number of the object an input? Not if the code does not read it, nor
  // in the far parts of a large object.
  bool isInput(const Image &image, uint32_t offset, uint32_t bytes) const {
    // An assumption may read what the code does not.
    if (&image == pointee.image && !pointee.parameter->readsAny &&
        options.assumptions.empty() &&
        std::none_of(
            pointee.parameter->reads.begin(), pointee.parameter->reads.end(),
            [&](const ByteRange &range) {
              return range.begin < offset + bytes && offset < range.end;
            }))
      return false;
    return result.inputs.size() < kMaxInputs;
  }

  // The cells of one number; `offset` of its object.
  void addNumber(const std::string &name, const CType &number, uint32_t offset,
                 Image &image) {
    const Scalar &scalar = number.scalar;
    if (scalar.kind == ScalarKind::Unsupported)
      refuse(
          fmt::format("'{}'", name),
          fmt::format("is of type '{}', which is not supported", number.name));
    struct Piece {
      Scalar scalar;
      Part part;
      uint32_t offset, bytes;
    };
    std::vector<Piece> pieces;
    if (scalar.isFloat() && scalar.width == 80)
      pieces = {{{ScalarKind::Unsigned, 63, {}}, Part::Fraction80, 0, 8},
                {{ScalarKind::Exponent, 16, {}}, Part::Exponent80, 8, 2}};
    else if (scalar.width == 128)
      pieces = {{{ScalarKind::Unsigned, 64, {}}, Part::Low128, 0, 8},
                {{scalar.kind, 64, {}}, Part::High128, 8, 8}};
    else
      pieces = {{scalar, Part::Whole, 0, (scalar.width + 7) / 8}};
    const bool takes = isInput(image, offset, number.byteSize);
    const bool tells = &image == pointee.image && pointee.isOutput &&
                       pointee.outputs.size() + pieces.size() <= kMaxOutputs;
    for (const Piece &piece : pieces) {
      const uint32_t at = offset + piece.offset;
      if (takes)
        image.cells.push_back({addSlot(name, number, piece.scalar, piece.part),
                               at, piece.bytes, 0, 0});
      if (tells)
        pointee.outputs.push_back(
            {{name, number.name, piece.scalar, piece.part, {}, {}, {}},
             0,
             at,
             piece.bytes});
    }
  }

  void addBitField(const std::string &name, const Member &member,
                   uint32_t offset, Image &image) {
    if (!isInput(image, offset, (member.bitOffset + member.bitWidth + 7) / 8))
      return;
    const CType &number = type(member.type);
    Scalar scalar = number.scalar;
    scalar.width = member.bitWidth;
    // Enumerators that do not fit are no values.
    std::erase_if(scalar.enumerators, [&](uint64_t value) {
      return truncateToWidth(value, member.bitWidth) != value;
    });
    image.cells.push_back({addSlot(name, number, scalar), offset, 0,
                           member.bitOffset, member.bitWidth});
  }

  // --- objects --------------------------------------------------------------

  // How often a pointer was followed on the way to an object.
  static constexpr unsigned kMaxDepth = 2;

  void addObject(const std::string &name, uint32_t index, uint32_t offset,
                 Image &image, unsigned depth) {
    const CType &object = type(index);
    switch (object.kind) {
    case CTypeKind::Scalar:
      addNumber(name, object, offset, image);
      break;
    case CTypeKind::Complex: {
      const CType &part = type(object.element);
      addNumber(name + ".real", part, offset, image);
      addNumber(name + ".imag", part, offset + part.byteSize, image);
      break;
    }
    case CTypeKind::Array:
      if (object.count == 0)
        refuse(fmt::format("'{}'", name),
               "is a flexible array, whose size nothing tells");
      for (uint32_t i = 0; i < object.count; ++i)
        addObject(fmt::format("{}[{}]", name, i), object.element,
                  offset + i * type(object.element).byteSize, image, depth);
      break;
    case CTypeKind::Struct:
      for (const Member &member : object.members)
        addMember(name, member, offset, image, depth);
      break;
    case CTypeKind::Union:
      addUnion(name, object, offset, image, depth);
      break;
    case CTypeKind::Pointer:
      image.addresses.push_back(
          addPointee(name, object, offset, depth, nullptr));
      break;
    default:
      refuse(
          fmt::format("'{}'", name),
          fmt::format("is of type '{}', which is not supported", object.name));
    }
  }

  void addMember(const std::string &name, const Member &member, uint32_t offset,
                 Image &image, unsigned depth) {
    const std::string path =
        member.name.empty() ? name : joined(name, member.name);
    if (member.bitWidth != 0)
      addBitField(path, member, offset + member.byteOffset, image);
    else if (type(member.type).byteSize != 0 ||
             type(member.type).kind == CTypeKind::Array)
      addObject(path, member.type, offset + member.byteOffset, image, depth);
  }

  // p->m for the object that p points to, which goes by the name of "*p".
  static std::string joined(const std::string &name,
                            const std::string &member) {
    return name.starts_with('*') ? fmt::format("{}->{}", name.substr(1), member)
                                 : fmt::format("{}.{}", name, member);
  }

  void addUnion(const std::string &name, const CType &object, uint32_t offset,
                Image &image, unsigned depth) {
    const Member *largest = nullptr;
    for (const Member &member : object.members) {
      if (holdsPointer(member.type))
        refuse(fmt::format("'{}'", name),
               fmt::format("is a union with a pointer in it ('{}'), which may "
                           "be no address",
                           member.name));
      if (largest == nullptr ||
          type(member.type).byteSize > type(largest->type).byteSize)
        largest = &member;
    }
    if (largest != nullptr)
      addMember(name, *largest, offset, image, depth);
  }

  bool holdsPointer(uint32_t index) const {
    const CType &object = type(index);
    return object.kind == CTypeKind::Pointer ||
           (object.kind == CTypeKind::Array && holdsPointer(object.element)) ||
           std::any_of(
               object.members.begin(), object.members.end(),
               [&](const Member &member) { return holdsPointer(member.type); });
  }

  // --- pointers -------------------------------------------------------------

  const NamedText *arrayOption(const std::string &name) {
    const auto found =
        std::find_if(options.arrays.begin(), options.arrays.end(),
                     [&](const NamedText &each) { return each.name == name; });
    pointerNames.push_back(name);
    return found == options.arrays.end() ? nullptr : &*found;
  }

  // The slot of a parameter that is an integer, which counts elements.
  std::optional<uint32_t> countSlotOf(const std::string &name) {
    for (uint32_t i = 0; i < entry.parameters.size(); ++i)
      if (entry.parameters[i].name == name)
        if (const CType &count = type(entry.parameters[i].type);
            count.kind == CTypeKind::Scalar && !count.scalar.isFloat() &&
            count.scalar.kind != ScalarKind::Bool && count.scalar.width <= 64)
          return slotOfParameter(i);
    return std::nullopt;
  }

  // Ahead of its turn, if need be.
  uint32_t slotOfParameter(uint32_t index) {
    const auto known = parameterSlots.find(index);
    if (known != parameterSlots.end())
      return known->second;
    const Parameter &parameter = entry.parameters[index];
    const CType &number = type(parameter.type);
    const uint32_t slot = addSlot(parameter.name, number, number.scalar);
    result.inputs[slot].typeName = parameter.typeName;
    parameterSlots[index] = slot;
    return slot;
  }

  struct Extent {
    uint32_t elements = 1;
    std::optional<uint32_t> countSlot;
    bool isString = false;
  };

  Extent extentOf(const std::string &name, const CType &pointee,
                  const Parameter *parameter) {
    Extent extent;
    const NamedText *option = arrayOption(name);
    // One that names a parameter of others is theirs.
    if (option != nullptr && options.isForMany && !wholeCount(option->text) &&
        !countSlotOf(option->text))
      option = nullptr;
    if (option != nullptr) {
      if (const auto count = wholeCount(option->text)) {
        extent.elements = *count;
      } else if (const auto slot = countSlotOf(option->text)) {
        extent.elements = kCountedElements;
        extent.countSlot = slot;
      } else {
        std::vector<std::string> integers;
        for (const Parameter &each : entry.parameters)
          if (type(each.type).kind == CTypeKind::Scalar &&
              !type(each.type).scalar.isFloat())
            integers.push_back(each.name);
        fail(ExitCode::BadInput,
             "--array {}={}: '{}' is neither a number nor an integer parameter "
             "of '{}'{}",
             name, option->text, option->text, entry.name,
             suggestion(option->text, integers));
      }
      return extent;
    }
    if (parameter != nullptr && parameter->extent != 0) {
      extent.elements = parameter->extent;
      return extent;
    }
    if (parameter != nullptr && parameter->extentParameter != 0 &&
        parameter->extentParameter <= entry.parameters.size()) {
      extent.countSlot =
          countSlotOf(entry.parameters[parameter->extentParameter - 1].name);
      if (extent.countSlot) {
        extent.elements = kCountedElements;
        return extent;
      }
    }
    if (pointee.kind == CTypeKind::Scalar && pointee.name == "char") {
      extent.isString = true;
      extent.elements = kStringLength + 1;
    } else if (pointee.kind == CTypeKind::Void) {
      extent.elements = kStringLength;
    }
    if (parameter != nullptr && pointee.byteSize != 0)
      extent.elements =
          std::max(extent.elements, (parameter->reach + pointee.byteSize - 1) /
                                        pointee.byteSize);
    return extent;
  }

  uint32_t addStub(Stub stub) {
    result.stubs.push_back(std::move(stub));
    result.needsHarness = true;
    return static_cast<uint32_t>(result.stubs.size() - 1);
  }

  // The object that a pointer called `name` points to. `parameter`: of which it
  // is the value.
  Address addPointee(const std::string &name, const CType &pointer,
                     uint32_t offset, unsigned depth,
                     const Parameter *parameter) {
    Address address;
    address.offset = offset;
    const CType *target = &type(pointer.element);
    if (target->kind == CTypeKind::Function) {
      if (options.stubs) {
        address.kind = Address::Kind::Stub;
        address.index =
            addResults(Stub{Stub::Kind::Repeats, "", target->element, 0, 0, 1},
                       name + "()", kStubResults);
      } else if (parameter != nullptr && !options.null) {
        refuse(fmt::format("parameter '{}'", name),
               "points to a function; --stub makes one");
      }
      return address;
    }
    const bool isOpaque = target->kind == CTypeKind::Incomplete ||
                          target->kind == CTypeKind::Unsupported;
    if (isOpaque && parameter != nullptr && !options.null)
      refuse(fmt::format("parameter '{}'", name),
             fmt::format("points to '{}', of which only the name is known; "
                         "--null passes a null pointer",
                         target->name));
    const bool isFar =
        parameter == nullptr && result.inputs.size() >= kMaxInputs;
    if (isOpaque || depth >= kMaxDepth || isFar)
      return address;
    const Extent extent = extentOf(name, *target, parameter);
    if (options.null && !pointer.isReference()) {
      CType truth;
      truth.name = "_Bool";
      address.nullSlot =
          addSlot(name + " == NULL", truth, {ScalarKind::Bool, 8, {}});
    }
    Buffer buffer;
    buffer.name = name;
    buffer.countSlot = extent.countSlot;
    CType byte;
    byte.name = "unsigned char";
    byte.kind = CTypeKind::Scalar;
    byte.scalar = {ScalarKind::Unsigned, 8, {}};
    byte.byteSize = 1;
    const bool isBytes = target->kind == CTypeKind::Void;
    buffer.elementSize = isBytes ? 1 : target->byteSize;
    if (uint64_t{buffer.elementSize} * extent.elements > kMaxObjectBytes)
      fail(ExitCode::BadInput, "{} elements behind '{}' are more than {} bytes",
           extent.elements, name, kMaxObjectBytes);
    buffer.image.byteSize = buffer.elementSize * extent.elements;
    if (parameter != nullptr)
      pointee = {&buffer.image,
                 parameter,
                 (pointer.flags & COVERME_TYPE_IS_CONST) == 0 &&
                     !extent.countSlot && !extent.isString,
                 {}};
    for (uint32_t i = 0; i < extent.elements; ++i) {
      const uint32_t at = i * buffer.elementSize;
      if (extent.isString && i + 1 == extent.elements)
        break; // its end
      std::string element = fmt::format("{}[{}]", name, i);
      if (pointer.isReference())
        element = name;
      else if (extent.elements == 1 && !extent.countSlot)
        element = "*" + name;
      if (isBytes)
        addNumber(element, byte, at, buffer.image);
      else
        addObject(element, pointer.element, at, buffer.image, depth + 1);
    }
    if (parameter != nullptr) {
      for (Output &output : pointee.outputs) {
        output.buffer = static_cast<uint32_t>(result.buffers.size());
        result.outputs.push_back(std::move(output));
      }
      pointee = {};
    }
    if (extent.countSlot) {
      // More than there are would be an overrun of our making.
      InputVariable &count = result.inputs[*extent.countSlot];
      count.greatest =
          std::min(extent.elements, static_cast<uint32_t>(truncateToWidth(
                                        UINT64_MAX, count.scalar.width - 1)));
      if (!count.least && count.scalar.kind == ScalarKind::Signed)
        count.least = uint64_t{1} << (count.scalar.width - 1);
      else if (!count.least)
        count.least = 0;
    }
    address.kind = Address::Kind::Buffer;
    address.index = static_cast<uint32_t>(result.buffers.size());
    result.buffers.push_back(std::move(buffer));
    result.needsHarness = true;
    return address;
  }

  // --- parameters -----------------------------------------------------------

  void addParameter(uint32_t index) {
    const Parameter &parameter = entry.parameters[index];
    const CType &own = type(parameter.type);
    Argument argument;
    argument.type = parameter.type;
    argument.isPointer = own.kind == CTypeKind::Pointer;
    if (argument.isPointer) {
      argument.address = addPointee(parameter.name, own, 0, 0, &parameter);
      result.needsHarness = true;
    } else {
      argument.value.byteSize = own.byteSize;
      if (own.kind == CTypeKind::Scalar && own.scalar.width <= 64 &&
          own.scalar.kind != ScalarKind::Unsupported)
        argument.value.cells.push_back(
            {slotOfParameter(index), 0, (own.scalar.width + 7) / 8, 0, 0});
      else if (own.kind == CTypeKind::Unsupported ||
               own.kind == CTypeKind::Incomplete ||
               own.kind == CTypeKind::Function || own.kind == CTypeKind::Void ||
               own.scalar.kind == ScalarKind::Void)
        refuse(fmt::format("parameter '{}'", parameter.name),
               fmt::format("has type '{}', which is not supported",
                           parameter.typeName));
      else {
        pointee = {&argument.value, &parameter, false, {}};
        addObject(parameter.name, parameter.type, 0, argument.value, 0);
        pointee = {};
      }
    }
    // Slots of a parameter that counts elements may stand ahead of theirs.
    result.arguments.push_back(std::move(argument));
  }

  void checkResult() {
    const CType &own = type(entry.resultType);
    if (own.kind == CTypeKind::Unsupported ||
        (own.flags & COVERME_TYPE_IS_BY_REFERENCE) != 0)
      refuse("its result",
             fmt::format("is of type '{}', which is not supported", own.name));
  }

  bool isMainWithArguments() const {
    return entry.name == "main" && entry.parameters.size() >= 2;
  }

  // A program is called without arguments of its user: (1, {"main", NULL}).
  void addMainArguments() {
    result.needsHarness = true;
    for (const Parameter &parameter : entry.parameters) {
      Argument argument;
      argument.type = parameter.type;
      argument.isPointer = type(parameter.type).kind == CTypeKind::Pointer;
      argument.value.byteSize = type(parameter.type).byteSize;
      result.arguments.push_back(std::move(argument));
    }
  }

  // --- beyond the parameters ------------------------------------------------

  void addGlobals() {
    for (const std::string &name : options.globals) {
      std::vector<std::string> names;
      uint32_t found = UINT32_MAX;
      for (uint32_t i = 0; i < program.globals.size(); ++i) {
        const Global &global = program.globals[i];
        if (type(global.type).kind == CTypeKind::Function ||
            (global.flags & COVERME_GLOBAL_Local) != 0)
          continue;
        names.push_back(global.name);
        if (global.name == name && found == UINT32_MAX)
          found = i;
      }
      if (found == UINT32_MAX)
        fail(ExitCode::BadInput,
             "--global {}: there is no variable of this name{}", name,
             suggestion(name, names));
      GlobalInput input;
      input.global = found;
      input.image.byteSize = type(program.globals[found].type).byteSize;
      addObject(name, program.globals[found].type, 0, input.image, 0);
      result.globals.push_back(std::move(input));
      result.needsHarness = true;
    }
  }

  // Gives a stub slots for `count` results of its type; one that has no result
  // gets none.
  uint32_t addResults(Stub stub, const std::string &name, uint32_t count) {
    stub.firstSlot = static_cast<uint32_t>(result.inputs.size());
    const CType &own = type(stub.resultType);
    if (own.kind == CTypeKind::Scalar)
      for (uint32_t i = 0; i < count; ++i) {
        Image image;
        addNumber(fmt::format("{}#{}", name, i + 1), own, 0, image);
        if (image.cells.empty())
          break; // enough of them
        stub.slotsPerResult = static_cast<uint32_t>(image.cells.size());
        ++stub.count;
      }
    return addStub(std::move(stub));
  }

  // What IR alone tells of an integer lacks its sign.
  void fixSign(const std::string &suffix, size_t firstSlot) {
    const bool isUnsigned = suffix.starts_with('u') || suffix == "size_t";
    const bool isBool = suffix == "bool" || suffix == "_Bool";
    for (size_t i = firstSlot; i < result.inputs.size(); ++i) {
      Scalar &scalar = result.inputs[i].scalar;
      if (isBool)
        scalar = {ScalarKind::Bool, 8, {}};
      else if (isUnsigned && scalar.kind == ScalarKind::Signed)
        scalar.kind = ScalarKind::Unsigned;
    }
  }

  void addStubs() {
    constexpr std::string_view kNondet = "__VERIFIER_nondet_";
    for (const Global &global : program.globals) {
      if (type(global.type).kind != CTypeKind::Function)
        continue;
      const std::string &name = global.name;
      Stub stub{Stub::Kind::Repeats, name, type(global.type).element, 0, 0, 1};
      if (name.starts_with(kNondet)) {
        stub.kind = Stub::Kind::Draws;
        const size_t first = result.inputs.size();
        const std::string suffix = name.substr(kNondet.size());
        addResults(std::move(stub), name, kDraws);
        fixSign(suffix, first);
        result.isProgram = true;
      } else if (name == "__VERIFIER_assume") {
        stub.kind = Stub::Kind::Assumes;
        addStub(std::move(stub));
      } else if (name == "reach_error" || name == "__VERIFIER_error") {
        stub.kind = Stub::Kind::Ends;
        addStub(std::move(stub));
        result.isProgram = true;
      } else if (undefined.contains(name)) {
        addResults(std::move(stub), name + "()", kStubResults);
      }
    }
  }

  void addRoundingMode() {
    CType mode;
    mode.name = kRoundingMode;
    result.roundingSlot =
        addSlot(kRoundingMode, mode, {ScalarKind::Unsigned, 8, {0, 1, 2, 3}});
    result.inputs.back().valueNames = {"to nearest", "downward", "upward",
                                       "toward zero"};
    result.needsHarness = true;
  }

  // --- options --------------------------------------------------------------

  void checkArrayNames() {
    if (options.isForMany)
      return;
    for (const NamedText &option : options.arrays)
      if (std::find(pointerNames.begin(), pointerNames.end(), option.name) ==
          pointerNames.end())
        fail(ExitCode::BadInput,
             "--array {}: '{}' has no pointer of this name{}", option.name,
             entry.name, suggestion(option.name, pointerNames));
  }

  void applyRanges() {
    for (const NamedText &option : options.ranges) {
      const size_t colon = option.text.find(':');
      std::vector<std::string> names;
      bool isKnown = false;
      for (InputVariable &input : result.inputs) {
        names.push_back(input.name);
        if (input.name != option.name &&
            withoutIndices(input.name) != option.name &&
            rootOf(input.name) != option.name)
          continue;
        isKnown = true;
        if (colon == std::string::npos)
          fail(ExitCode::BadInput, "--range {}={}: a range is written LOW:HIGH",
               option.name, option.text);
        setRange(input, option, option.text.substr(0, colon),
                 option.text.substr(colon + 1));
      }
      if (!isKnown && !options.isForMany)
        fail(ExitCode::BadInput, "--range {}: '{}' has no input of this name{}",
             option.name, entry.name, suggestion(option.name, names));
    }
  }

  static void setRange(InputVariable &input, const NamedText &option,
                       const std::string &low, const std::string &high) {
    if (input.part != Part::Whole)
      fail(ExitCode::BadInput,
           "--range {}: a range of '{}' is not supported; --assume is",
           option.name, input.typeName);
    const auto parse = [&](const std::string &text, bool isLow) {
      const Scalar plain{input.scalar.kind, input.scalar.width, {}};
      if (text.empty()) {
        if (plain.isFloat()) {
          const FloatLayout format(plain.width);
          return format.infinity() | (isLow ? format.sign() : 0);
        }
        const uint64_t top = uint64_t{1} << (plain.width - 1);
        if (plain.kind == ScalarKind::Signed)
          return isLow ? top : top - 1;
        return isLow ? 0 : truncateToWidth(UINT64_MAX, plain.width);
      }
      const std::optional<uint64_t> bits = parseScalar(plain, text);
      if (!bits ||
          (plain.isFloat() && std::isnan(floatValue(plain.width, *bits))))
        fail(ExitCode::BadInput,
             "--range {}: '{}' is no value of type '{}' ({})", option.name,
             text, input.typeName, rangeText(plain));
      return *bits;
    };
    input.least = parse(low, true);
    input.greatest = parse(high, false);
    if (input.typeName == kRoundingMode)
      keepModesWithin(input, option);
    else
      input.scalar = {input.scalar.kind, input.scalar.width, {}};
    // Both zeros are the same number.
    if (input.scalar.isFloat() && *input.least == 0)
      input.least = FloatLayout(input.scalar.width).sign();
    if (input.scalar.isFloat() &&
        *input.greatest == FloatLayout(input.scalar.width).sign())
      input.greatest = 0;
  }

  // Of the rounding modes, those in the range; all else is numbers then.
  static void keepModesWithin(InputVariable &input, const NamedText &option) {
    std::vector<uint64_t> &modes = input.scalar.enumerators;
    for (size_t i = modes.size(); i-- > 0;)
      if (modes[i] < *input.least || modes[i] > *input.greatest) {
        modes.erase(modes.begin() + static_cast<ptrdiff_t>(i));
        input.valueNames.erase(input.valueNames.begin() +
                               static_cast<ptrdiff_t>(i));
      }
    if (modes.empty())
      fail(ExitCode::BadInput, "--range {}={}: rounding modes are 0 to 3",
           option.name, option.text);
  }

  // What an assumption says as plainly as `0 <= x && x < 10` also bounds the
  // inputs, for provers and to spare the search. Such bounds may be wider than
  // what it says, never narrower: it is checked all the same.
  void useAsBounds(const std::string &assumption) {
    int depth = 0;
    for (size_t i = 0; i < assumption.size(); ++i) {
      depth += assumption[i] == '(';
      depth -= assumption[i] == ')';
      if (depth == 0 && (assumption[i] == '?' || assumption[i] == ',' ||
                         assumption.compare(i, 2, "||") == 0))
        return;
    }
    size_t start = 0;
    depth = 0;
    for (size_t i = 0; i <= assumption.size(); ++i) {
      if (i < assumption.size()) {
        depth += assumption[i] == '(';
        depth -= assumption[i] == ')';
      }
      const bool isEnd = i == assumption.size();
      if (!isEnd && (depth != 0 || assumption.compare(i, 2, "&&") != 0))
        continue;
      useConjunct(assumption.substr(start, i - start));
      start = i + 2;
    }
  }

  void checkBounds() {
    for (const InputVariable &input : result.inputs)
      if (input.least && input.greatest &&
          realValue(input.scalar, *input.least) >
              realValue(input.scalar, *input.greatest))
        fail(ExitCode::BadInput,
             "--range and --assume leave no value for '{}': at least {} and at "
             "most {}",
             input.name, formatValue(input.scalar, *input.least),
             formatValue(input.scalar, *input.greatest));
  }

  void useConjunct(const std::string &text) {
    static const std::regex nameFirst(
        R"(\s*([A-Za-z_]\w*)\s*(<=|>=|<|>|==)\s*([-+]?[0-9.][\w.+-]*)\s*)");
    static const std::regex nameLast(
        R"(\s*([-+]?[0-9.][\w.+-]*)\s*(<=|>=|<|>|==)\s*([A-Za-z_]\w*)\s*)");
    std::smatch match;
    std::string name, relation, number;
    if (std::regex_match(text, match, nameFirst)) {
      name = match[1];
      relation = match[2];
      number = match[3];
    } else if (std::regex_match(text, match, nameLast)) {
      name = match[3];
      relation = match[2];
      number = match[1];
      for (char &c : relation)
        c = c == '<' ? '>' : c == '>' ? '<' : c;
    } else {
      return;
    }
    // In C, a number that begins with zero may be octal.
    const size_t digit = number.find_first_not_of("+-");
    if (digit + 1 < number.size() && number[digit] == '0' &&
        std::isdigit(number[digit + 1]))
      return;
    for (InputVariable &input : result.inputs)
      if (input.name == name && input.part == Part::Whole)
        bound(input, relation, number);
  }

  static void bound(InputVariable &input, const std::string &relation,
                    const std::string &number) {
    const Scalar plain{input.scalar.kind, input.scalar.width, {}};
    std::optional<uint64_t> bits = parseScalar(plain, number);
    if (!bits || plain.kind == ScalarKind::Bool)
      return;
    const double value = realValue(plain, *bits);
    if (value != value)
      return;
    const uint64_t sign = uint64_t{1} << (plain.width - 1);
    // The bound may be a neighbour of the number, since it was rounded.
    if (relation[0] != '<') { // a least value
      uint64_t least = *bits;
      if (plain.isFloat() && value == 0)
        least = sign;
      if (!input.least || realValue(plain, *input.least) < value)
        input.least = least;
      if (plain.isFloat() && !input.greatest)
        input.greatest = FloatLayout(plain.width).infinity();
    }
    if (relation[0] != '>') { // a greatest one
      uint64_t greatest = *bits;
      if (plain.isFloat() && value == 0)
        greatest = 0;
      if (!input.greatest || realValue(plain, *input.greatest) > value)
        input.greatest = greatest;
      if (plain.isFloat() && !input.least)
        input.least = FloatLayout(plain.width).infinity() |
                      FloatLayout(plain.width).sign();
    }
  }

  const Program &program;
  const Function &entry;
  const InputOptions &options;
  const std::set<std::string> &undefined;
  InputPlan result;
  std::map<uint32_t, uint32_t> parameterSlots;
  Pointee pointee;
  std::vector<std::string> pointerNames;
};

} // namespace

InputPlan planInputs(const Program &program, uint32_t entry,
                     const InputOptions &options,
                     const std::set<std::string> &undefined) {
  return Planner(program, entry, options, undefined).plan();
}

} // namespace coverme

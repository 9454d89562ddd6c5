// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Types.h"

#include "TypeNames.h"
#include "VirtualTables.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>

using namespace llvm;

namespace coverme::pass {
namespace {

TypeFacts scalar(coverme_scalar_kind kind, uint64_t width) {
  TypeFacts facts;
  facts.kind = COVERME_TYPE_Scalar;
  facts.scalarKind = kind;
  facts.width = width;
  facts.byteSize = (width + 7) / 8;
  return facts;
}

bool isIntegerWidth(uint64_t width) {
  return width == 8 || width == 16 || width == 32 || width == 64 ||
         width == 128;
}

TypeFacts basicScalar(const DIBasicType &type) {
  uint64_t width = type.getSizeInBits();
  // Its size is that of what holds it.
  if (type.getName().contains("_BitInt"))
    return {};
  switch (type.getEncoding()) {
  case dwarf::DW_ATE_float: {
    // __bf16, __float128 and the decimal ones have these sizes, too.
    StringRef name = type.getName();
    if (name == "long double" && width == 128) {
      TypeFacts facts = scalar(COVERME_SCALAR_Float, 80);
      facts.byteSize = 16;
      return facts;
    }
    if (name == "double" || name == "long double" || name == "_Float64" ||
        name == "_Float32x" || name == "float" || name == "_Float32" ||
        name == "_Float16")
      return scalar(COVERME_SCALAR_Float, width);
    return {};
  }
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    if (isIntegerWidth(width))
      return scalar(COVERME_SCALAR_Signed, width);
    return {};
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_UTF:
    if (isIntegerWidth(width))
      return scalar(COVERME_SCALAR_Unsigned, width);
    return {};
  case dwarf::DW_ATE_boolean:
    if (width == 8)
      return scalar(COVERME_SCALAR_Bool, width);
    return {};
  default:
    return {};
  }
}

/// -1 for an array without a length, or one that is known at run time only.
int64_t lengthOf(const DISubrange &range) {
  auto *count = dyn_cast_if_present<ConstantInt *>(range.getCount());
  return count ? count->getSExtValue() : -1;
}

} // namespace

const DIType *resolved(const DIType *type, bool *isConst) {
  while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_const_type:
      if (isConst)
        *isConst = true;
      break;
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      break;
    default:
      return type;
    }
    type = derived->getBaseType();
  }
  return type;
}

bool isInLibrary(const DIScope *scope) {
  StringRef outermost;
  for (; scope; scope = scope->getScope())
    if (auto *space = dyn_cast<DINamespace>(scope))
      outermost = space->getName();
  return outermost == "std";
}

/// Are there calls through a pointer that do not come back, of functions
/// without a result, and with one?
static std::array<bool, 2> findLastCalls(const Module &module) {
  std::array<bool, 2> found = {};
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function))
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isIndirectCall() && call->doesNotReturn())
          found[!call->getType()->isVoidTy()] = true;
  return found;
}

TypeList::TypeList(const Module &module)
    : module(module), layout(module.getDataLayout()), handles(module),
      casts(module, handles), hasLastCalls(findLastCalls(module)),
      virtualCalls(findVirtualCalls(module)) {
  TypeFacts facts;
  facts.kind = COVERME_TYPE_Void;
  facts.name = "void";
  voidType = append(std::move(facts));
}

uint32_t TypeList::append(TypeFacts facts) {
  types.push_back(std::move(facts));
  return types.size() - 1;
}

uint32_t TypeList::add(const DIType *type) {
  type = resolved(type);
  if (!type)
    return voidType;
  ++depth;
  auto [entry, isNew] = known.try_emplace(type, types.size());
  const uint32_t index = entry->second;
  if (isNew)
    append({});
  // What was put off is needed now.
  const auto later = llvm::find(putOff, std::pair(index, type));
  const bool isPutOff = later != putOff.end();
  if (isPutOff)
    putOff.erase(later);
  if (isNew || isPutOff)
    describe(index, *type);
  // Nothing is being described any more.
  while (depth == 1 && !(putOff.empty() && tables.empty()))
    if (!putOff.empty()) {
      const auto [place, behind] = putOff.front();
      putOff.erase(putOff.begin());
      describe(place, *behind);
    } else {
      const auto [table, owner] = tables.front();
      tables.erase(tables.begin());
      addVirtualFunctions(table, *owner);
    }
  --depth;
  return index;
}

uint32_t TypeList::addBehindPointer(const DIType *type) {
  type = resolved(type);
  auto *composite = dyn_cast_or_null<DICompositeType>(type);
  if (!composite || composite->getTag() == dwarf::DW_TAG_array_type ||
      composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return add(type);
  auto [entry, isNew] = known.try_emplace(type, types.size());
  const uint32_t index = entry->second;
  if (isNew) {
    append({});
    putOff.push_back({index, type});
  }
  return index;
}

void TypeList::describe(uint32_t index, const DIType &of) {
  const DIType *type = &of;
  types[index].name = typeName(type);
  types[index].byteSize = type->getSizeInBits() / 8;
  if (auto *basic = dyn_cast<DIBasicType>(type)) {
    std::string name = std::move(types[index].name);
    TypeFacts facts = describe(*basic);
    types[index] = std::move(facts);
    types[index].name = std::move(name);
    if (types[index].kind == COVERME_TYPE_Unsupported)
      types[index].byteSize = basic->getSizeInBits() / 8;
  } else if (auto *derived = dyn_cast<DIDerivedType>(type)) {
    describe(index, *derived);
  } else if (auto *composite = dyn_cast<DICompositeType>(type)) {
    describe(index, *composite);
  } else if (auto *routine = dyn_cast<DISubroutineType>(type)) {
    DITypeRefArray list = routine->getTypeArray();
    uint32_t result = add(list && list.size() ? list[0] : nullptr);
    std::vector<Member> parameters;
    for (unsigned i = 1; list && i < list.size(); ++i) {
      if (!list[i]) { // `...`, or no prototype
        parameters.clear();
        break;
      }
      parameters.push_back(
          {list[i]->isObjectPointer() ? "this" : "", add(list[i]), 0, 0, 0});
    }
    types[index].kind = COVERME_TYPE_Function;
    if (hasLastCalls[result != voidType])
      types[index].flags |= COVERME_TYPE_IS_NO_RETURN;
    types[index].element = result;
    types[index].members = std::move(parameters);
  }
}

TypeFacts TypeList::describe(const DIBasicType &type) {
  if (type.getEncoding() != dwarf::DW_ATE_complex_float)
    return basicScalar(type);
  uint64_t partBits = type.getSizeInBits() / 2;
  TypeFacts part =
      scalar(COVERME_SCALAR_Float, partBits == 128 ? 80 : partBits);
  part.byteSize = partBits / 8;
  part.name = partBits == 32   ? "float"
              : partBits == 64 ? "double"
                               : "long double";
  TypeFacts facts;
  facts.kind = COVERME_TYPE_Complex;
  facts.byteSize = type.getSizeInBits() / 8;
  facts.count = 2;
  facts.element = append(std::move(part));
  return facts;
}

void TypeList::describe(uint32_t index, const DIDerivedType &type) {
  unsigned tag = type.getTag();
  if (tag == dwarf::DW_TAG_ptr_to_member_type)
    return describePointerToMember(index, type);
  bool isReference = tag == dwarf::DW_TAG_reference_type ||
                     tag == dwarf::DW_TAG_rvalue_reference_type;
  if (!isReference && tag != dwarf::DW_TAG_pointer_type)
    return;
  bool isConst = false;
  const DIType *base = resolved(type.getBaseType(), &isConst);
  auto *array = dyn_cast_or_null<DICompositeType>(base);
  uint32_t element = array && array->getTag() == dwarf::DW_TAG_array_type
                         ? addPointedArray(*array, &isConst)
                         : addBehindPointer(type.getBaseType());
  TypeFacts &facts = types[index];
  facts.kind = COVERME_TYPE_Pointer;
  facts.byteSize = layout.getPointerSize();
  facts.element = element;
  if (isConst)
    facts.flags |= COVERME_TYPE_IS_CONST;
  if (isReference)
    facts.flags |= COVERME_TYPE_IS_REFERENCE;
}

/// Of a function: it, and how far from the object the one begins that it gets,
/// which stays 0 (Itanium C++ ABI, section 2.3). Others stay unsupported.
void TypeList::describePointerToMember(uint32_t index,
                                       const DIDerivedType &type) {
  const DIType *member = resolved(type.getBaseType());
  if (!isa_and_nonnull<DISubroutineType>(member) ||
      type.getSizeInBits() / 8 != uint64_t(2) * layout.getPointerSize())
    return;
  const uint32_t function = addPointerTo(add(member));
  TypeFacts &facts = types[index];
  facts.kind = COVERME_TYPE_Struct;
  facts.byteSize = 2 * layout.getPointerSize();
  facts.members = {{"ptr", function, 0, 0, 0}};
}

void TypeList::describe(uint32_t index, const DICompositeType &type) {
  switch (type.getTag()) {
  case dwarf::DW_TAG_array_type:
    describeArray(index, type);
    break;
  case dwarf::DW_TAG_enumeration_type:
    describeEnumeration(index, type);
    break;
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
  case dwarf::DW_TAG_union_type:
    describeClass(index, type);
    break;
  default:
    break;
  }
}

uint32_t TypeList::addArray(uint32_t element, uint32_t count) {
  TypeFacts facts;
  facts.kind = COVERME_TYPE_Array;
  facts.element = element;
  facts.count = count;
  facts.byteSize = types[element].byteSize * count;
  facts.name = types[element].name + " [" + std::to_string(count) + "]";
  return append(std::move(facts));
}

static SmallVector<int64_t> lengthsOf(const DICompositeType &array) {
  SmallVector<int64_t> lengths;
  for (const DINode *dimension : array.getElements()) {
    auto *range = dyn_cast<DISubrange>(dimension);
    lengths.push_back(range ? lengthOf(*range) : -1);
  }
  return lengths;
}

/// Behind a pointer: of rows whose length is known at run time only, the
/// elements are in a row.
uint32_t TypeList::addPointedArray(const DICompositeType &array,
                                   bool *isConst) {
  SmallVector<int64_t> lengths = lengthsOf(array);
  if (array.isVector() || all_of(lengths, [](int64_t each) {
        return 0 <= each && each <= INT32_MAX;
      }))
    return add(&array);
  resolved(array.getBaseType(), isConst);
  uint32_t element = add(array.getBaseType());
  for (; lengths.back() >= 0 && lengths.back() <= INT32_MAX; lengths.pop_back())
    element = addArray(element, lengths.back());
  return element;
}

/// One type per dimension, the outermost at `index`.
void TypeList::describeArray(uint32_t index, const DICompositeType &type) {
  uint32_t element = add(type.getBaseType());
  SmallVector<int64_t> lengths = lengthsOf(type);
  if (lengths.empty() || type.getSizeInBits() / 8 > UINT32_MAX)
    return;
  // A vector of three has room for four. Larger ones want more than memory is
  // aligned for.
  constexpr uint64_t kMostVectorBytes = 16;
  uint64_t bytes = type.getSizeInBits() / 8;
  if (type.isVector() &&
      (types[element].kind != COVERME_TYPE_Scalar || lengths[0] <= 0 ||
       bytes / lengths[0] < types[element].byteSize ||
       bytes > kMostVectorBytes))
    return;
  for (size_t i = lengths.size(); i-- > 1;) {
    if (lengths[i] < 0 || lengths[i] > INT32_MAX)
      return;
    element = addArray(element, lengths[i]);
  }
  int64_t outermost = lengths[0];
  TypeFacts &facts = types[index];
  facts.kind = COVERME_TYPE_Array;
  facts.element = element;
  facts.count = outermost < 0 || outermost > INT32_MAX ? 0 : outermost;
  facts.byteSize = types[element].byteSize * facts.count;
  if (type.isVector()) {
    facts.byteSize = bytes;
    facts.flags |= COVERME_TYPE_IS_VECTOR;
  }
}

void TypeList::describeEnumeration(uint32_t index,
                                   const DICompositeType &type) {
  auto *base = dyn_cast_or_null<DIBasicType>(resolved(type.getBaseType()));
  bool isSigned =
      base && basicScalar(*base).scalarKind == COVERME_SCALAR_Signed;
  uint64_t width = type.getSizeInBits();
  if (width > 64 || !isIntegerWidth(width))
    return;
  std::string name = std::move(types[index].name);
  TypeFacts facts =
      scalar(isSigned ? COVERME_SCALAR_Signed : COVERME_SCALAR_Unsigned, width);
  facts.name = std::move(name);
  for (const DINode *element : type.getElements())
    if (auto *enumerator = dyn_cast<DIEnumerator>(element)) {
      APInt value = enumerator->getValue().sextOrTrunc(width);
      facts.enumerators.push_back({uint64_t(value.getSExtValue()),
                                   COVERME_SCALAR_Signed,
                                   uint8_t(width),
                                   {}});
    }
  types[index] = std::move(facts);
}

uint32_t TypeList::alignmentOf(uint32_t index) const {
  const TypeFacts &facts = types[index];
  uint32_t alignment = 1;
  switch (facts.kind) {
  case COVERME_TYPE_Scalar:
  case COVERME_TYPE_Pointer:
  case COVERME_TYPE_VirtualTable:
    return std::max<uint32_t>(facts.byteSize & -facts.byteSize, 1);
  case COVERME_TYPE_Array:
    if (facts.flags & COVERME_TYPE_IS_VECTOR)
      return facts.byteSize;
    return alignmentOf(facts.element);
  case COVERME_TYPE_Complex:
    return alignmentOf(facts.element);
  case COVERME_TYPE_Struct:
  case COVERME_TYPE_Union:
    if (!(facts.flags & COVERME_TYPE_IS_PACKED))
      for (const Member &member : facts.members)
        if (member.bitWidth == 0)
          alignment = std::max(alignment, alignmentOf(member.type));
    return alignment;
  default:
    return 1;
  }
}

uint32_t TypeList::add(const Type *type) {
  if (type->isVoidTy())
    return voidType;
  if (type->isPointerTy())
    return addPointerTo(voidType);
  TypeFacts facts;
  if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() ||
      type->isX86_FP80Ty()) {
    facts = scalar(COVERME_SCALAR_Float, type->getScalarSizeInBits());
    facts.byteSize = layout.getTypeAllocSize(const_cast<Type *>(type));
    facts.name = type->isHalfTy()     ? "_Float16"
                 : type->isFloatTy()  ? "float"
                 : type->isDoubleTy() ? "double"
                                      : "long double";
  } else if (type->isIntegerTy(1)) {
    facts = scalar(COVERME_SCALAR_Bool, 8);
    facts.name = "_Bool";
  } else if (type->isIntegerTy() &&
             isIntegerWidth(type->getIntegerBitWidth())) {
    unsigned width = type->getIntegerBitWidth();
    facts = scalar(COVERME_SCALAR_Signed, width);
    facts.name =
        width == 128 ? "__int128" : "int" + std::to_string(width) + "_t";
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    return addArray(add(array->getElementType()), array->getNumElements());
  } else if (auto *record = dyn_cast<StructType>(type);
             record && !record->isOpaque()) {
    const StructLayout &places =
        *layout.getStructLayout(const_cast<StructType *>(record));
    facts.kind = COVERME_TYPE_Struct;
    facts.byteSize = places.getSizeInBytes();
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      facts.members.push_back({"m" + std::to_string(i),
                               add(record->getElementType(i)),
                               uint32_t(places.getElementOffset(i)), 0, 0});
  }
  if (facts.name.empty()) {
    raw_string_ostream stream(facts.name);
    type->print(stream, /*IsForDebug=*/false, /*NoDetails=*/true);
  }
  return append(std::move(facts));
}

bool TypeList::isReturnedInMemory(const DISubroutineType &type) {
  return isLargeStruct(types[types[add(&type)].element]);
}

uint32_t TypeList::withRooms(uint32_t function, ArrayRef<LocalRoom> rooms) {
  TypeFacts facts = types[function];
  const auto isPointer = [&](size_t i) {
    return types[facts.members[i].type].kind == COVERME_TYPE_Pointer;
  };
  // IR may have several for one of the source, or none.
  if (rooms.size() != facts.members.size() ||
      !all_of(seq<size_t>(0, rooms.size()),
              [&](size_t i) { return rooms[i].bytes == 0 || isPointer(i); }) ||
      all_of(rooms, [](const LocalRoom &room) { return room.bytes == 0; }))
    return function;
  for (size_t i = 0; i < rooms.size(); ++i) {
    Member &parameter = facts.members[i];
    parameter.byteOffset = std::min(rooms[i].bytes, uint64_t(UINT32_MAX));
    if (rooms[i].number && types[parameter.type].element == voidType)
      parameter.type =
          addPointerTo(add(rooms[i].number),
                       (types[parameter.type].flags & COVERME_TYPE_IS_CONST) |
                           COVERME_TYPE_IS_HANDLE);
  }
  return append(std::move(facts));
}

uint32_t TypeList::addInMemory(const Type *type) {
  uint32_t index = add(type);
  if (!isLargeStruct(types[index]))
    types[index].flags |= COVERME_TYPE_IS_BY_REFERENCE;
  return index;
}

/// System V ABI for x86-64, section 3.2.3.
bool TypeList::isLargeStruct(const TypeFacts &facts) const {
  return facts.kind == COVERME_TYPE_Struct &&
         facts.byteSize > 2 * layout.getPointerSize();
}

uint32_t TypeList::addFunction(uint32_t result) {
  TypeFacts facts;
  facts.kind = COVERME_TYPE_Function;
  facts.element = result;
  facts.name = types[result].name + " ()";
  return append(std::move(facts));
}

uint32_t TypeList::addPointerTo(uint32_t pointee, uint32_t flags) {
  TypeFacts facts;
  facts.flags = flags;
  facts.kind = COVERME_TYPE_Pointer;
  facts.byteSize = layout.getPointerSize();
  facts.element = pointee;
  facts.name = types[pointee].name + " *";
  return append(std::move(facts));
}

size_t TypeList::firstMember(uint32_t record) const {
  const std::vector<Member> &members = types[record].members;
  assert(!members.empty());
  const auto isTable = [&](const Member &member) {
    return types[member.type].kind == COVERME_TYPE_VirtualTable;
  };
  const auto found = find_if_not(members, isTable);
  return found == members.end() ? 0 : found - members.begin();
}

uint32_t TypeList::addWithBeginning(uint32_t record, uint32_t beginning) {
  const auto known = withBeginning.find({record, beginning});
  if (known != withBeginning.end())
    return known->second;
  TypeFacts facts = types[record];
  if (facts.kind != COVERME_TYPE_Struct || facts.members.empty())
    return record;
  Member &first = facts.members[firstMember(record)];
  if (first.type != beginning) {
    const uint32_t inner = addWithBeginning(first.type, beginning);
    // It has the members of the other one itself.
    if (inner == first.type)
      return withBeginning[{record, beginning}] = record;
    first.type = inner;
  }
  first.name.clear();
  return withBeginning[{record, beginning}] = append(std::move(facts));
}

bool TypeList::isPlain(uint32_t index, const Type &form) const {
  const TypeFacts &facts = types[index];
  if (facts.kind != COVERME_TYPE_Scalar)
    return false;
  switch (facts.scalarKind) {
  case COVERME_SCALAR_Float:
    return (facts.width == 16 && form.isHalfTy()) ||
           (facts.width == 32 && form.isFloatTy()) ||
           (facts.width == 64 && form.isDoubleTy());
  case COVERME_SCALAR_Signed:
  case COVERME_SCALAR_Unsigned:
    return facts.width <= 64 && form.isIntegerTy(facts.width);
  case COVERME_SCALAR_Bool:
    return form.isIntegerTy(1);
  default:
    return false;
  }
}

} // namespace coverme::pass

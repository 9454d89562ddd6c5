// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What TypeList knows of structs, unions and classes.
#include "Types.h"
#include "VirtualTables.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace coverme::pass {

/// A class of the C++ library that does more than hold its members: what they
/// may be, its functions alone know.
static bool isOfLibrary(const DICompositeType &type) {
  return (type.getFlags() & DINode::FlagTypePassByReference) &&
         isInLibrary(&type);
}

/// Those that the module calls somewhere, where they have to be made up.
void TypeList::addVirtualFunctions(uint32_t table,
                                   const DICompositeType &type) {
  std::map<unsigned, const DISubprogram *> functions;
  findVirtualFunctions(type, functions);
  std::vector<Member> members;
  for (const auto &[place, function] : functions) {
    const uint64_t offset = uint64_t{place} * layout.getPointerSize();
    if (function->getType() && virtualCalls.count(offset))
      members.push_back({function->getName().str(), add(function->getType()),
                         uint32_t(offset), 0, 0});
  }
  types[table].members = std::move(members);
}

/// That of the class, if objects may have it.
const GlobalVariable *TypeList::usableTable(const DICompositeType &type) const {
  const GlobalVariable *table =
      module.getNamedGlobal("_ZTV" + mangledName(type));
  return table && !table->isDeclarationForLinker() &&
                 !table->hasLocalLinkage() && !hasPureFunctions(*table)
             ? table
             : nullptr;
}

uint32_t TypeList::addVirtualTable(const DICompositeType &type,
                                   uint32_t offset) {
  TypeFacts facts;
  facts.kind = COVERME_TYPE_VirtualTable;
  facts.byteSize = layout.getPointerSize();
  facts.count = offset;
  const std::string name = mangledName(type);
  const bool isUsable = usableTable(type) != nullptr;
  if (!name.empty())
    facts.name = (isUsable ? "_ZTV" : "_ZTI") + name;
  const uint32_t index = append(std::move(facts));
  if (!isUsable)
    tables.push_back({index, &type});
  return index;
}

/// The types that a class of the C++ library is made for.
static SmallVector<const DIType *> templateTypes(const DICompositeType &type) {
  SmallVector<const DIType *> list;
  for (const DINode *parameter : type.getTemplateParams())
    if (auto *own = dyn_cast_or_null<DITemplateTypeParameter>(parameter))
      list.push_back(resolved(own->getType()));
  return list;
}

uint32_t TypeList::addContained(const DICompositeType &type) {
  for (const DIType *each : templateTypes(type))
    if (auto *own = dyn_cast_or_null<DICompositeType>(each);
        own && own->getName().starts_with("allocator<") && isInLibrary(own))
      if (const auto contained = templateTypes(*own); contained.size() == 1)
        return addBehindPointer(contained[0]);
  return 0;
}

uint32_t TypeList::addStructCasts(const DICompositeType &type) {
  TypeFacts facts;
  facts.kind = COVERME_TYPE_Union;
  for (const DICompositeType *each : casts.of(type)) {
    facts.members.push_back({"", addBehindPointer(each), 0, 0, 0});
    facts.byteSize =
        std::max<uint64_t>(facts.byteSize, each->getSizeInBits() / 8);
  }
  return facts.members.empty() ? 0 : append(std::move(facts));
}

void TypeList::describeClass(uint32_t index, const DICompositeType &type) {
  if (type.isForwardDecl()) {
    types[index].kind = COVERME_TYPE_Incomplete;
    return;
  }
  if (type.getSizeInBits() / 8 > UINT32_MAX)
    return;
  const auto isPolymorphic = [&](uint32_t base) {
    const std::vector<Member> &own = types[base].members;
    return !own.empty() &&
           types[own.front().type].kind == COVERME_TYPE_VirtualTable;
  };
  const GlobalVariable *table = usableTable(type);
  const std::vector<TablePart> parts =
      table ? tableParts(*table, layout) : std::vector<TablePart>();
  bool hasTable = false, hasVirtualBase = false, hasNoForm = false;
  bool isPacked = false;
  uint32_t alignment = 1;
  std::vector<Member> members;
  for (const DINode *element : type.getElements()) {
    auto *field = dyn_cast<DIDerivedType>(element);
    if (!field || field->isStaticMember() ||
        (field->getTag() != dwarf::DW_TAG_member &&
         field->getTag() != dwarf::DW_TAG_inheritance))
      continue;
    if (field->isArtificial()) {
      hasTable = true;
      continue;
    }
    Member member;
    member.name = field->getName().str();
    member.type = add(field->getBaseType());
    uint64_t offset = field->getOffsetInBits();
    const bool isVirtual =
        field->getTag() == dwarf::DW_TAG_inheritance && field->isVirtual();
    if (isVirtual) {
      hasVirtualBase = true;
      const std::optional<uint64_t> place = virtualBasePlace(parts, offset);
      hasNoForm |= !place;
      offset = 8 * place.value_or(0);
    }
    member.byteOffset = offset / 8;
    if (types[member.type].kind == COVERME_TYPE_Pointer &&
        types[types[member.type].element].kind == COVERME_TYPE_Void)
      if (const DICompositeType *behind = handles.find(type, offset / 8))
        member.type = addPointerTo(
            add(behind), (types[member.type].flags & COVERME_TYPE_IS_CONST) |
                             COVERME_TYPE_IS_HANDLE);
    if (const DICompositeType *larger =
            types[member.type].kind == COVERME_TYPE_Pointer
                ? handles.findLarger(type, offset / 8, *field->getBaseType())
                : nullptr) {
      const TypeFacts declared = types[member.type];
      member.type = addPointerTo(addBehindPointer(larger), declared.flags);
      types[member.type].name = declared.name;
    }
    if (field->isBitField()) {
      member.bitOffset = offset % 8;
      member.bitWidth = field->getSizeInBits();
    } else {
      uint32_t natural = alignmentOf(member.type);
      isPacked |= member.byteOffset % natural != 0;
      alignment = std::max(alignment, natural);
    }
    if (field->getTag() == dwarf::DW_TAG_inheritance) {
      // What has virtual bases has them elsewhere as a part of another class.
      hasNoForm |=
          types[member.type].kind == COVERME_TYPE_Unsupported ||
          withVirtualBases.contains(member.type) ||
          (parts.empty() && ((isPolymorphic(member.type) && offset != 0) ||
                             withMoreTables.contains(member.type)));
      hasTable |= isVirtual || isPolymorphic(member.type);
    }
    members.push_back(std::move(member));
  }
  if (hasVirtualBase) {
    withVirtualBases.insert(index);
    llvm::stable_sort(members, [](const Member &a, const Member &b) {
      return a.byteOffset < b.byteOffset;
    });
  }
  if (hasTable) {
    std::vector<Member> pointers;
    if (parts.empty())
      pointers.push_back({"", addVirtualTable(type), 0, 0, 0});
    for (const TablePart &part : parts)
      pointers.push_back({"", addVirtualTable(type, part.tableOffset),
                          uint32_t(part.objectOffset), 0, 0});
    members.insert(members.begin(), pointers.begin(), pointers.end());
    if (pointers.size() > 1)
      withMoreTables.insert(index);
    alignment = std::max<uint32_t>(alignment, layout.getPointerSize());
  }
  const uint32_t element =
      isInLibrary(&type) ? addContained(type) : addStructCasts(type);
  TypeFacts &facts = types[index];
  facts.members = std::move(members);
  facts.element = element;
  if (hasNoForm)
    return;
  facts.kind = type.getTag() == dwarf::DW_TAG_union_type ? COVERME_TYPE_Union
                                                         : COVERME_TYPE_Struct;
  if (isPacked || types[index].byteSize % alignment != 0)
    facts.flags |= COVERME_TYPE_IS_PACKED;
  if (type.getFlags() & DINode::FlagTypePassByReference)
    facts.flags |= COVERME_TYPE_IS_BY_REFERENCE;
  if (isInLibrary(&type))
    facts.flags |= COVERME_TYPE_IS_STANDARD;
  if (isOfLibrary(type))
    facts.flags |= COVERME_TYPE_IS_OF_LIBRARY;
}

/// The mangled name of a constructor's class, by Itanium C++ ABI,
/// sections 5.1.4 and 5.1.5: "3Vec" of _ZN3VecC1Ei, "N2ns3VecE" of
/// _ZN2ns3VecC1Ei. Which one it is, the classes that there are tell.
static SmallVector<std::string> constructedBy(StringRef name) {
  SmallVector<std::string> found;
  if (!name.consume_front("_ZN"))
    return found;
  for (const char *kind : {"C1E", "C2E"})
    if (const size_t end = name.find(kind);
        end != StringRef::npos && end != 0) {
      const std::string own = name.take_front(end).str();
      found.append({own, "N" + own + "E"});
    }
  return found;
}

uint32_t TypeList::addConstructor(const Function &function) {
  const SmallVector<std::string> names = constructedBy(function.getName());
  if (names.empty() || function.arg_empty() ||
      !function.getArg(0)->getType()->isPointerTy())
    return 0;
  if (classes.empty()) {
    DebugInfoFinder finder;
    finder.processModule(module);
    for (const DIType *type : finder.types())
      if (const auto *record = dyn_cast<DICompositeType>(type);
          record && !record->isForwardDecl() && !isInLibrary(record))
        classes.try_emplace(mangledName(*record), record);
  }
  for (const std::string &name : names)
    if (const auto found = classes.find(name); found != classes.end()) {
      TypeFacts facts = types[addFunction(voidType)];
      facts.members.push_back({"", addPointerTo(add(found->second)), 0, 0, 0});
      for (const Argument &argument : drop_begin(function.args()))
        facts.members.push_back({"", add(argument.getType()), 0, 0, 0});
      return append(std::move(facts));
    }
  return 0;
}

void TypeList::addCastTargets() {
  const Function *cast = module.getFunction("__dynamic_cast");
  if (!cast)
    return;
  std::set<StringRef> names; // mangled ones
  for (const User *user : cast->users())
    if (const auto *call = dyn_cast<CallBase>(user))
      if (StringRef name = call->getArgOperand(2)->getName();
          name.consume_front("_ZTI"))
        names.insert(name);
  DebugInfoFinder finder;
  finder.processModule(module);
  for (const DIType *type : finder.types())
    if (const auto *record = dyn_cast<DICompositeType>(type);
        record && !record->isForwardDecl() &&
        names.contains(mangledName(*record)))
      if (const uint32_t index = add(record);
          types[index].kind == COVERME_TYPE_Struct)
        types[index].count = 1;
}

} // namespace coverme::pass

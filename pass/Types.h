// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the types of parameters and variables, so that a driver can
// make objects of them.
#ifndef COVERME_PASS_TYPES_H
#define COVERME_PASS_TYPES_H

#include "LocalRooms.h"
#include "MemberHandles.h"
#include "StructCasts.h"

#include "coverme/abi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coverme::pass {

struct Member {
  std::string name;
  uint32_t type = 0;
  uint32_t byteOffset = 0;
  uint8_t bitOffset = 0, bitWidth = 0;
};

/// A coverme_type with what its indices stand for.
struct TypeFacts {
  std::string name;
  coverme_type_kind kind = COVERME_TYPE_Unsupported;
  coverme_scalar_kind scalarKind = COVERME_SCALAR_Unsupported;
  uint16_t width = 0; // in bits
  uint32_t byteSize = 0;
  uint32_t flags = 0;   // coverme_type_flag
  uint32_t element = 0; // index in the list; as coverme_type::element
  uint32_t count = 0;   // as coverme_type::count
  std::vector<Member> members;
  std::vector<coverme_constant> enumerators;
};

/// The types of a module, each once.
class TypeList {
public:
  explicit TypeList(const llvm::Module &module);

  /// The index of a type of the source; null is void.
  uint32_t add(const llvm::DIType *type);

  /// The index of a type of IR, where nothing else is known: integers count as
  /// signed.
  uint32_t add(const llvm::Type *type);

  /// Is the result a struct that functions of C return in memory which their
  /// callers provide?
  bool isReturnedInMemory(const llvm::DISubroutineType &type);

  /// The index of a function, with the bytes behind its parameters; those that
  /// are a `void *` lead to the number that is there.
  uint32_t withRooms(uint32_t function, llvm::ArrayRef<LocalRoom> rooms);

  /// The index of a type that a function returns in memory which its caller
  /// provides. If C would return an object of this size in registers, it counts
  /// as passed by reference.
  uint32_t addInMemory(const llvm::Type *type);

  /// A function that returns `result`, an index.
  uint32_t addFunction(uint32_t result);

  /// A constructor of C++ that is defined elsewhere, with the class that its
  /// first parameter leads to, which has no name: it fills the object, and is
  /// no method of it. 0: it is none, or debug information lacks its class.
  uint32_t addConstructor(const llvm::Function &function);

  /// A pointer to a type of this index, with flags of coverme_type_flag.
  uint32_t addPointerTo(uint32_t pointee, uint32_t flags = 0);

  /// The classes that the module asks by `dynamic_cast` whether objects are of.
  void addCastTargets();

  /// The number of the first member of a struct that is no virtual table.
  /// require: the struct has members
  size_t firstMember(uint32_t record) const;

  /// A struct of this index whose members at its beginning, down to one of type
  /// `beginning`, have no name: it is written as if it were that one. The
  /// struct itself if none is of that type.
  uint32_t addWithBeginning(uint32_t record, uint32_t beginning);

  /// In a module of C, the struct of the source that a type of IR is; null
  /// where that is not known.
  const llvm::DICompositeType *structNamed(const llvm::Type *type) const {
    return handles.structNamed(type);
  }

  const TypeFacts &operator[](uint32_t index) const { return types[index]; }
  const std::vector<TypeFacts> &all() const { return types; }

  /// Is it a number that fits into a slot, and is `form` its type in IR?
  bool isPlain(uint32_t index, const llvm::Type &form) const;

private:
  bool isLargeStruct(const TypeFacts &facts) const;
  uint32_t append(TypeFacts facts);
  /// As add(), but classes are described only when no other one is being
  /// described: the objects of a class may have pointers to those of a class
  /// that is derived from it.
  uint32_t addBehindPointer(const llvm::DIType *type);
  void describe(uint32_t index, const llvm::DIType &type);
  TypeFacts describe(const llvm::DIBasicType &type);
  void describe(uint32_t index, const llvm::DIDerivedType &type);
  void describePointerToMember(uint32_t index, const llvm::DIDerivedType &type);
  void describe(uint32_t index, const llvm::DICompositeType &type);
  void describeArray(uint32_t index, const llvm::DICompositeType &type);
  uint32_t addPointedArray(const llvm::DICompositeType &array, bool *isConst);
  void describeEnumeration(uint32_t index, const llvm::DICompositeType &type);
  void describeClass(uint32_t index, const llvm::DICompositeType &type);
  /// A union of the structs that code of C has objects of this one for, too; 0
  /// for none.
  uint32_t addStructCasts(const llvm::DICompositeType &type);
  /// What a container of the C++ library holds; 0 for other classes.
  uint32_t addContained(const llvm::DICompositeType &type);
  uint32_t addArray(uint32_t element, uint32_t count);
  const llvm::GlobalVariable *
  usableTable(const llvm::DICompositeType &type) const;
  /// `offset`: where objects point to in a usable one.
  uint32_t addVirtualTable(const llvm::DICompositeType &type,
                           uint32_t offset = 0);
  void addVirtualFunctions(uint32_t table, const llvm::DICompositeType &type);
  /// The least alignment of a type in bytes, unless it was declared to be less.
  uint32_t alignmentOf(uint32_t index) const;

  const llvm::Module &module;
  const llvm::DataLayout &layout;
  const MemberHandles handles;
  const StructCasts casts;
  /// Are there calls through pointers that do not come back, of functions
  /// without a result, and with one? Debug information does not tell which
  /// pointers these are.
  const std::array<bool, 2> hasLastCalls;
  /// Places in tables of virtual functions that calls go through, in bytes.
  const std::set<int64_t> virtualCalls;
  std::vector<TypeFacts> types;
  llvm::DenseMap<const llvm::DIType *, uint32_t> known;
  std::set<uint32_t> withVirtualBases, withMoreTables; // classes
  unsigned depth = 0;                                  // of calls of `add`
  /// Classes, and tables of virtual functions, that are yet to be described.
  std::vector<std::pair<uint32_t, const llvm::DIType *>> putOff;
  std::vector<std::pair<uint32_t, const llvm::DICompositeType *>> tables;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> withBeginning;
  /// By mangled name; filled when one is asked for.
  std::map<std::string, const llvm::DICompositeType *> classes;
  uint32_t voidType;
};

/// The type without typedefs and qualifiers; reports whether a const was among
/// them.
const llvm::DIType *resolved(const llvm::DIType *type, bool *isConst = nullptr);

/// Whether what is declared in `scope` belongs to the C++ library.
bool isInLibrary(const llvm::DIScope *scope);

} // namespace coverme::pass

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes of the C++ library whose objects a harness can make, since it is
// known what their members have to hold.
#ifndef COVERME_DRIVER_FRONTEND_C_LIBRARYTYPES_H
#define COVERME_DRIVER_FRONTEND_C_LIBRARYTYPES_H

#include "core/Program.h"

#include <string_view>

namespace coverme {

struct LibraryType {
  enum class Kind {
    None,     // no class of the library, or one that nothing is known of
    Members,  // its members may hold anything of their types (pair, array)
    Vector,   // pointers to begin, end, and the end of its memory
    Sized,    // a pointer to memory of its own, and a count
    View,     // a pointer to foreign memory, and a count
    Text,     // a string, of which a short one is in the object
    Owner,    // the only pointer to an object (unique_ptr)
    Sharer,   // one of several, without a count (shared_ptr)
    Zero,     // has nothing in it where it is zero
    Bits,     // of one bit each (vector<bool>)
    Callable, // what it calls, and how that is copied (function)
    Heap,     // a vector, the greatest element first (priority_queue)
    Tree,     // a number of nodes that lead to each other (map, set)
    Table,    // the same (unordered_map, unordered_set)
    List,     // the same (list)
    Deque,    // pieces of memory, and where the elements begin and end in these
  };
  Kind kind = Kind::None;
  // In Program::types: what its pointer points to, or what it holds; 0 where it
  // can only be empty.
  uint32_t element = 0;
  uint32_t pointer = 0; // the type of that pointer
  uint32_t pointerOffset = 0, sizeOffset = 0;
  uint32_t localElements = 0; // of a Text: characters in the object, at most

  // Of a Heap, Tree or Table: the key of its elements.
  uint32_t key = 0;        // in Program::types
  bool isReversed = false; // the greatest key first
  bool isUnique = false;   // no two elements have the same key

  // Of nodes: where the element is, and of a Table behind it the hash of a text
  // that is the key; 0: it is not kept.
  uint32_t elementOffset = 0, hashOffset = 0;
};

// Known are classes of libstdc++ (its new ABI), by their names and by the names
// and places of all their members: another library's, or another version's,
// are None.
LibraryType libraryType(const Program &program, uint32_t type);

// A stream that a harness makes where the code is given one.
struct StreamClass {
  std::string_view name; // without its keyword
  // The class that is made, by its mangled name, and the offset of the stream
  // in it.
  std::string_view made;
  uint32_t offset = 0;
  bool isRead = false; // from a text
};

// The number of the stream class of this type, from 1 on; 0: it is none.
uint32_t streamClassOf(const CType &type);
const StreamClass &streamClass(uint32_t number);

} // namespace coverme

#endif

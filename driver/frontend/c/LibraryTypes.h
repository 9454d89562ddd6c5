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
    None,    // no class of the library, or one that nothing is known of
    Members, // its members may hold anything of their types (pair, array)
    Vector,  // pointers to the begin, the end, and the end of its memory
    Sized,   // a pointer to memory of its own, and a number of elements
    View,    // the same of somebody else's memory
    Text,    // a string, of which a short one is in the object
    Owner,   // the only pointer to an object (unique_ptr)
    Sharer,  // one of several, without a count (shared_ptr)
    Zero,    // has nothing in it where it is zero
    Tree,    // has nothing in it (map, set)
    Table,   // the same (unordered_map)
    List,    // the same
    Deque,   // the same, but with memory for some elements (stack, queue)
  };
  Kind kind = Kind::None;
  uint32_t element = 0; // in Program::types; what its pointer points to
  uint32_t pointer = 0; // the type of that pointer
  uint32_t pointerOffset = 0, sizeOffset = 0;
  uint32_t localElements = 0; // of a Text: characters in the object, at most
};

// Known are classes of libstdc++ (its new ABI), by their names and by the names
// and places of all their members: another library's, or another version's,
// are None.
LibraryType libraryType(const Program &program, uint32_t type);

// A stream that a harness makes where the code is given one.
struct StreamClass {
  std::string_view name; // without its keyword
  // What is made, as in mangled names, and where the stream is in there.
  std::string_view made;
  uint32_t offset = 0;
  bool isRead = false; // from a text
};

// Of this type, from one on: the number of its class; 0: it is none.
uint32_t streamClassOf(const CType &type);
const StreamClass &streamClass(uint32_t number);

} // namespace coverme

#endif

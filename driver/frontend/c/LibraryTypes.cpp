// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/LibraryTypes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace coverme {
namespace {

// A member that is no class, of a class or of its members and bases.
struct Leaf {
  std::string name;
  uint32_t type = 0, offset = 0;
};

using Kind = LibraryType::Kind;

struct Known {
  std::string_view name; // ahead of the template's arguments
  Kind kind;
  // Of all leaves, in their order; empty: they may be any.
  std::string_view layout;
};

constexpr std::string_view kTree =
    "_M_color@8 *_M_parent@16 *_M_left@24 *_M_right@32 _M_node_count@40";
constexpr std::string_view kTable =
    "*_M_buckets@0 _M_bucket_count@8 *_M_nxt@16 _M_element_count@24 "
    "_M_max_load_factor@32 _M_next_resize@40 *_M_single_bucket@48";

constexpr std::string_view kDeque =
    "*_M_map@0 _M_map_size@8 *_M_cur@16 *_M_first@24 *_M_last@32 *_M_node@40 "
    "*_M_cur@48 *_M_first@56 *_M_last@64 *_M_node@72";

constexpr std::string_view kVector =
    "*_M_start@0 *_M_finish@8 *_M_end_of_storage@16";

constexpr Known kKnown[] = {
    {"array", Kind::Members, ""},
    {"atomic", Kind::Members, ""},
    {"complex", Kind::Members, ""},
    {"exception", Kind::Members, "@0"}, // what it says is its table's
    {"pair", Kind::Members, ""},
    {"tuple", Kind::Members, ""},
    {"vector", Kind::Vector, kVector},
    {"vector", Kind::Bits,
     "*_M_p@0 _M_offset@8 *_M_p@16 _M_offset@24 *_M_end_of_storage@32"},
    {"priority_queue", Kind::Heap, kVector},
    {"valarray", Kind::Sized, "_M_size@0 *_M_data@8"},
    {"initializer_list", Kind::View, "*_M_array@0 _M_len@8"},
    {"span", Kind::View, "*_M_ptr@0 _M_extent_value@8"},
    {"basic_string_view", Kind::View, "_M_len@0 *_M_str@8"},
    {"basic_string", Kind::Text,
     "*_M_p@0 _M_string_length@8 _M_local_buf@16 _M_allocated_capacity@16"},
    {"unique_ptr", Kind::Owner, "*_M_head_impl@0"},
    {"shared_ptr", Kind::Sharer, "*_M_ptr@0 *_M_pi@8"},
    {"weak_ptr", Kind::Zero, "*_M_ptr@0 *_M_pi@8"},
    {"function", Kind::Callable,
     "*_M_object@0 *_M_const_object@0 *_M_function_pointer@0 "
     "*ptr@0 _M_pod_data@0 *_M_manager@16 *_M_invoker@24"},
    {"forward_list", Kind::Zero, "*_M_next@0"},
    {"mutex", Kind::Zero, ""},
    {"map", Kind::Tree, kTree},
    {"multimap", Kind::Tree, kTree},
    {"set", Kind::Tree, kTree},
    {"multiset", Kind::Tree, kTree},
    {"unordered_map", Kind::Table, kTable},
    {"unordered_multimap", Kind::Table, kTable},
    {"unordered_set", Kind::Table, kTable},
    {"unordered_multiset", Kind::Table, kTable},
    {"list", Kind::List, "*_M_next@0 *_M_prev@8 _M_size@16"},
    {"deque", Kind::Deque, kDeque},
    {"stack", Kind::Deque, kDeque},
    {"stack", Kind::Vector, kVector},
    {"queue", Kind::Deque, kDeque},
};

#define COVERME_TRAITS "char, std::char_traits<char>"
constexpr StreamClass kStreamClasses[] = {
    {"basic_istream<" COVERME_TRAITS " >", "18basic_stringstream", 0, true},
    {"basic_ostream<" COVERME_TRAITS " >", "18basic_stringstream", 16, false},
    {"basic_iostream<" COVERME_TRAITS " >", "18basic_stringstream", 0, true},
    {"basic_stringstream<" COVERME_TRAITS ", std::allocator<char> >",
     "18basic_stringstream", 0, true},
    {"basic_istringstream<" COVERME_TRAITS ", std::allocator<char> >",
     "19basic_istringstream", 0, true},
    {"basic_ostringstream<" COVERME_TRAITS ", std::allocator<char> >",
     "19basic_ostringstream", 0, false},
};
#undef COVERME_TRAITS

void addLeaves(const Program &program, uint32_t index, uint32_t offset,
               std::vector<Leaf> &leaves) {
  for (const Member &member : program.types[index].members) {
    const CType &own = program.types[member.type];
    const uint32_t at = offset + member.byteOffset;
    if (own.kind == CTypeKind::Struct || own.kind == CTypeKind::Union)
      addLeaves(program, member.type, at, leaves);
    else
      leaves.push_back({member.name, member.type, at});
  }
}

// "vector" of "struct vector<double, std::allocator<double> >".
std::string_view templateName(std::string_view name) {
  const size_t space = name.find(' ');
  name.remove_prefix(space == name.npos ? 0 : space + 1);
  return name.substr(0, name.find('<'));
}

// Of "a<b, c<d, e> >" "b" and "c<d, e> ".
std::vector<std::string_view> argumentsOf(std::string_view name) {
  std::vector<std::string_view> arguments;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool isEnd = depth == 1 && (name[i] == ',' || name[i] == '>');
    if (isEnd)
      arguments.push_back(name.substr(begin, i - begin));
    if (isEnd || (name[i] == '<' && depth == 0))
      begin = std::min(name.find_first_not_of(' ', i + 1), name.size());
    depth += name[i] == '<';
    depth -= name[i] == '>';
  }
  return arguments;
}

std::string_view lastArgument(std::string_view name) {
  const std::vector<std::string_view> arguments = argumentsOf(name);
  return arguments.empty() ? std::string_view() : arguments.back();
}

// Does it get its memory from `operator new`, and give it back?
bool isOfDefaultMemory(Kind kind, std::string_view name) {
  if (kind == Kind::Vector || kind == Kind::Text || kind == Kind::Deque) {
    std::string_view last = lastArgument(name);
    if (last.starts_with("std::deque<") ||
        last.starts_with("std::vector<")) // of a stack
      last = lastArgument(last);
    return last.starts_with("std::allocator<");
  }
  return kind != Kind::Owner ||
         lastArgument(name).starts_with("std::default_delete<");
}

// What a container holds: of an adaptor, what the container in it does.
uint32_t containedIn(const Program &program, uint32_t index) {
  const CType &own = program.types[index];
  if (own.kind != CTypeKind::Struct || own.element != 0)
    return own.kind == CTypeKind::Struct ? own.element : 0;
  for (const Member &member : own.members)
    if (const uint32_t contained = containedIn(program, member.type);
        contained != 0)
      return contained;
  return 0;
}

bool isText(const Program &program, uint32_t index) {
  const LibraryType type = libraryType(program, index);
  return type.kind == Kind::Text && program.types[type.element].name == "char";
}

// Can a harness compare two of them, as numbers of up to 64 bits and texts?
bool isComparable(const Program &program, uint32_t index) {
  const CType &own = program.types[index];
  return (own.kind == CTypeKind::Scalar && own.scalar.width <= 64 &&
          own.scalar.kind > ScalarKind::Void) ||
         isText(program, index);
}

constexpr uint32_t roundedUp(uint32_t bytes, uint32_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

// Finds what the elements of a container are ordered by, or told apart by.
// Leaves the key at 0 where that is a function of the code.
void findKey(const Program &program, std::string_view name, LibraryType &type) {
  const bool isMap = name.find("map<") < name.find('<') + 1;
  const std::vector<std::string_view> arguments = argumentsOf(name);
  const CType &element = program.types[type.element];
  uint32_t key = type.element;
  if (isMap) {
    if (element.kind != CTypeKind::Struct || element.members.size() < 2 ||
        element.members[element.members.size() - 2].byteOffset != 0)
      return;
    key = element.members[element.members.size() - 2].type;
  }
  const size_t order = isMap || type.kind == Kind::Heap ? 2 : 1;
  const size_t last = order + (type.kind == Kind::Table ? 1 : 0);
  if (!isComparable(program, key) || arguments.size() <= last)
    return;
  const std::string_view by = arguments[order];
  type.isReversed = by.starts_with("std::greater<");
  const bool isKnown = type.kind == Kind::Table
                           ? by.starts_with("std::hash<") &&
                                 arguments[last].starts_with("std::equal_to<")
                           : type.isReversed || by.starts_with("std::less<");
  if (isKnown)
    type.key = key;
}

// What a container of nodes or a heap holds: nothing where only the code knows
// how elements are put in order.
void findElements(const Program &program, uint32_t index, LibraryType &type) {
  std::string_view name = program.types[index].name;
  name.remove_prefix(name.find(' ') + 1);
  const std::vector<std::string_view> arguments = argumentsOf(name);
  const std::string_view allocator =
      type.kind != Kind::Heap ? lastArgument(name)
      : arguments.size() > 1 && arguments[1].starts_with("std::vector<")
          ? lastArgument(arguments[1])
          : std::string_view();
  const uint32_t element = containedIn(program, index);
  const uint32_t bytes = program.types[element].byteSize;
  type.element = 0;
  if (bytes == 0 || !allocator.starts_with("std::allocator<"))
    return;
  type.element = element;
  type.elementOffset = type.kind == Kind::List    ? 16
                       : type.kind == Kind::Tree  ? 32
                       : type.kind == Kind::Table ? 8
                                                  : 0;
  type.isUnique = name.substr(0, name.find('<')).find("multi") == name.npos;
  if (type.kind == Kind::List)
    return;
  findKey(program, name, type);
  const bool isSorted = type.kind != Kind::Heap ||
                        program.types[type.element].kind == CTypeKind::Scalar;
  if (type.key == 0 || !isSorted)
    type.element = 0;
  else if (type.kind == Kind::Table && isText(program, type.key))
    type.hashOffset = roundedUp(type.elementOffset + bytes, 8);
}

} // namespace

LibraryType libraryType(const Program &program, uint32_t index) {
  const CType &own = program.types[index];
  if (own.kind != CTypeKind::Struct ||
      (own.flags & COVERME_TYPE_IS_STANDARD) == 0)
    return {};
  const std::string_view name = templateName(own.name);
  std::vector<Leaf> leaves;
  addLeaves(program, index, 0, leaves);
  std::vector<std::string> texts;
  for (const Leaf &leaf : leaves)
    texts.push_back(fmt::format(
        "{}{}@{}",
        program.types[leaf.type].kind == CTypeKind::Pointer ? "*" : "",
        leaf.name, leaf.offset));
  const std::string layout = fmt::format("{}", fmt::join(texts, " "));
  // One that holds nothing has no object of another class in it.
  if (name == "optional" && layout.find("_M_engaged@") != layout.npos)
    return {(own.flags & COVERME_TYPE_IS_BY_REFERENCE) != 0 ? Kind::Zero
                                                            : Kind::Members,
            0,
            0,
            0,
            0,
            0};
  const auto *known =
      std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Known &row) {
        return row.name == name &&
               (row.layout.empty() || row.layout == layout) &&
               isOfDefaultMemory(row.kind, own.name);
      });
  if (known == std::end(kKnown))
    return {};
  LibraryType type;
  type.kind = known->kind;
  for (const Leaf &leaf : leaves) {
    const CType &each = program.types[leaf.type];
    if (each.kind == CTypeKind::Pointer &&
        (type.kind == Kind::Callable ? leaf.name == "_M_invoker"
                                     : type.pointer == 0)) {
      type.pointer = leaf.type;
      type.element = each.element;
      type.pointerOffset = leaf.offset;
    } else if (each.kind == CTypeKind::Array && each.count != 0) {
      type.localElements = each.count - 1; // and its end
    } else if (each.kind == CTypeKind::Scalar && type.sizeOffset == 0) {
      type.sizeOffset = leaf.offset;
    }
  }
  if (type.kind == Kind::Deque) // its pointer leads to pointers to elements
    type.element = program.types[type.element].element;
  if (type.kind == Kind::Heap || type.kind == Kind::Tree ||
      type.kind == Kind::Table || type.kind == Kind::List)
    findElements(program, index, type);
  const bool hasElements = type.kind == Kind::Vector ||
                           type.kind == Kind::Sized ||
                           type.kind == Kind::View || type.kind == Kind::Text ||
                           type.kind == Kind::Deque;
  // Of a class that the file does not use there is only the name.
  if (hasElements && program.types[type.element].byteSize == 0)
    type.kind = type.kind == Kind::Text || type.kind == Kind::Deque
                    ? Kind::None
                    : Kind::Zero;
  return type;
}

uint32_t streamClassOf(const CType &type) {
  if (type.kind != CTypeKind::Unsupported && type.kind != CTypeKind::Incomplete)
    return 0;
  std::string_view name = type.name;
  const size_t space = name.find(' ');
  name.remove_prefix(space == name.npos ? 0 : space + 1);
  const auto *const found =
      std::find_if(std::begin(kStreamClasses), std::end(kStreamClasses),
                   [&](const StreamClass &row) { return row.name == name; });
  return found == std::end(kStreamClasses)
             ? 0
             : static_cast<uint32_t>(found - kStreamClasses) + 1;
}

const StreamClass &streamClass(uint32_t number) {
  return kStreamClasses[number - 1];
}

} // namespace coverme

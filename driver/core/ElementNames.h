// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of inputs and pointers, whatever number of elements an object has.
#ifndef COVERME_DRIVER_CORE_ELEMENTNAMES_H
#define COVERME_DRIVER_CORE_ELEMENTNAMES_H

#include <cstdint>
#include <string>
#include <string_view>

namespace coverme {

// `*p` and `p->x` are `p[0]` and `p[0].x` in a plan with more elements.
std::string asElement(std::string_view name);

// The member of an object: `p->x` of `*p`, `(*p)->x` of `**p`, `s.x` of `s`.
std::string memberOf(std::string_view object, std::string_view member);

// One name for what all elements of an object have: `m->row[0]`, `m->row[3]`
// and `*m->row` are `m[].row[]`.
std::string siblingsOf(std::string_view name);

// How --array says how many elements a pointer leads to: "40", or "120+40"
// where there are 120 more ahead of these.
std::string extentText(uint64_t ahead, uint64_t elements);

} // namespace coverme

#endif

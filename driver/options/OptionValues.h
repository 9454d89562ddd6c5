// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of options' values, for whoever gives them.
#ifndef COVERME_DRIVER_OPTIONS_OPTIONVALUES_H
#define COVERME_DRIVER_OPTIONS_OPTIONVALUES_H

#include "options/OptionTable.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace coverme {

// What is wrong with the given name; empty if it is one of `names`. `noun` says
// what the names are of.
std::string complaintAbout(const std::string &given, const char *noun,
                           const std::vector<std::string> &names);

// NAME=TEXT; nothing if it is not of this form.
std::optional<NamedText> namedTextOf(const std::string &given);

// Written so that a NaN is in no range.
template <class T> bool isInRange(const Number<T> &number, T value) {
  return value >= number.least && value <= number.most;
}

// "a whole number from 1 to 100"
template <class T> std::string rangeOf(const Number<T> &number) {
  return fmt::format("a {} from {} to {}",
                     std::is_integral_v<T> ? "whole number" : "number",
                     number.least, number.most);
}

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is made of the table of options for others to read: the page coverme(1),
// and completion for shells.
#ifndef COVERME_TOOLS_MANUAL_H
#define COVERME_TOOLS_MANUAL_H

#include <optional>
#include <string>

namespace coverme {

// The text of --print-man-page, --print-bash-completion or
// --print-zsh-completion; nullopt for another option.
std::optional<std::string> manualFor(const std::string &option);

} // namespace coverme

#endif

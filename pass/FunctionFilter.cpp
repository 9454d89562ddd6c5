// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FunctionFilter.h"

#include "coverme/filter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <array>
#include <cstdlib>

using namespace llvm;

namespace coverme::pass {
namespace {

constexpr StringLiteral kSection = "coverme";

/// What the variable is set to; empty is as good as not set.
StringRef valueOf(const char *variable) {
  const char *value = std::getenv(variable);
  return value ? value : "";
}

std::optional<Regex> regexOf(const char *variable, LLVMContext &context) {
  StringRef text = valueOf(variable);
  if (text.empty())
    return std::nullopt;
  Regex regex(text);
  std::string error;
  if (regex.isValid(error))
    return regex;
  context.emitError(Twine(variable) + ": '" + text +
                    "' is no regular expression: " + error);
  return std::nullopt;
}

std::unique_ptr<SpecialCaseList> listOf(const char *variable,
                                        LLVMContext &context) {
  StringRef file = valueOf(variable);
  if (file.empty())
    return nullptr;
  std::string error;
  std::unique_ptr<SpecialCaseList> list =
      SpecialCaseList::create({file.str()}, *vfs::getRealFileSystem(), error);
  if (!list)
    context.emitError(Twine(variable) + ": " + error);
  return list;
}

} // namespace

FunctionFilter::FunctionFilter(const Module &module)
    : match(regexOf(COVERME_MATCH_VARIABLE, module.getContext())),
      skip(regexOf(COVERME_SKIP_VARIABLE, module.getContext())),
      list(listOf(COVERME_LIST_VARIABLE, module.getContext())) {}

bool FunctionFilter::takes(const Function &function) const {
  if (!match && !skip && !list)
    return true;
  StringRef linkageName =
      GlobalValue::dropLLVMManglingEscape(function.getName());
  const std::array names = {linkageName.str(), demangle(linkageName)};
  const auto isIn = [&](const std::optional<Regex> &regex) {
    return any_of(names, [&](StringRef name) { return regex->match(name); });
  };
  if ((match && !isIn(match)) || (skip && isIn(skip)))
    return false;
  if (!list)
    return true;
  const DISubprogram *subprogram = function.getSubprogram();
  StringRef file = subprogram ? subprogram->getFilename()
                              : function.getParent()->getSourceFileName();
  return !list->inSection(kSection, "src", file) &&
         none_of(names, [&](StringRef name) {
           return list->inSection(kSection, "fun", name);
         });
}

} // namespace coverme::pass

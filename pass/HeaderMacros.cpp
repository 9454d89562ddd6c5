// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HeaderMacros.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using namespace clang;

namespace coverme::pass {
namespace {

/// What a text mentions in #define and #undef: does each way through its
/// conditions define it?
using Names = llvm::StringMap<bool>;

/// What is said in one of the parts, of which one is taken; or in none, if no
/// #else is among them.
Names namesOfGroup(llvm::ArrayRef<Names> parts, bool hasElse) {
  Names all;
  for (const Names &part : parts)
    for (const auto &name : part)
      all.try_emplace(name.first(), hasElse);
  for (auto &name : all)
    name.second = name.second && llvm::all_of(parts, [&](const Names &part) {
                    return part.lookup(name.first());
                  });
  return all;
}

class DirectiveReader {
public:
  DirectiveReader(llvm::StringRef text, const LangOptions &language)
      : lexer(SourceLocation(), language, text.begin(), text.begin(),
              text.end()) {}

  /// Up to the end of the text, or to the #else, #elif or #endif of a group
  /// that has begun ahead of it, which is `directive` then.
  Names read() {
    Names names;
    while (next()) {
      if (directive == "define") {
        names[nextWord()] = true;
      } else if (directive == "undef") {
        names[nextWord()] = false;
      } else if (directive.starts_with("if")) {
        for (const auto &name : readGroup())
          names[name.first()] |= name.second;
      } else if (directive == "endif" || directive.starts_with("el"))
        return names;
    }
    return names;
  }

private:
  Names readGroup() {
    std::vector<Names> parts;
    bool hasElse = false;
    do {
      hasElse |= directive == "else";
      parts.push_back(read());
    } while (!token.is(tok::eof) && directive != "endif");
    return namesOfGroup(parts, hasElse);
  }

  /// Is there another directive?
  bool next() {
    do
      lexer.LexFromRawLexer(token);
    while (!token.is(tok::eof) &&
           !(token.is(tok::hash) && token.isAtStartOfLine()));
    directive = token.is(tok::eof) ? "" : nextWord();
    return !token.is(tok::eof);
  }

  llvm::StringRef nextWord() {
    lexer.LexFromRawLexer(token);
    return token.is(tok::raw_identifier) ? token.getRawIdentifier() : "";
  }

  Lexer lexer;
  Token token;
  llvm::StringRef directive;
};

} // namespace

void HeaderMacros::begin(SourceLocation place, bool mayDiffer) {
  groups.push_back({place, mayDiffer, false, {}});
}

void HeaderMacros::goOn(SourceLocation place, bool isElse, bool mayDiffer) {
  if (groups.empty())
    return;
  Group &group = groups.back();
  group.parts.push_back(textBetween(group.last, place));
  group.last = place;
  group.hasElse |= isElse;
  group.mayDiffer |= mayDiffer;
}

void HeaderMacros::end(SourceLocation place) {
  if (groups.empty())
    return;
  goOn(place, /*isElse=*/false, /*mayDiffer=*/false);
  const Group group = std::move(groups.back());
  groups.pop_back();
  if (!group.mayDiffer)
    return;
  std::vector<Names> parts;
  for (const llvm::StringRef part : group.parts)
    parts.push_back(DirectiveReader(part, language).read());
  for (const auto &[name, isSure] : namesOfGroup(parts, group.hasElse)) {
    varying.insert(name);
    if (!isSure)
      ofOne.insert(name);
  }
}

void HeaderMacros::define(const Token &name, bool isShared) {
  const llvm::StringRef macro = name.getIdentifierInfo()->getName();
  const auto group =
      std::find_if(groups.rbegin(), groups.rend(),
                   [](const Group &each) { return each.mayDiffer; });
  if (group == groups.rend()) {
    ofOne.erase(macro);
    varying.erase(macro);
    if (isShared)
      ofAll.insert(macro);
  } else if (!sources.isWrittenInSameFile(group->last, name.getLocation())) {
    // By a header that one of them includes.
    ofOne.insert(macro);
    varying.insert(macro);
  }
}

llvm::StringRef HeaderMacros::textBetween(SourceLocation begin,
                                          SourceLocation end) const {
  const auto [file, from] = sources.getDecomposedLoc(begin);
  const auto [other, to] = sources.getDecomposedLoc(end);
  return file == other && from <= to
             ? sources.getBufferData(file).substr(from, to - from)
             : "";
}

} // namespace coverme::pass

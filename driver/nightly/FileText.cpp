// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/FileText.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace coverme {
namespace {

bool isWordSign(char sign) {
  return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_' ||
         sign == '$';
}

// A word, number, literal, or one sign; empty at the end. A literal's
// quotes are part of it.
std::string_view nextToken(std::string_view text, size_t &at) {
  while (at < text.size() &&
         std::isspace(static_cast<unsigned char>(text[at])) != 0)
    ++at;
  const size_t begin = at;
  if (at == text.size())
    return {};
  const char first = text[at++];
  if (isWordSign(first)) {
    while (at < text.size() && isWordSign(text[at]))
      ++at;
  } else if (first == '"' || first == '\'') {
    while (at < text.size() && text[at] != first)
      at += text[at] == '\\' ? 2 : 1;
    at = std::min(at + 1, text.size());
  }
  return text.substr(begin, at - begin);
}

std::vector<std::string_view> tokensOf(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (size_t at = 0;;) {
    const std::string_view token = nextToken(text, at);
    if (token.empty())
      return tokens;
    tokens.push_back(token);
  }
}

// Literals, too, name functions: in attributes and labels of the assembler.
std::set<std::string> identifiersOf(std::string_view text) {
  std::set<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    while (at < text.size() && isWordSign(text[at]))
      ++at;
    if (at == begin)
      ++at;
    else
      words.emplace(text.substr(begin, at - begin));
  }
  return words;
}

std::string joined(const std::vector<std::string_view> &tokens) {
  std::string text;
  for (const std::string_view token : tokens)
    text.append(token).append(1, ' ');
  return text + '\n';
}

// Of a definition's head; empty: it has another form than TYPE NAME(...).
std::string nameIn(std::string_view head) {
  const std::vector<std::string_view> tokens = tokensOf(head);
  const auto open = std::ranges::find(tokens, "(");
  if (open == tokens.begin() || open == tokens.end() ||
      !isWordSign(open[-1].front()) || open[-1].starts_with("__attribute") ||
      tokens.back() != ")")
    return {};
  int depth = 0;
  for (auto at = open; at != tokens.end(); ++at) {
    depth += *at == "(" ? 1 : *at == ")" ? -1 : 0;
    if (depth == 0)
      return at + 1 == tokens.end() ? std::string(open[-1]) : std::string();
  }
  return {};
}

} // namespace

FileText::FileText(std::string_view text) {
  // Directives are those that the preprocessor leaves.
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with('#'))
      plain.append(line).append(1, '\n');
    else if (line.starts_with("#pragma"))
      isClear = false; // holds from there on
  }
  int depth = 0;
  size_t begin = 0, brace = 0;
  std::string name; // of the function whose braces are open
  for (size_t at = 0;;) {
    const std::string_view token = nextToken(plain, at);
    if (token.empty())
      break;
    if (token == "{" && depth++ == 0) {
      brace = at - 1;
      name = nameIn(std::string_view(plain).substr(begin, brace - begin));
    } else if (token == "}") {
      if (--depth == 0 && !name.empty()) {
        addDefinition(name, std::string_view(plain).substr(begin, at - begin));
        begin = at;
      }
    } else if (token == ";" && depth == 0) {
      addStatement(std::string_view(plain).substr(begin, at - begin));
      begin = at;
    }
    if (depth < 0)
      isClear = false;
  }
  addStatement(std::string_view(plain).substr(begin));
  if (depth != 0)
    isClear = false;
  for (auto &[function, definition] : definitions)
    for (const std::string &word : identifiersOf(definition.text))
      if (definitions.contains(word))
        definition.mentions.insert(word);
}

void FileText::addStatement(std::string_view text) {
  const std::vector<std::string_view> tokens = tokensOf(text);
  rest += joined(tokens);
  const bool isStatic = std::ranges::find(tokens, "static") != tokens.end();
  // A constructor or destructor runs beside any function.
  const bool isStructor =
      std::ranges::any_of(tokens, [](std::string_view token) {
        return token.find("structor") != std::string_view::npos;
      });
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool isDeclared = i + 1 < tokens.size() && tokens[i + 1] == "(";
    for (const std::string &word : identifiersOf(tokens[i]))
      if (!isDeclared || isStructor)
        always.insert(word); // a table may hold it
      else if (isStatic)
        statics.insert(word);
  }
}

void FileText::addDefinition(const std::string &name, std::string_view text) {
  const std::vector<std::string_view> tokens = tokensOf(text);
  const auto head = std::ranges::find(tokens, "{");
  if (std::find(tokens.begin(), head, "static") != head)
    statics.insert(name);
  if (!definitions.try_emplace(name, joined(tokens)).second)
    isClear = false;
}

std::string FileText::of(const std::string &function) const {
  if (!isClear || !definitions.contains(function))
    return {};
  std::set<std::string> taken;
  std::vector<std::string> left = {function};
  for (const auto &[name, definition] : definitions)
    if (always.contains(name))
      left.push_back(name);
  while (!left.empty()) {
    const std::string name = std::move(left.back());
    left.pop_back();
    if (!taken.insert(name).second)
      continue;
    const Definition &definition = definitions.at(name);
    left.insert(left.end(), definition.mentions.begin(),
                definition.mentions.end());
    if (statics.contains(name))
      for (const auto &[other, its] : definitions)
        if (its.mentions.contains(name))
          left.push_back(other);
  }
  std::string text = rest;
  for (const std::string &name : taken)
    text += definitions.at(name).text;
  return text;
}

} // namespace coverme

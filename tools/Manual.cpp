// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Manual.h"

#include "CommandLine.h"
#include "Config.h"
#include "goals/GoalKind.h"
#include "options/OptionNames.h"
#include "options/OptionTable.h"
#include "report/ReportWriter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <vector>

namespace coverme {
namespace {

struct Subcommand {
  const char *name, *help;
};

constexpr std::array<Subcommand, 6> kSubcommands = {
    {{"run", "Run one input, and say what comes of it"},
     {"report", "Print the report of an earlier run once more"},
     {"explain", "Say what is known of the branches at a place"},
     {"init", "Write a first coverme.toml of what all functions want"},
     {"filter", "Take what is proved infeasible out of a tracefile"},
     {"nightly", "Run whole libraries, and say what has changed since"}}};

// Of a value that is one of few words.
struct ValueNames {
  std::vector<std::string> operator()(const Choice &choice) const {
    return choice.names;
  }
  std::vector<std::string> operator()(const Names &names) const {
    return names.names;
  }
  template <class T> std::vector<std::string> operator()(const T &) const {
    return {};
  }
};

std::vector<std::string> valueNames(const Option &option) {
  std::vector<std::string> names;
  const std::string flag = option.flag;
  if (flag == "--format" || flag == "--report")
    for (const ReportFormat &format : reportFormats())
      names.emplace_back(format.name);
  else if (flag == "--goal")
    for (const GoalKind &goal : goalKinds())
      names.emplace_back(goal.name);
  else if (flag == "--emit")
    names = keptKinds();
  else
    names = std::visit(ValueNames(), option.value);
  if (std::holds_alternative<NamedTexts>(option.value))
    for (std::string &name : names)
      name += '=';
  return names;
}

// Is the value a file or a folder?
bool isFile(const Option &option) {
  const std::string_view shape = option.shape;
  return shape.ends_with("FILE") || shape.ends_with("FILE.c") ||
         shape.ends_with("DIR") || shape == "PLACE" || shape == "OTHER";
}

std::vector<Option> givenOptions(CommandLine &line) {
  std::vector<Option> options = optionTable(line);
  std::erase_if(options,
                [](const Option &option) { return *option.flag == '\0'; });
  return options;
}

std::string replaced(std::string text, char what, const std::string &by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos;
       at += by.size())
    text.replace(at, 1, by);
  return text;
}

// On one line.
std::string helpOf(const Option &option) {
  return replaced(option.help, '\n', " ");
}

// --- the page ----------------------------------------------------------------

// As roff reads it back; a hyphen stays one that can be copied.
std::string roff(const std::string &text) {
  const std::string plain = replaced(
      replaced(replaced(text, '\\', "\\e"), '-', "\\-"), '\'', "\\(aq");
  return plain.starts_with('.') ? "\\&" + plain : plain;
}

std::string optionPart(const Option &option) {
  std::string part = fmt::format(".TP\n\\fB{}\\fR", roff(option.flag));
  if (*option.shape != '\0')
    part += fmt::format(" \\fI{}\\fR", roff(option.shape));
  return part + fmt::format("\n{}\n", roff(helpOf(option)));
}

std::string manPage() {
  constexpr std::pair<OptionGroup, const char *> kGroups[] = {
      {OptionGroup::General, "What to do"},
      {OptionGroup::Inputs, "Inputs"},
      {OptionGroup::Search, "Search and proofs"},
      {OptionGroup::Output, "Results"}};
  std::string page = fmt::format(
      ".\\\" Made from the table of options.\n"
      ".TH COVERME 1 \"\" \"coverme {}\" \"User Commands\"\n"
      ".SH NAME\ncoverme \\- coverage tests for floating\\-point C code\n"
      ".SH SYNOPSIS\n.nf\n",
      kVersion);
  std::istringstream usage(usageLines());
  for (std::string line; std::getline(usage, line);)
    page += roff(line.substr(line.find("coverme"))) + '\n';
  page += ".fi\n.SH DESCRIPTION\n"
          "coverme finds inputs that drive a C function through every branch, "
          "and proves of the others that no input can take them. "
          "What it calls covered was seen in a build of the unmodified "
          "source. What follows \\fB\\-\\-\\fR goes to the compilers.\n";
  for (const auto &[name, help] : kSubcommands)
    page += fmt::format(".TP\n\\fBcoverme {}\\fR\n{}.\n", name, roff(help));
  page += ".SH OPTIONS\n";
  CommandLine line;
  const std::vector<Option> options = givenOptions(line);
  for (const auto &[group, heading] : kGroups) {
    page += fmt::format(".SS {}\n", heading);
    for (const Option &option : options)
      if (option.group == group)
        page += optionPart(option);
  }
  return page + ".SH EXIT STATUS\n"
                ".TP\n0\nEvery branch is covered or proved infeasible.\n"
                ".TP\n1\nSomething is left, or the code misbehaved and "
                "\\fB\\-\\-fail\\-on\\-finding\\fR was given.\n"
                ".TP\n2\nBad usage or input.\n"
                ".TP\n3\nThe code under test does not compile, link or load.\n"
                ".TP\n4\nInternal error.\n"
                ".TP\n128 + N\nEnded by signal N.\n"
                ".SH ENVIRONMENT\n"
                ".TP\n\\fBTMPDIR\\fR\nWhere temporary folders are made.\n"
                ".TP\n\\fBNO_COLOR\\fR\nTurns colour off.\n"
                ".TP\n\\fBCOVERME_CLANG\\fR\nThe clang to compile with.\n"
                ".SH SEE ALSO\n.BR gcov (1),\n.BR clang (1),\n.BR lcov (1)\n";
}

// --- completion --------------------------------------------------------------

// What a shell reads back, between single quotes.
std::string shellQuoted(const std::string &text) {
  return "'" + replaced(text, '\'', "'\\''") + "'";
}

std::string bashCompletion() {
  std::string cases;
  std::vector<std::string> flags = {"--help", "--version"}, names;
  CommandLine line;
  for (const Option &option : givenOptions(line)) {
    flags.emplace_back(option.flag);
    const std::vector<std::string> values = valueNames(option);
    if (*option.shape == '\0')
      continue;
    cases += fmt::format(
        "  {}) {} return ;;\n", option.flag,
        !values.empty()
            ? fmt::format(
                  "COMPREPLY=($(compgen -W {} -- \"$cur\"));",
                  shellQuoted(fmt::format("{}", fmt::join(values, " "))))
        : isFile(option) ? "COMPREPLY=($(compgen -f -- \"$cur\"));"
                         : "");
  }
  for (const Subcommand &command : kSubcommands)
    names.emplace_back(command.name);
  return fmt::format(
      R"sh(# Completion of coverme for bash, made from the table of options.
_coverme() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  case $prev in
{}  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W {} -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$cur"))
  if [[ $COMP_CWORD == 1 ]]; then
    COMPREPLY+=($(compgen -W {} -- "$cur"))
  fi
}}
complete -o filenames -F _coverme coverme
)sh",
      cases, shellQuoted(fmt::format("{}", fmt::join(flags, " "))),
      shellQuoted(fmt::format("{}", fmt::join(names, " "))));
}

// Within a specification of _arguments, some characters mean more.
std::string specified(std::string text) {
  for (const char special : {'\\', ':', '[', ']'})
    text = replaced(text, special, std::string("\\") + special);
  return text;
}

std::string zshCompletion() {
  std::string options;
  CommandLine line;
  for (const Option &option : givenOptions(line)) {
    std::string spec =
        fmt::format("*{}[{}]", option.flag, specified(helpOf(option)));
    if (const auto values = valueNames(option); !values.empty())
      spec += fmt::format(":{}:({})", specified(option.shape),
                          fmt::join(values, " "));
    else if (*option.shape != '\0')
      spec += fmt::format(":{}:{}", specified(option.shape),
                          isFile(option) ? "_files" : " ");
    options += fmt::format("  {} \\\n", shellQuoted(spec));
  }
  std::vector<std::string> names;
  for (const auto &[name, help] : kSubcommands)
    names.push_back(shellQuoted(fmt::format("{}:{}", name, specified(help))));
  return fmt::format(R"sh(#compdef coverme
# Completion of coverme for zsh, made from the table of options.
_coverme_first() {{
  local -a commands=({})
  _describe command commands
  _files
}}
_arguments \
{}  '--help[Print the options]' \
  '--version[Print the version]' \
  '1:file or command:_coverme_first' \
  '*:file:_files'
)sh",
                     fmt::join(names, " "), options);
}

} // namespace

std::optional<std::string> manualFor(const std::string &option) {
  static const std::map<std::string, std::string (*)()> all = {
      {"--print-man-page", manPage},
      {"--print-bash-completion", bashCompletion},
      {"--print-zsh-completion", zshCompletion}};
  const auto found = all.find(option);
  if (found == all.end())
    return std::nullopt;
  return found->second();
}

} // namespace coverme

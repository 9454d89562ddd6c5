// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of options. The command line, --help, `options` in JSON, its
// schema, and the tables of docs/options.md follow from it or are compared
// with it (OptionTableTest).
#ifndef COVERME_DRIVER_OPTIONS_OPTIONTABLE_H
#define COVERME_DRIVER_OPTIONS_OPTIONTABLE_H

#include "options/Options.h"

#include <array>
#include <functional>
#include <optional>
#include <variant>

namespace coverme {

// The kinds of values. Each refers to the variable that it sets.

struct Switch {
  bool *target;
  bool given = true; // its value when the option is given
  // What JSON calls false and true, if it has words for these.
  std::optional<std::array<const char *, 2>> words = {};
};

template <class T> struct Number {
  T *target;
  T least, most; // bounds of the given value, inclusive
  T unit = 1;    // the target is the given value times this
};

struct Choice {
  std::vector<std::string> names;
  std::function<std::string()> get;
  std::function<void(const std::string &)> set; // require: one of the names
};

// NAME,NAME,...: any of the names, any number of times.
struct Names {
  std::vector<std::string> names;
  std::function<std::vector<std::string>()> get;
  // require: all of them are of the names
  std::function<void(const std::vector<std::string> &)> set;
  const char *noun = "value"; // what one of them is, in complaints
};

struct Text {
  std::string *target;
};

struct Folder {
  std::filesystem::path *target; // empty: none
};

// A text, any number of times.
struct Texts {
  std::vector<std::string> *target;
};

// NAME=TEXT, any number of times.
struct NamedTexts {
  std::vector<NamedText> *target;
};

using OptionValue =
    std::variant<Switch, Number<uint32_t>, Number<uint64_t>, Number<double>,
                 Choice, Names, Text, Folder, Texts, NamedTexts>;

enum class OptionGroup { General, Inputs, Search, Output };

enum OptionUse : uint8_t {
  kTold = 1,  // in `options` of JSON; those of the inputs in `options.inputs`
  kOfRun = 2, // `coverme run` has it, too
  kOfReport = 4, // so has `coverme report`
  // A key of coverme.toml (config/Settings.h): for all functions, and also for
  // one of them.
  kOfFile = 8,
  kOfFunction = 16,
};

struct Option {
  const char *flag; // "--n-iter"; empty: told, but nobody can give it
  // Of the value, for people: "N"; empty for a switch.
  const char *shape;
  OptionGroup group;
  unsigned uses; // of OptionUse
  OptionValue value;
  std::string help;           // for --help; the default is in brackets
  const char *name = nullptr; // in JSON, unless member() makes it of the flag

  // Its member in JSON: "n_iter" for "--n-iter".
  std::string member() const;
};

// The options in the order of --help and of JSON. What they refer to is in
// `line`, whose values at this moment are the defaults that help shows.
std::vector<Option> optionTable(CommandLine &line);

} // namespace coverme

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arguments.h"

#include "coverme/marks.h"
#include "goals/GoalKind.h"
#include "options/OptionNames.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <fmt/format.h>

#include <algorithm>

namespace coverme {

std::string complaint(const CLI::App &app, const CLI::ParseError &error,
                      const std::vector<std::string> &arguments) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) == nullptr)
    return error.what();
  std::vector<std::string> known;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &longName : option->get_lnames())
      known.push_back("--" + longName);
  for (const std::string &argument : arguments) {
    const std::string given = argument.substr(0, argument.find('='));
    if (!given.starts_with("-") || given.size() < 2 ||
        app.get_option_no_throw(given) != nullptr)
      continue;
    return fmt::format(
        "unknown option '{}'{}", given,
        suggestion(given, known, "; see --help (compiler flags go after --)"));
  }
  return fmt::format("'{}' is one FILE.c too many; compiler flags go after --",
                     CLI::detail::join(app.remaining(), " "));
}

namespace {

// Takes NAME=TEXT, any number of times.
CLI::Option *addNamedText(CLI::App &app, const std::string &flag,
                          const std::string &shape,
                          std::vector<NamedText> &target,
                          const std::string &help) {
  return app
      .add_option_function<std::string>(
          flag,
          [flag, shape, &target](const std::string &given) {
            const size_t split = given.find('=');
            if (split == 0 || split == std::string::npos ||
                split + 1 == given.size())
              throw CLI::ValidationError(
                  flag,
                  fmt::format("'{}' is not of the form {}", given, shape));
            target.push_back({given.substr(0, split), given.substr(split + 1)});
          },
          help)
      ->type_name(shape)
      ->trigger_on_parse();
}

// Takes one text at a time, any number of times.
CLI::Option *addTexts(CLI::App &app, const std::string &flag,
                      std::vector<std::string> &target,
                      const std::string &help) {
  return app
      .add_option_function<std::string>(
          flag, [&target](const std::string &text) { target.push_back(text); },
          help)
      ->trigger_on_parse();
}

} // namespace

void failUnknown(const char *flag, const std::string &given,
                 const std::vector<std::string> &names) {
  const std::string all =
      fmt::format(" (one of {})", CLI::detail::join(names, ", "));
  throw CLI::ValidationError(flag, fmt::format("unknown value '{}'{}", given,
                                               suggestion(given, names, all)));
}

void addGoal(CLI::App &app, RunOptions &target) {
  app.add_option_function<std::string>(
         "--goal",
         [&target](const std::string &given) {
           std::vector<std::string> names;
           for (const GoalKind &kind : goalKinds())
             names.emplace_back(kind.name);
           if (std::find(names.begin(), names.end(), given) == names.end())
             failUnknown("--goal", given, names);
           target.goal = given;
         },
         "What is asked [coverage]: reach")
      ->type_name("NAME");
  addTexts(app, "--at", target.marks,
           "With --goal reach: FILE:LINE, call:FUNCTION, or assert")
      ->type_name("PLACE");
}

namespace {

// A place as coverme/marks.h has it, which may be how it is given, too. Throws
// Error(BadInput).
std::string markOf(std::string place) {
  const std::string_view call = COVERME_MARK_CALL;
  if (place == COVERME_MARK_ASSERT ||
      (place.starts_with(call) && place.size() > call.size()))
    return place;
  const std::string_view line = COVERME_MARK_LINE;
  if (place.starts_with(line))
    place.erase(0, line.size());
  const size_t colon = place.rfind(':');
  const bool isLine =
      colon != std::string::npos && colon != 0 && colon + 1 < place.size() &&
      place.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  if (!isLine)
    fail(ExitCode::BadInput,
         "--at: '{}' is none of FILE:LINE, call:FUNCTION and assert", place);
  return COVERME_MARK_LINE + place;
}

} // namespace

void checkGoal(RunOptions &options) {
  const bool isAtPlaces = goalNamed(options.goal).isAtPlaces;
  if (isAtPlaces && options.marks.empty())
    fail(ExitCode::BadInput, "--goal {} needs --at PLACE", options.goal);
  if (!isAtPlaces && !options.marks.empty())
    fail(ExitCode::BadInput, "--at needs --goal reach");
  for (std::string &place : options.marks)
    place = markOf(place);
}

void addInputOptions(CLI::App &app, InputOptions &target) {
  const std::string kInputs = "Inputs";
  addNamedText(app, "--array", "P=N", target.arrays,
               "P points to N elements; N may be a parameter")
      ->group(kInputs);
  addNamedText(app, "--range", "X=LO:HI", target.ranges,
               "X lies between LO and HI, both included")
      ->group(kInputs);
  addTexts(app, "--assume", target.assumptions,
           "Only inputs for which the C expression holds")
      ->type_name("EXPR")
      ->group(kInputs);
  addTexts(app, "--global", target.globals, "The variable is an input")
      ->type_name("NAME")
      ->group(kInputs);
  app.add_flag("--null", target.null, "Pointers may be null")->group(kInputs);
  app.add_flag("--distinct", target.distinct,
               "Pointers lead to different objects, and to no variable")
      ->group(kInputs);
  app.add_flag("--stub", target.stubs,
               "Pointers to functions get one whose results are inputs")
      ->group(kInputs);
  app.add_flag("--stub-undefined", target.stubUndefined,
               "So do functions that are defined nowhere")
      ->group(kInputs);
  app.add_flag("--rounding-modes", target.roundingModes,
               "The rounding mode is an input")
      ->group(kInputs);
}

CLI::Option *addSanitizers(CLI::App &app, std::vector<std::string> &target) {
  return app
      .add_option_function<std::vector<std::string>>(
          "--sanitize",
          [&target](const std::vector<std::string> &given) {
            const std::vector<std::string> &known = sanitizerNames();
            for (const std::string &name : given) {
              if (std::find(known.begin(), known.end(), name) != known.end())
                continue;
              throw CLI::ValidationError(
                  "--sanitize",
                  fmt::format("unknown sanitizer '{}'{}", name,
                              suggestion(name, known,
                                         " (address and undefined are "
                                         "known)")));
            }
            target.clear();
            for (const std::string &name : known)
              if (std::find(given.begin(), given.end(), name) != given.end())
                target.push_back(name);
          },
          "Run inputs under sanitizers: address undefined")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->delimiter(',');
}

} // namespace coverme

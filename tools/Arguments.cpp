// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arguments.h"
#include "Print.h"

#include "coverme/marks.h"
#include "goals/GoalKind.h"
#include "options/OptionValues.h"
#include "project/CompileCommands.h"
#include "report/ReportWriter.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace coverme {

namespace {

// CLI11's complaint as one line, with the nearest option for a mistyped one.
std::string complaint(const CLI::App &app, const CLI::ParseError &error,
                      const std::vector<std::string> &arguments) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) == nullptr)
    return error.what();
  std::vector<std::string> known;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &longName : option->get_lnames())
      known.push_back("--" + longName);
  for (const std::string &argument : arguments) {
    std::string given = argument.substr(0, argument.find('='));
    // A short option may have its value behind it: -j2.
    if (!given.starts_with("--") && given.size() > 2 &&
        app.get_option_no_throw(given.substr(0, 2)) != nullptr)
      given.resize(2);
    if (!given.starts_with("-") || given.size() < 2 ||
        app.get_option_no_throw(given) != nullptr)
      continue;
    return fmt::format(
        "unknown option '{}'{}", given,
        suggestion(given, known, "; see --help (compiler flags go after --)"));
  }
  return fmt::format("'{}' is one argument too many",
                     CLI::detail::join(app.remaining(), " "));
}

} // namespace

std::optional<int> parse(CLI::App &app,
                         const std::vector<std::string> &arguments,
                         const std::string &usage) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::Success &success) {
    int code = 0;
    print([&](std::ostream &stream) { code = app.exit(success, stream); });
    return code;
  } catch (const CLI::ParseError &error) {
    fail(ExitCode::BadInput, "{}{}{}", complaint(app, error, arguments),
         usage.empty() ? "" : "; usage: ", usage);
  }
}

namespace {

// Throws CLI::ValidationError.
void checkKnown(const char *flag, const char *noun, const std::string &given,
                const std::vector<std::string> &names) {
  const std::string complaint = complaintAbout(given, noun, names);
  if (!complaint.empty())
    throw CLI::ValidationError(flag, complaint);
}

// Takes a decimal number in a range, all of it a number.
template <class T>
T readNumber(const char *flag, const Number<T> &number,
             const std::string &given) {
  const char *end = given.data() + given.size();
  T value{};
  const auto [rest, error] = std::from_chars(given.data(), end, value);
  if (error != std::errc() || rest != end || !isInRange(number, value))
    throw CLI::ValidationError(
        flag, fmt::format("'{}' is not {}", given, rangeOf(number)));
  return value;
}

// Adds an option of the given kind of value.
struct Adder {
  CLI::App &app;
  const char *flag, *shape, *help;

  CLI::Option *operator()(const Switch &value) const {
    return app.add_flag_function(
        flag,
        [value](int64_t times) { *value.target = (times > 0) == value.given; },
        help);
  }
  template <class T> CLI::Option *operator()(const Number<T> &value) const {
    return app.add_option_function<std::string>(
        flag,
        [flag = flag, value](const std::string &given) {
          *value.target = readNumber(flag, value, given) * value.unit;
        },
        help);
  }
  CLI::Option *operator()(const Choice &value) const {
    return app.add_option_function<std::string>(
        flag,
        [flag = flag, value](const std::string &given) {
          checkKnown(flag, "value", given, value.names);
          value.set(given);
        },
        help);
  }
  CLI::Option *operator()(const Names &value) const {
    return app
        .add_option_function<std::vector<std::string>>(
            flag,
            [flag = flag, value](const std::vector<std::string> &given) {
              for (const std::string &name : given)
                checkKnown(flag, value.noun, name, value.names);
              value.set(given);
            },
            help)
        ->expected(1)
        ->take_all()
        ->delimiter(',');
  }
  CLI::Option *operator()(const Text &value) const {
    return app.add_option(flag, *value.target, help);
  }
  CLI::Option *operator()(const Folder &value) const {
    return app.add_option(flag, *value.target, help);
  }
  // One at a time, so that a text with a minus is no option.
  CLI::Option *operator()(const Texts &value) const {
    return app
        .add_option_function<std::string>(
            flag,
            [value](const std::string &text) { value.target->push_back(text); },
            help)
        ->trigger_on_parse();
  }
  CLI::Option *operator()(const NamedTexts &value) const {
    return app
        .add_option_function<std::string>(
            flag,
            [flag = flag, shape = shape, value](const std::string &given) {
              std::optional<NamedText> text = namedTextOf(given);
              if (!text)
                throw CLI::ValidationError(
                    flag,
                    fmt::format("'{}' is not of the form {}", given, shape));
              value.target->push_back(std::move(*text));
            },
            help)
        ->trigger_on_parse();
  }
};

const char *headingOf(OptionGroup group) {
  switch (group) {
  case OptionGroup::General:
    break;
  case OptionGroup::Inputs:
    return "Inputs";
  case OptionGroup::Search:
    return "Search";
  case OptionGroup::Output:
    return "Output";
  }
  return "Options";
}

} // namespace

std::vector<std::string>
takeCompilerFlags(std::vector<std::string> &arguments) {
  const auto split = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> flags;
  if (split != arguments.end())
    flags = compilationFlags({split + 1, arguments.end()});
  arguments.erase(split, arguments.end());
  return flags;
}

CLI::Option *addSources(CLI::App &app, RunOptions &run) {
  return app
      .add_option_function<std::vector<std::string>>(
          "FILE.c",
          [&run](const std::vector<std::string> &files) {
            run.source = files.front();
            run.others.assign(files.begin() + 1, files.end());
          },
          "C sources under test")
      ->required();
}

void addOption(CLI::App &app, const Option &option) {
  CLI::Option *added = std::visit(
      Adder{app, option.flag, option.shape, option.help.c_str()}, option.value);
  added->group(headingOf(option.group));
  if (*option.shape != '\0')
    added->type_name(option.shape);
}

std::set<std::string> givenOptions(const CLI::App &app) {
  std::set<std::string> given;
  for (const CLI::Option *option : app.get_options())
    if (option->count() != 0)
      given.insert(option->get_name());
  return given;
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

void checkConfig(const RunOptions &run) {
  if (!run.readsConfig && !run.config.empty())
    fail(ExitCode::BadInput, "--config and --no-config contradict each other");
}

void checkGoal(RunOptions &options) {
  std::vector<std::string> names;
  for (const GoalKind &kind : goalKinds())
    names.emplace_back(kind.name);
  const std::string complaint = complaintAbout(options.goal, "value", names);
  if (!complaint.empty())
    fail(ExitCode::BadInput, "--goal: {}", complaint);
  const GoalKind &goal = goalNamed(options.goal);
  if (goal.takesPlaces() && options.marks.empty())
    fail(ExitCode::BadInput, "--goal {} needs --at PLACE", options.goal);
  if (!goal.takesPlaces() && !options.marks.empty())
    fail(ExitCode::BadInput, "--at needs --goal reach");
  for (std::string &place : options.marks)
    place = markOf(place);
  if (goal.place != nullptr)
    options.marks = {goal.place};
}

void checkReport(ReportChoice &choice) {
  if (!choice.baseline.empty())
    choice.files.push_back({"baseline", choice.baseline});
  formatNamed(choice.format);
  for (const NamedText &file : choice.files)
    formatNamed(file.name);
  if (choice.verbose && choice.quiet)
    fail(ExitCode::BadInput, "-v and -q contradict each other");
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Configuration.h"

#include "CommandLine.h"
#include "Output.h"
#include "options/OptionTable.h"

#include <fmt/chrono.h>
#include <nlohmann/json.hpp>

#include <ctime>

namespace coverme {

namespace fs = std::filesystem;

namespace {

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

} // namespace

const Settings &Configuration::settingsOf(const std::vector<fs::path> &files) {
  fs::path file = line.run.config;
  if (file.empty() && line.run.readsConfig)
    file = findSettings(files).value_or(fs::path());
  const auto found = read.find(file);
  if (found != read.end())
    return found->second;
  Settings settings = file.empty() ? Settings() : Settings(file);
  for (const AcceptedFindings &each : settings.dropOutdated(today()))
    say(fmt::format("coverme: note: {}: accepted until {}, and no longer\n",
                    each.place, each.until));
  return read.emplace(file, std::move(settings)).first->second;
}

Configured Configuration::of(const std::vector<fs::path> &files) {
  Configured result{line, &settingsOf(files), {}};
  if (!files.empty()) {
    result.given.run.source = files.front();
    result.given.run.others.assign(files.begin() + 1, files.end());
  }
  result.line = result.settings->applied(result.given);
  checkRun(result.line);
  return result;
}

void Configured::narrow(const Function &function, RunOptions &run) const {
  settings->narrow(given, function, run);
  checkSearch(run.search);
}

EmitOptions Configured::emitOf(const Function &function) const {
  return settings->applied(given, &function).emit;
}

std::vector<fs::path> askedSources(const RunOptions &run) {
  std::vector<fs::path> files = {run.source};
  files.insert(files.end(), run.others.begin(), run.others.end());
  return files;
}

namespace {

// JSON's strings are strings in TOML, too.
std::string tomlText(const std::string &text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The value of an option in TOML, element by element; nothing without one.
struct Values {
  using Texts = std::vector<std::string>;

  Texts operator()(const Switch &value) const {
    return {*value.target == value.given ? "true" : "false"};
  }
  template <class T> Texts operator()(const Number<T> &value) const {
    if (*value.target < value.least * value.unit)
      return {}; // not given
    return {fmt::format("{}", *value.target / value.unit)};
  }
  Texts operator()(const Choice &value) const {
    return {tomlText(value.get())};
  }
  Texts operator()(const Names &value) const {
    std::string list;
    for (const std::string &name : value.get())
      list += (list.empty() ? "" : ", ") + tomlText(name);
    return {"[" + list + "]"};
  }
  Texts operator()(const Text &value) const {
    return value.target->empty() ? Texts() : Texts{tomlText(*value.target)};
  }
  Texts operator()(const Folder &value) const {
    return value.target->empty() ? Texts()
                                 : Texts{tomlText(value.target->string())};
  }
  Texts operator()(const Texts &texts) const {
    Texts all;
    for (const std::string &text : texts)
      all.push_back(tomlText(text));
    return all;
  }
  Texts operator()(const coverme::Texts &value) const {
    return (*this)(*value.target);
  }
  Texts operator()(const NamedTexts &value) const {
    Texts all;
    for (const auto &[name, text] : *value.target)
      all.push_back(tomlText(fmt::format("{}={}", name, text)));
    return all;
  }
};

std::string lineOf(const std::string &key, bool isList,
                   const std::vector<std::string> &values,
                   const std::vector<std::string> &origins) {
  if (values.empty())
    return "";
  if (!isList)
    return fmt::format("{} = {}  # {}\n", key, values[0], origins[0]);
  std::string text = key + " = [\n";
  for (size_t i = 0; i < values.size(); ++i)
    text += fmt::format("  {},  # {}\n", values[i], origins[i]);
  return text + "]\n";
}

} // namespace

std::string configText(const Configured &configured, const Function *function) {
  const Settings &settings = *configured.settings;
  Origins origins;
  CommandLine line = settings.applied(configured.given, function, &origins);
  std::string text =
      fmt::format("# {}\n", line.run.config.empty() ? "no coverme.toml"
                                                    : line.run.config.string());
  if (function != nullptr) {
    text += fmt::format("# of {}\n", function->label());
    if (const std::string why = settings.whySkipped(*function); !why.empty())
      text += fmt::format("# which --all skips: {}\n", why);
  }
  text +=
      lineOf("flags", true, Values()(line.run.compilerFlags), origins["flags"]);
  for (const Option &option : optionTable(line)) {
    if ((option.uses & kOfFile) == 0)
      continue;
    const std::string key =
        std::string(option.flag).substr(2); // all of these are long ones
    text += lineOf(key,
                   std::holds_alternative<Texts>(option.value) ||
                       std::holds_alternative<NamedTexts>(option.value),
                   std::visit(Values(), option.value), origins[key]);
  }
  return text;
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Explain.h"

#include "core/ScalarText.h"
#include "report/Values.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace coverme {
namespace {

using Json = nlohmann::json;

constexpr const char *kSchema = "coverme-suite/1";
constexpr const char *kFileSchema = "coverme-file/1"; // holds some of those

// A count: get() would take a negative number or a fraction, too.
uint64_t countOf(const Json &json) {
  return json.get_ref<const Json::number_unsigned_t &>();
}

// --- where -----------------------------------------------------------------

struct Place {
  std::string file;               // without folders; empty: any
  std::optional<uint64_t> line;   // one of these two
  std::optional<uint64_t> site;   // by its id
  std::optional<uint64_t> column; // with a line
  std::optional<bool> outcome;
};

std::optional<uint64_t> numberOf(const std::string &text, int base = 10) {
  uint64_t number = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || rest != end)
    return std::nullopt;
  return number;
}

// What stands behind the last colon, cut off; all of it without a colon.
std::string takeLast(std::string &text) {
  const size_t colon = text.rfind(':');
  const std::string last = text.substr(colon + 1);
  text.resize(colon == std::string::npos ? 0 : colon);
  return last;
}

Place placeOf(const std::string &text) {
  Place place;
  std::string rest = text;
  if (rest.ends_with(":true") || rest.ends_with(":false"))
    place.outcome = takeLast(rest) == "true";
  const std::optional<uint64_t> last = numberOf(takeLast(rest));
  if (!last)
    fail(ExitCode::BadInput,
         "'{}' is no place; [FILE:]LINE[:COLUMN] and site:NUMBER are, with or "
         "without :true or :false",
         text);
  if (rest == "site") {
    place.site = last;
    return place;
  }
  std::string file = rest;
  const std::optional<uint64_t> before = numberOf(takeLast(file));
  if (before) {
    place.line = before;
    place.column = last;
    rest = file;
  } else {
    place.line = last;
  }
  place.file = std::filesystem::path(rest).filename().string();
  return place;
}

bool isIn(const Json &site, const Place &place) {
  return place.file.empty() || site.at("file") == place.file;
}

bool isAt(const Json &site, const Place &place) {
  if (place.site)
    return site.at("id") == *place.site;
  return isIn(site, place) && site.at("line") == *place.line &&
         (!place.column || site.at("column") == *place.column);
}

[[noreturn]] void failNothingAt(const std::string &text, const Place &place,
                                const std::vector<const Json *> &suites) {
  if (place.site)
    fail(ExitCode::BadInput, "there is no site {} in the report", *place.site);
  std::set<std::string> files;
  std::set<uint64_t> lines, columns;
  for (const Json *suite : suites)
    for (const Json &site : suite->at("sites")) {
      files.insert(site.at("file").get<std::string>());
      if (!isIn(site, place))
        continue;
      lines.insert(countOf(site.at("line")));
      if (site.at("line") == *place.line)
        columns.insert(countOf(site.at("column")));
    }
  if (files.empty())
    fail(ExitCode::BadInput, "there are no branches in the report");
  if (lines.empty())
    fail(ExitCode::BadInput, "no branches in '{}'; the report is about {}",
         place.file, fmt::join(files, ", "));
  if (!columns.empty())
    fail(ExitCode::BadInput,
         "no branch at '{}'; on this line, they are at column {}", text,
         fmt::join(columns, ", "));
  const auto gap = [&](uint64_t line) {
    return line < *place.line ? *place.line - line : line - *place.line;
  };
  fail(ExitCode::BadInput, "no branch at '{}'; the nearest line with one is {}",
       text,
       *std::min_element(
           lines.begin(), lines.end(),
           [&](uint64_t a, uint64_t b) { return gap(a) < gap(b); }));
}

// --- what ------------------------------------------------------------------

// The bits of a float of this type; nothing for a typedef, whose floats differ
// in their number of digits.
std::optional<unsigned> widthOf(const std::string &type) {
  static const std::map<std::string, unsigned> widths = {
      {"_Float16", 16}, {"float", 32}, {"double", 64}, {"long double", 80}};
  const auto found = widths.find(type);
  return found == widths.end() ? std::nullopt : std::optional(found->second);
}

// "1 (0x1p+0)  0x3ff0000000000000" of a float, whose value is no decimal. The
// type is that of an input; none is told of a result.
std::string valueText(const Json &json, const std::string &type = "") {
  const auto bitsText = json.at("bits").get<std::string>();
  const auto value = json.at("value").get<std::string>();
  const bool isDecimal =
      value.find_first_not_of("-0123456789") == std::string::npos;
  const std::string digits =
      bitsText.substr(std::min<size_t>(2, bitsText.size()));
  const size_t width = widthOf(type).value_or(4 * digits.size());
  const size_t low = digits.size() - std::min<size_t>(digits.size(), 16);
  const std::optional<uint64_t> bits = numberOf(digits.substr(low), 16);
  if (isDecimal || !bits || 4 * digits.size() != width)
    return fmt::format("{}  {}", value, bitsText);
  if (width == 80) {
    const InputVariable number{"", type, {}, Part::Fraction80};
    const uint64_t slots[] = {truncateToWidth(*bits, 63),
                              numberOf(digits.substr(0, low), 16).value_or(0)};
    return fmt::format("{}  {}", formatNumber(number, slots), bitsText);
  }
  if (width != 16 && width != 32 && width != 64)
    return fmt::format("{}  {}", value, bitsText);
  return fmt::format(
      "{}  {}",
      formatValue({ScalarKind::Float, static_cast<unsigned>(width), {}}, *bits),
      bitsText);
}

// Where a pointer leads: the input's value counts the places.
std::string placeText(const Json &places, const Json &input) {
  const std::optional<uint64_t> index =
      numberOf(input.at("value").get<std::string>(), 10);
  return places.at(index.value_or(places.size())).get<std::string>();
}

const char *unitOf(const std::string &engine) {
  return engine == "exhaustion" ? "inputs run"
         : engine == "interval" ? "boxes visited"
                                : "queries asked";
}

// Appends what a suite's report knows.
class Writer {
public:
  Writer(const Json &report, std::string &out) : report(report), out(out) {}

  void write(const Json &site, const Json &branch) {
    auto verdict = branch.at("verdict").get<std::string>();
    std::replace(verdict.begin(), verdict.end(), '_', ' ');
    const bool outcome = branch.at("outcome").get<bool>();
    fmt::format_to(std::back_inserter(out), "{}{}:{}:{}  {}  {}\n",
                   out.empty() ? "" : "\n", site.at("file").get<std::string>(),
                   countOf(site.at("line")), countOf(site.at("column")),
                   outcome ? "true " : "false", verdict);
    line("function", site.at("function").get<std::string>());
    line("site", fmt::format("{}, a {} on {}", countOf(site.at("id")),
                             site.at("kind").get<std::string>(),
                             site.at("operands").get<std::string>()));
    if (branch.contains("test"))
      writeTest(countOf(branch.at("test")));
    if (branch.contains("evaluations"))
      line("spent",
           grouped(countOf(branch.at("evaluations"))) + " evaluations");
    if (branch.contains("proof"))
      writeProof(branch.at("proof"), site.at("id"), outcome);
    if (branch.contains("unconfirmed"))
      line("unconfirmed", branch.at("unconfirmed").get<std::string>());
  }

private:
  void line(const std::string &name, const std::string &words) {
    fmt::format_to(std::back_inserter(out), "  {:<9} {}\n", name, words);
  }

  void writeTest(uint64_t id) {
    const Json &test = report.at("tests").at(id - 1);
    line("test", std::to_string(id));
    const Json &inputs = test.at("inputs");
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Json &known = report.at("inputs").at(i);
      line("input",
           fmt::format("{} = {}", known.at("name").get<std::string>(),
                       known.contains("values")
                           ? placeText(known.at("values"), inputs[i])
                           : valueText(inputs[i],
                                       known.at("type").get<std::string>())));
    }
    if (!test.at("result").is_null())
      line("result", valueText(test.at("result")));
    line("takes", pathOf(test));
  }

  // The branches on the way of a test, in the order of the sites.
  std::string pathOf(const Json &test) const {
    std::string path;
    for (const Json &site : report.at("sites"))
      for (const Json &taken : test.at("covers"))
        if (taken.at("site") == site.at("id"))
          path += fmt::format(
              "{}{}:{} {}", path.empty() ? "" : ", ", countOf(site.at("line")),
              countOf(site.at("column")), taken.at("outcome").get<bool>());
    return path;
  }

  void writeProof(const Json &proof, const Json &site, bool outcome) {
    const auto engine = proof.at("engine").get<std::string>();
    line("engine", engine);
    line("boxes", fmt::format("{} ({})", grouped(countOf(proof.at("boxes"))),
                              unitOf(engine)));
    for (const Json &time : report.at("timing").at("proofs"))
      if (time.at("site") == site && time.at("outcome") == outcome)
        line("seconds",
             fmt::format("{:.6g}", time.at("seconds").get<double>()));
    line("reason", proof.at("reason").get<std::string>());
  }

  const Json &report;
  std::string &out;
};

Json readReport(const std::filesystem::path &path) {
  Json report;
  try {
    report = Json::parse(readFile(path));
  } catch (const Json::parse_error &error) {
    fail(ExitCode::BadInput, "'{}' is not JSON, from byte {} on", path.string(),
         error.byte);
  }
  const Json schema =
      report.is_object() ? report.value("schema", Json()) : Json();
  if (schema != kSchema && schema != kFileSchema)
    fail(ExitCode::BadInput, "'{}' is no report of schema {} or {}",
         path.string(), kSchema, kFileSchema);
  return report;
}

std::vector<const Json *> suitesIn(const Json &report) {
  if (report.at("schema") == kSchema)
    return {&report};
  std::vector<const Json *> suites;
  for (const Json &function : report.at("functions"))
    if (const Json &suite = function.at("suite"); !suite.is_null())
      suites.push_back(&suite);
  return suites;
}

// The report in a folder of -o.
std::filesystem::path reportIn(const std::filesystem::path &folder) {
  std::error_code error;
  const std::filesystem::path ofFile = folder / "file.json";
  return std::filesystem::exists(ofFile, error) ? ofFile
                                                : folder / "suite.json";
}

} // namespace

std::string explain(const std::filesystem::path &report,
                    const std::string &place) {
  const Place wanted = placeOf(place);
  std::error_code error;
  const std::filesystem::path path =
      std::filesystem::is_directory(report, error) ? reportIn(report) : report;
  const Json json = readReport(path);
  try {
    std::string out;
    const std::vector<const Json *> suites = suitesIn(json);
    for (const Json *suite : suites)
      for (const Json &site : suite->at("sites"))
        if (isAt(site, wanted))
          for (const Json &branch : site.at("branches"))
            if (branch.at("outcome") ==
                wanted.outcome.value_or(branch.at("outcome").get<bool>()))
              Writer(*suite, out).write(site, branch);
    if (out.empty())
      failNothingAt(place, wanted, suites);
    return out;
  } catch (const Json::exception &) {
    fail(ExitCode::BadInput, "'{}' is a damaged report of schema {}",
         path.string(), json.at("schema").get<std::string>());
  }
}

} // namespace coverme

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/JsonNames.h"
#include "report/JsonReport.h"
#include "support/Error.h"
#include "support/Files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <memory>

namespace coverme {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json; // as options are kept in their order

// The document is JSON, but no report. Caught by readReport.
struct Damaged {};

void require(bool condition) {
  if (!condition)
    throw Damaged();
}

// A count: get() would take a negative number or a fraction, too.
template <class Number = uint64_t> Number countOf(const Json &json) {
  const auto number = json.get_ref<const Json::number_unsigned_t &>();
  require(number <= std::numeric_limits<Number>::max());
  return static_cast<Number>(number);
}

double secondsOf(const Json &json) {
  require(json.is_number());
  return json.get<double>();
}

std::string textOf(const Json &json) {
  return json.get_ref<const std::string &>();
}

std::string textOrEmpty(const Json &json) {
  return json.is_null() ? "" : textOf(json);
}

std::string textOr(const Json &json, const char *name, const char *none) {
  const auto found = json.find(name);
  return found == json.end() ? none : textOf(*found);
}

bool flagOf(const Json &json) { return json.get<bool>(); }

bool flagOrNot(const Json &json, const char *name) {
  const auto found = json.find(name);
  return found != json.end() && flagOf(*found);
}

template <class Value, size_t N>
Value valueNamed(const std::string &name,
                 const std::array<const char *, N> &names) {
  const auto found = std::find(names.begin(), names.end(), name);
  require(found != names.end());
  return static_cast<Value>(found - names.begin());
}

template <class Read> auto listOf(const Json &json, const Read &read) {
  std::vector<decltype(read(json))> list;
  for (const Json &each : json.get_ref<const Json::array_t &>())
    list.push_back(read(each));
  return list;
}

Ratio ratioOf(const Json &json, const char *hit) {
  return {countOf(json.at(hit)), countOf(json.at("total"))};
}

ReportedVariable variableOf(const Json &json) {
  ReportedVariable variable = {
      textOf(json.at("name")), textOf(json.at("type")), {}};
  if (const auto places = json.find("values"); places != json.end())
    variable.places = listOf(*places, textOf);
  return variable;
}

ReportedSize sizeOf(const Json &json) {
  ReportedSize size = {textOf(json.at("name")),
                       countOf(json.at("elements")),
                       json.contains("ahead") ? countOf(json.at("ahead")) : 0,
                       {},
                       json.at("grown").get<bool>()};
  if (const Json &met = json.at("met"); !met.is_null())
    size.met = met.get<int64_t>();
  return size;
}

ReportedValue valueOf(const Json &json) {
  return {textOf(json.at("bits")), textOf(json.at("value")),
          textOr(json, "name", ""), flagOrNot(json, "idle")};
}

ReportedTarget targetOf(const Json &json, bool isPlace) {
  ReportedTarget target;
  target.verdict = valueNamed<Verdict>(
      textOf(json.at("verdict")), isPlace ? kPlaceVerdictNames : kVerdictNames);
  if (target.verdict == Verdict::Covered) {
    target.test = countOf<size_t>(json.at("test")) - 1;
    if (const auto found = json.find("found_after"); found != json.end())
      target.foundAfter = countOf(*found);
  } else {
    require(!json.contains("test"));
    target.spent = countOf(json.at("evaluations"));
  }
  require(json.contains("proof") ==
          (target.verdict == Verdict::ProvedInfeasible));
  if (const auto proof = json.find("proof"); proof != json.end())
    target.proof = {textOf(proof->at("engine")), countOf(proof->at("boxes")), 0,
                    textOf(proof->at("reason"))};
  target.unconfirmed = textOr(json, "unconfirmed", "");
  target.onlyNonReturning = flagOrNot(json, "non_returning");
  target.hint = textOr(json, "hint", "");
  target.behind = textOr(json, "behind", "");
  return target;
}

// The bits of a set of branches are allocated up to the largest id, which no
// file that a compiler takes comes near.
uint32_t siteIdOf(const Json &json) {
  const auto id = countOf<uint32_t>(json);
  require(id < (1U << 24));
  return id;
}

ReportedSite readSite(const Json &json, bool isPlace) {
  ReportedSite site;
  site.id = siteIdOf(json.at("id"));
  site.function = textOf(json.at("function"));
  site.file = textOf(json.at("file"));
  site.path = textOf(json.at("path"));
  site.line = countOf<unsigned>(json.at("line"));
  site.column = countOf<unsigned>(json.at("column"));
  site.text = textOf(json.at("text"));
  if (isPlace) {
    site.at = textOf(json.at("at"));
    site.targets = {targetOf(json, true)};
    return site;
  }
  site.kind = textOf(json.at("kind"));
  site.operands = textOf(json.at("operands"));
  site.isMeasurable = flagOf(json.at("measurable"));
  site.label = textOr(json, "case", "");
  const Json &branches = json.at("branches");
  require(branches.size() == 2);
  for (const bool outcome : {false, true}) {
    const Json &branch = branches.at(outcome ? 1 : 0);
    require(flagOf(branch.at("outcome")) == outcome);
    site.targets.push_back(targetOf(branch, false));
  }
  return site;
}

std::vector<ReportedCall> callsOf(const Json &json) {
  const auto calls = json.find("calls");
  if (calls == json.end())
    return {};
  return listOf(*calls, [](const Json &call) {
    return ReportedCall{textOf(call.at("function")),
                        listOf(call.at("arguments"), textOf),
                        textOr(call, "target", "")};
  });
}

ReportedTest testOf(const Json &json) {
  ReportedTest test;
  test.calls = callsOf(json);
  test.inputs = listOf(json.at("inputs"), valueOf);
  if (const Json &result = json.at("result"); !result.is_null())
    test.result = valueOf(result);
  test.outputs = listOf(json.at("outputs"), valueOf);
  test.ending = textOrEmpty(json.at("ending"));
  if (const auto reaches = json.find("reaches"); reaches != json.end())
    for (const Json &site : *reaches)
      test.covers.insert(branchOf(siteIdOf(site), true));
  else
    for (const Json &branch : json.at("covers"))
      test.covers.insert(
          branchOf(siteIdOf(branch.at("site")), flagOf(branch.at("outcome"))));
  return test;
}

ReportedFinding findingOf(const Json &json) {
  ReportedFinding finding;
  finding.kind = textOf(json.at("kind"));
  finding.detail = textOf(json.at("detail"));
  finding.group = findingGroupNamed(textOr(json, "group", ""));
  finding.calls = callsOf(json);
  finding.accepted = textOr(json, "accepted", "");
  finding.inputs = listOf(json.at("inputs"), valueOf);
  if (const Json &place = json.at("place"); !place.is_null())
    finding.place = {textOf(place.at("file")),
                     countOf<unsigned>(place.at("line")),
                     flagOf(place.at("exact"))};
  finding.reproduce = textOrEmpty(json.at("reproduce"));
  return finding;
}

double ulpsOf(const Json &json) {
  if (json.is_null())
    return std::numeric_limits<double>::infinity();
  return secondsOf(json);
}

ReportedComparison comparisonOf(const Json &json) {
  ReportedComparison comparison;
  comparison.with = textOf(json.at("with"));
  comparison.tests = listOf(json.at("tests"), [](const Json &each) {
    const auto id = countOf<size_t>(each.at("test"));
    require(id != 0);
    return ReportedComparison::Test{id - 1, valueOf(each.at("expected")),
                                    ulpsOf(each.at("ulps"))};
  });
  if (const Json &error = json.at("largest"); !error.is_null())
    comparison.largest = {
        listOf(error.at("inputs"), valueOf), valueOf(error.at("result")),
        valueOf(error.at("expected")), ulpsOf(error.at("ulps"))};
  comparison.evaluations = countOf(json.at("evaluations"));
  return comparison;
}

ReportedExcerpt excerptOf(const Json &json) {
  ReportedExcerpt excerpt;
  excerpt.file = textOf(json.at("file"));
  excerpt.first = countOf<unsigned>(json.at("first"));
  excerpt.lines = listOf(json.at("lines"), textOf);
  return excerpt;
}

void addTiming(const Json &json, FunctionReport &report) {
  report.timing = {secondsOf(json.at("compile")), secondsOf(json.at("link")),
                   secondsOf(json.at("search")),  secondsOf(json.at("provers")),
                   secondsOf(json.at("gcov")),    secondsOf(json.at("total"))};
  // In the order of the sites.
  const Json &proofs = json.at("proofs");
  size_t next = 0;
  for (ReportedSite &site : report.sites)
    for (ReportedTarget &target : site.targets)
      if (target.proof) {
        const Json &time = proofs.at(next++);
        require(time.at("site") == site.id);
        target.proof->seconds = secondsOf(time.at("seconds"));
      }
}

// What other parts refer to is there.
void checkReferences(const FunctionReport &report) {
  for (const ReportedSite &site : report.sites)
    for (const ReportedTarget &target : site.targets)
      require(!target.test || *target.test < report.tests.size());
  for (const ReportedTest &test : report.tests)
    require(
        test.inputs.size() == report.inputs.size() &&
        (test.outputs.empty() || test.outputs.size() == report.outputs.size()));
  if (const auto &comparison = report.comparison) {
    for (const ReportedComparison::Test &each : comparison->tests)
      require(each.test < report.tests.size() &&
              report.tests[each.test].result);
    require(!comparison->largest ||
            comparison->largest->inputs.size() == report.inputs.size());
  }
  for (const ReportedFinding &finding : report.findings)
    require(finding.inputs.empty() ||
            finding.inputs.size() == report.inputs.size());
}

const GoalKind *goalOf(const Json &schema) {
  for (const GoalKind &goal : goalKinds())
    if (schema == schemaOf(goal))
      return &goal;
  return nullptr;
}

std::string optionsOf(const Json &json) {
  require(json.at("options").is_object());
  return jsonText(json.at("options"));
}

FunctionReport suiteOf(const Json &json, std::vector<ReportedTest> tests) {
  const GoalKind *goal = goalOf(json.at("schema"));
  require(goal != nullptr);
  FunctionReport report;
  report.tool = textOf(json.at("tool"));
  report.goal = goal->name;
  report.source = textOf(json.at("source"));
  report.entry = textOf(json.at("entry"));
  report.path = textOf(json.at("path"));
  report.line = countOf<unsigned>(json.at("line"));
  report.seed = countOf(json.at("seed"));
  report.options = optionsOf(json);
  report.parameters = listOf(json.at("parameters"), variableOf);
  report.inputs = listOf(json.at("inputs"), variableOf);
  report.inputsLeftOut = countOf(json.at("inputs_left_out"));
  report.guessedSizes = listOf(json.at("guessed_sizes"), sizeOf);
  for (const auto &[type, nodes] : json.at("node_bounds").items())
    report.nodeBounds[type] = countOf<uint32_t>(nodes);
  report.madeUpClasses = listOf(json.at("made_up_classes"), textOf);
  report.outputs = listOf(json.at("outputs"), variableOf);
  report.proofsAssume = listOf(json.at("proofs_assume"), textOf);
  report.unprovable = textOrEmpty(json.at("unprovable"));
  const bool isPlaces = goal->isAtPlaces;
  report.sites =
      listOf(json.at(isPlaces ? "places" : "sites"),
             [&](const Json &site) { return readSite(site, isPlaces); });
  // Its objects are taken out as they are read.
  require(json.at("tests").is_array() && json.at("tests").empty());
  report.tests = std::move(tests);
  report.findings = listOf(json.at("findings"), findingOf);
  if (!isPlaces && !json.at("comparison").is_null())
    report.comparison = comparisonOf(json.at("comparison"));
  report.excerpts = listOf(json.at("excerpts"), excerptOf);
  if (const Json &gcov = json.at("gcov"); !gcov.is_null()) {
    report.gcov = {textOf(gcov.at("compiler")),
                   ratioOf(gcov.at("lines"), "covered"),
                   ratioOf(gcov.at("branches"), "taken"),
                   ratioOf(gcov.at("calls"), "executed"),
                   countOf(gcov.at("tests_left_out")),
                   {}};
    for (const Json &line : gcov.at("line_counts"))
      report.gcov->byLine[countOf<unsigned>(line.at(0))] = countOf(line.at(1));
  }
  addTiming(json.at("timing"), report);
  report.evaluations = countOf(json.at("evaluations"));
  report.evaluationsToLast = countOf(json.at("evaluations_to_last"));
  report.cut = valueNamed<Cut>(textOrEmpty(json.at("cut")), kCutNames);
  checkReferences(report);
  require(report.verdicts().total() ==
          countOf(json.at(isPlaces ? "verdicts" : "branches").at("total")));
  return report;
}

// Builds the document but for its largest parts, the tests and, of a file, the
// functions: these become what they stand for as soon as they are read.
class Builder : public nlohmann::json_sax<Json> {
public:
  Json root;
  std::vector<ReportedTest> tests; // of the suite that is being read
  std::vector<ReportedFunction> functions;
  std::vector<FunctionReport> reports; // of those that ran
  std::vector<size_t> reportOf;        // by function, in `reports`
  size_t errorAt = 0;                  // the byte

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(int64_t value) override { return add(value); }
  bool number_unsigned(uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string &) override {
    return add(value);
  }
  bool string(std::string &value) override { return add(std::move(value)); }
  bool binary(Json::binary_t &) override { return false; } // JSON has none
  bool start_object(size_t) override { return start(Json::object()); }
  bool start_array(size_t) override { return start(Json::array()); }
  bool key(std::string &name) override {
    names.back() = std::move(name);
    return true;
  }
  bool end_object() override {
    Json done = takeLast();
    if (isAt({"tests"}) || isAt({"functions", "", "suite", "tests"}))
      tests.push_back(testOf(done));
    else if (isAt({"functions"}))
      addFunction(done);
    else
      add(std::move(done));
    return true;
  }
  bool end_array() override { return add(takeLast()); }
  bool parse_error(size_t position, const std::string &,
                   const Json::exception &) override {
    errorAt = position;
    return false;
  }

private:
  bool start(Json value) {
    open.push_back(std::move(value));
    names.emplace_back();
    return true;
  }

  Json takeLast() {
    Json last = std::move(open.back());
    open.pop_back();
    names.pop_back();
    return last;
  }

  bool add(Json value) {
    if (open.empty())
      root = std::move(value);
    else if (open.back().is_array())
      open.back().push_back(std::move(value));
    else
      open.back()[names.back()] = std::move(value);
    return true;
  }

  // Are the values that are being read the elements of the array that is
  // reached by these members? An array's name is empty.
  bool isAt(std::initializer_list<std::string_view> path) const {
    return open.size() == path.size() + 1 && open.back().is_array() &&
           std::equal(path.begin(), path.end(), names.begin());
  }

  void addFunction(const Json &json) {
    ReportedFunction function;
    function.name = textOf(json.at("function"));
    function.file = textOf(json.at("file"));
    function.line = countOf<unsigned>(json.at("line"));
    function.status =
        valueNamed<FunctionStatus>(textOf(json.at("status")), kStatusNames);
    function.reason = textOrEmpty(json.at("reason"));
    reportOf.push_back(reports.size());
    if (function.status == FunctionStatus::Ran) {
      reports.push_back(suiteOf(json.at("suite"), std::move(tests)));
      function.summary = reports.back().summary();
      tests.clear();
    }
    functions.push_back(std::move(function));
  }

  std::vector<Json> open;         // objects and arrays, from the root on
  std::vector<std::string> names; // of each the member that is being read
};

FileReport fileOf(Builder &built) {
  const Json &json = built.root;
  FileReport report;
  report.tool = textOf(json.at("tool"));
  report.source = textOf(json.at("source"));
  report.match = textOrEmpty(json.at("match"));
  report.seed = countOf(json.at("seed"));
  report.options = optionsOf(json);
  report.goal = textOf(json.at("options").at("goal"));
  report.others = json.at("options").at("other_sources").size();
  require(std::any_of(
      goalKinds().begin(), goalKinds().end(),
      [&](const GoalKind &goal) { return goal.name == report.goal; }));
  report.wasInterrupted = flagOf(json.at("interrupted"));
  require(json.at("functions").is_array() && json.at("functions").empty());
  const Json &totals = json.at("totals");
  report.withoutTargets = countOf(totals.at("without_branches"));
  report.leftOut = countOf(totals.at("left_out"));
  const Json &timing = json.at("timing");
  report.timing.compile = secondsOf(timing.at("compile"));
  report.timing.link = secondsOf(timing.at("link"));
  report.timing.total = secondsOf(timing.at("total"));
  report.functions = std::move(built.functions);
  const auto reports =
      std::make_shared<std::vector<FunctionReport>>(std::move(built.reports));
  report.reportOf = [reports, index = std::move(built.reportOf)](size_t i) {
    return reports->at(index.at(i));
  };
  return report;
}

[[noreturn]] void failDamaged(const std::string &name) {
  fail(ExitCode::BadInput, "'{}' is a damaged report", name);
}

} // namespace

fs::path reportIn(const fs::path &path) {
  std::error_code error;
  if (!fs::is_directory(path, error))
    return path;
  const fs::path ofFile = path / "file.json";
  return fs::exists(ofFile, error) ? ofFile : path / "suite.json";
}

Report readReport(const fs::path &name) {
  const fs::path path = reportIn(name);
  if (std::error_code error; path != name && !fs::exists(path, error))
    fail(ExitCode::BadInput,
         "no report is in '{}': neither file.json nor suite.json",
         name.string());
  return parseReport(readFile(path), path.string());
}

Report parseReport(std::string_view text, const std::string &name) {
  Builder built;
  std::string other;
  try {
    if (!Json::sax_parse(text, &built))
      fail(ExitCode::BadInput, "'{}' is not JSON, from byte {} on", name,
           built.errorAt);
    const Json schema =
        built.root.is_object() ? built.root.value("schema", Json()) : Json();
    if (schema == kFileSchema)
      return fileOf(built);
    if (goalOf(schema) != nullptr)
      return suiteOf(built.root, std::move(built.tests));
    if (schema.is_string() && schema.get<std::string>().starts_with("coverme-"))
      other = fmt::format(", but {}, of another version of coverme",
                          schema.get<std::string>());
  } catch (const Damaged &) {
    failDamaged(name);
  } catch (const Json::exception &) {
    failDamaged(name);
  }
  fail(ExitCode::BadInput,
       "'{}' is no report of schema coverme-suite/1, coverme-reach/1, "
       "coverme-boundary/1 or coverme-file/1{}",
       name, other);
}

} // namespace coverme

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a coverme-file/1 file: by its JSON Schema, each suite in it as
check_suite.py does, and that the totals are those of the suites.

    check_file.py --schema SCHEMA [--expect PATH=JSON]... FILE...

The schema refers to the suites', which lies beside it. --expect is
check_suite.py's; a function is found by its name: functions.f.status="ran".
"""
import argparse
import json
import pathlib
import sys

import jsonschema
from check_suite import Inconsistent, check, element, require

VERDICTS = ("total", "covered", "only_ending", "proved_infeasible",
            "deemed_infeasible", "open")


# What reports of other goals have in their place.
REACHED = {"covered": "reached", "proved_infeasible": "proved_unreachable"}


def count(suite, verdict):
    if "branches" in suite:
        return suite["branches"][verdict]
    return suite["verdicts"].get(REACHED.get(verdict, verdict), 0)


def check_reach(suite):
    """That counts add up and tests reach what places say."""
    places = suite["places"]
    for verdict in ("reached", "proved_unreachable", "open"):
        found = sum(place["verdict"] == verdict for place in places)
        require(found == suite["verdicts"][verdict], f"{verdict} is not {found}")
    require(suite["verdicts"]["total"] == len(places), "total is another number")
    for place in places:
        if place["verdict"] == "reached":
            test = suite["tests"][place["test"] - 1]
            require(place["id"] in test["reaches"], f"test {test['id']} is not there")


def check_totals(document, suites):
    totals = document["totals"]
    for status in ("ran", "skipped", "failed", "not_run"):
        found = sum(f["status"] == status for f in document["functions"])
        require(found == totals[status], f"totals.{status} is not {found}")
    for verdict in VERDICTS:
        found = sum(count(suite, verdict) for suite in suites)
        require(
            found == totals["branches"][verdict],
            f"totals.branches.{verdict} is not {found}",
        )
    are_suspicions = [
        finding["suspicion"] for suite in suites for finding in suite["findings"]
    ]
    for key, found in (
        ("findings", are_suspicions.count(False)),
        ("suspicions", are_suspicions.count(True)),
    ):
        require(found == totals[key], f"totals.{key} is not {found}")
    require(
        totals["evaluations"] == sum(suite["evaluations"] for suite in suites),
        "totals.evaluations is another number",
    )
    gcov = [suite["gcov"]["branches"] for suite in suites if suite["gcov"]]
    found = {key: sum(g[key] for g in gcov) for key in ("taken", "total")}
    require(
        totals["gcov_branches"] == (found if gcov else None),
        "totals.gcov_branches are other numbers",
    )


def check_file(path, schema_path, expectations):
    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    resolver = jsonschema.RefResolver(schema_path.as_uri(), schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema, resolver=resolver).validate(document)
    suites = [f["suite"] for f in document["functions"] if f["suite"]]
    suite_schema = json.loads(
        (schema_path.parent / "coverme-suite-1.schema.json").read_text()
    )
    for function in document["functions"]:
        if function["suite"]:
            if document["options"]["goal"] != "coverage":
                check_reach(function["suite"])
            else:
                check(function["suite"], suite_schema, [])
            require(
                function["suite"]["entry"] == function["function"],
                f"{function['function']}: the suite is another one's",
            )
    check_totals(document, suites)
    document["functions"] = {f["function"]: f for f in document["functions"]}
    for expectation in expectations:
        place, _, expected = expectation.partition("=")
        found = element(document, place)
        require(found == json.loads(expected), f"{place} is {json.dumps(found)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--schema", required=True, type=pathlib.Path)
    parser.add_argument("--expect", action="append", default=[])
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    for path in arguments.files:
        try:
            check_file(path, arguments.schema.resolve(), arguments.expect)
        except (Inconsistent, ValueError) as error:
            sys.exit(f"{path}: {error}")
        except jsonschema.ValidationError as error:
            place = "/".join(str(key) for key in error.absolute_path)
            sys.exit(f"{path}: at /{place}: {error.message}")


main()

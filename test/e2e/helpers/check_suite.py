# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a coverme-suite/1 file: by its JSON Schema, and for what a schema
cannot say (counts add up, witnesses exist, bits and values agree).

    check_suite.py --schema SCHEMA [--expect PATH=JSON]... FILE...

--expect compares one element, such as branches.covered=12 or tests.0.result.
"""
import argparse
import json
import re
import struct
import sys

import jsonschema

HEX_FLOAT = re.compile(r"-?(0x[0-9a-f]\.?[0-9a-f]*p[+-]?\d+|inf)")
NAN = re.compile(r"-?s?nan(\(0x[0-9a-f]+\))?")
DIGITS = {  # of the bits of a type, where the name alone tells
    "_Bool": 2, "bool": 2,
    "char": 2, "signed char": 2, "unsigned char": 2, "int8_t": 2, "uint8_t": 2,
    "short": 4, "unsigned short": 4, "int16_t": 4, "uint16_t": 4,
    "int": 8, "unsigned int": 8, "unsigned": 8, "int32_t": 8, "uint32_t": 8,
    "long": 16, "unsigned long": 16, "int64_t": 16, "uint64_t": 16,
    "long long": 16, "unsigned long long": 16,
    "float": 8, "double": 16,
}  # fmt: skip


class Inconsistent(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Inconsistent(text)


def element_type(type_name):
    return type_name.replace("const", "").replace("*", "").strip()


def check_scalar(scalar, where, type_name=None, is_member=False):
    """bits and value name the same number; a member may be a bit-field."""
    digits = scalar["bits"][2:]
    bits, value = int(digits, 16), scalar["value"]
    if type_name is not None:
        expected = DIGITS.get(element_type(type_name), len(digits))
        require(
            len(digits) == expected or (is_member and len(digits) < expected),
            f"{where}: {digits} for a {type_name}",
        )
    is_float = HEX_FLOAT.fullmatch(value) or NAN.fullmatch(value)
    if type_name is not None and element_type(type_name) in ("double", "float"):
        require(is_float, f"{where}: {value} is no hex float")
    if not is_float:
        number = int(value)  # a ValueError names what it was
        width = 4 * len(digits)
        widths = range(1, width + 1) if is_member else [width]
        require(
            any(number % (1 << width) == bits for width in widths),
            f"{where}: {value} != {bits:#x}",
        )
        return
    if len(digits) == 20:
        return  # no float of Python's
    layout = {16: (">d", ">Q", 11), 8: (">f", ">I", 8), 4: (">e", ">H", 5)}[
        len(digits)
    ]
    exponent_bits = layout[2]
    mantissa_bits = 4 * len(digits) - 1 - exponent_bits
    exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    if NAN.fullmatch(value):
        require(
            exponent == (1 << exponent_bits) - 1 and mantissa != 0,
            f"{where}: {bits:#x} is no NaN",
        )
        return
    packed = struct.pack(layout[0], float.fromhex(value))
    require(
        struct.unpack(layout[1], packed)[0] == bits,
        f"{where}: {value} is not {bits:#x}",
    )


def check_branches(suite):
    branches = [
        (site["id"], branch)
        for site in suite["sites"]
        for branch in site["branches"]
    ]
    counts = suite["branches"]
    require(len(branches) == counts["total"], "branches.total != those of sites")
    for verdict in (
        "covered",
        "proved_infeasible",
        "deemed_infeasible",
        "open",
    ):
        found = sum(branch["verdict"] == verdict for _, branch in branches)
        require(
            found == counts[verdict],
            f"branches.{verdict} is {counts[verdict]}, sites say {found}",
        )
    ending = {test["id"] for test in suite["tests"] if test["ending"]}
    found = sum(branch.get("test") in ending for _, branch in branches)
    require(
        found == counts["only_ending"],
        f"branches.only_ending is {counts['only_ending']}, sites say {found}",
    )
    covers = {
        test["id"]: {(c["site"], c["outcome"]) for c in test["covers"]}
        for test in suite["tests"]
    }
    for site, branch in branches:
        key = (site, branch["outcome"])
        if branch["verdict"] == "covered":
            require(
                key in covers.get(branch["test"], ()),
                f"test {branch['test']} does not cover {key}",
            )
        else:
            takers = [test for test, keys in covers.items() if key in keys]
            require(
                not takers, f"{key} is {branch['verdict']}, yet in {takers}"
            )
    return {(site, branch["outcome"]) for site, branch in branches}, covers


def check_tests(suite, known, covers):
    ids = [test["id"] for test in suite["tests"]]
    require(len(set(ids)) == len(ids), "test ids repeat")
    sites = [site["id"] for site in suite["sites"]]
    require(len(set(sites)) == len(sites), "site ids repeat")
    for test in suite["tests"]:
        name = f"test {test['id']}"
        require(covers[test["id"]] <= known, f"{name}: covers unknown branches")
        require(
            len(covers[test["id"]]) == len(test["covers"]),
            f"{name}: covers repeats itself",
        )
        # One that returns is there for what no other does that returns.
        others = set().union(
            *(
                covers[other["id"]]
                for other in suite["tests"]
                if other is not test and (test["ending"] or not other["ending"])
            )
        )
        require(
            not known or covers[test["id"]] - others,
            f"{name} covers nothing that the others do not",
        )
        check_inputs(suite, test["inputs"], name)
        if test["result"] is not None:
            check_scalar(test["result"], f"{name}: result")
    for finding in suite["findings"]:
        check_inputs(suite, finding["inputs"], f"finding '{finding['kind']}'")


def check_inputs(suite, inputs, where):
    names = suite["inputs"]
    require(len(inputs) == len(names), f"{where}: not one value an input")
    for variable, scalar in zip(names, inputs):
        if "values" in variable:  # where a pointer leads
            index = int(scalar["value"])
            require(
                int(scalar["bits"], 16) == index < len(variable["values"]),
                f"{where}: {variable['name']} leads nowhere: {scalar}",
            )
            continue
        is_member = "." in variable["name"] or "->" in variable["name"]
        check_scalar(
            scalar, f"{where}: {variable['name']}", variable["type"], is_member
        )


def check_numbers(suite):
    timing = suite["timing"]
    parts = sum(timing[part] for part in ("compile", "link", "search", "gcov"))
    require(parts <= timing["total"] + 0.01, "timing: more than the total")
    proved = [
        (site["id"], branch["outcome"])
        for site in suite["sites"]
        for branch in site["branches"]
        if branch["verdict"] == "proved_infeasible"
    ]
    require(
        [(proof["site"], proof["outcome"]) for proof in timing["proofs"]]
        == proved,
        "timing.proofs: not of the proved branches",
    )
    gcov = suite["gcov"]
    if gcov is not None:
        for kind, hit in (
            ("lines", "covered"), ("branches", "taken"), ("calls", "executed"),
        ):  # fmt: skip
            require(
                gcov[kind][hit] <= gcov[kind]["total"], f"gcov.{kind}: over 100 %"
            )


def element(suite, path):
    for key in path.split("."):
        suite = suite[int(key) if isinstance(suite, list) else key]
    return suite


def check(suite, schema, expectations):
    jsonschema.Draft202012Validator(schema).validate(suite)
    known, covers = check_branches(suite)
    check_tests(suite, known, covers)
    check_numbers(suite)
    for expectation in expectations:
        path, _, expected = expectation.partition("=")
        found = element(suite, path)
        require(
            found == json.loads(expected), f"{path} is {json.dumps(found)}"
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--schema", required=True)
    parser.add_argument("--expect", action="append", default=[])
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    with open(arguments.schema, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    for path in arguments.files:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            suite = json.load(file)
        try:
            check(suite, schema, arguments.expect)
        except (Inconsistent, ValueError) as error:
            sys.exit(f"{path}: {error}")
        except jsonschema.ValidationError as error:
            place = "/".join(str(key) for key in error.absolute_path)
            sys.exit(f"{path}: at /{place}: {error.message}")


if __name__ == "__main__":
    main()

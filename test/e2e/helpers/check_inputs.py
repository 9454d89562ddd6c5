# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs coverme on one function and checks what becomes of its inputs on the way
from the search to the report, and from there back into the code.

    check_inputs.py COVERME [--inputs 'NAME: TYPE; ...'] [--some EXPR]...
                    [--every EXPR]... [--exit CODE] [--uncovered N]
                    [--findings N] [--no-replay] -- FILE --entry NAME OPTION...

- The run exits with CODE (0), N (0) branches are not covered, and there are N
  (0) findings, whose commands show them again when they are pasted.
- JSON is as check_suite.py wants it, with exactly the inputs of --inputs; `bits`
  and `value` of each say the same.
- gcov comes to the same numbers for the replay.c of -o, compiled by gcc alone,
  as the run itself, unless it leaves tests out; where all branches are covered and gcov has the numbers of
  branches that we have, they are all taken.
- `coverme run`, given the bits of the last test's inputs, takes the branches of
  the test, and the test's result comes out.
- Each EXPR of --some holds for a test, each of --every for all. It is in Python;
  `v["p->a[2]"]` is the value of an input, also `x` where that is a name; `result`
  is the result, `v.name` the list of all that begin with the name.

Prints the text report, for FileCheck.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

import check_suite
import gcov_by_hand

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.path.join(HERE, "../../../docs/coverme-suite-1.schema.json")
MANTISSA_BITS = {4: 10, 8: 23, 16: 52}  # by hexadecimal digits


def fail(text):
    sys.exit(f"check_inputs: {text}")


def exact_fraction(text):
    """The value of a hex float of any width."""
    sign = -1 if text.startswith("-") else 1
    digits, _, exponent = text.lstrip("-").removeprefix("0x").partition("p")
    whole, _, fraction = digits.partition(".")
    scaled = int(whole + fraction, 16) * Fraction(2) ** int(exponent)
    return sign * scaled / 16 ** len(fraction)


def float_of_bits(digits, bits):
    """The number that the bits mean, by IEEE 754 or as x87 has it."""
    if len(digits) == 20:
        exponent, mantissa = bits >> 64 & 0x7FFF, bits & ~(-1 << 64)
        negative, top, width = bits >> 79 & 1, 0x7FFF, 63
        mantissa &= ~(1 << 63) if exponent else -1
    else:
        width = MANTISSA_BITS[len(digits)]
        exponent_bits = 4 * len(digits) - 1 - width
        top = (1 << exponent_bits) - 1
        exponent, mantissa = bits >> width & top, bits & ~(-1 << width)
        negative = bits >> (exponent_bits + width) & 1
    sign = -1 if negative else 1
    if exponent == top:
        return math.nan if mantissa else sign * math.inf
    whole = mantissa + ((1 << width) if exponent else 0)
    bias = top >> 1
    return sign * whole * Fraction(2) ** (max(exponent, 1) - bias - width)


def number(scalar, where):
    """The value of an input, after a comparison of its bits with it."""
    digits, text = scalar["bits"].removeprefix("0x"), scalar["value"]
    bits = int(digits, 16)
    is_float = "p" in text or "inf" in text or "nan" in text
    if not is_float:
        if int(text) % (1 << 4 * len(digits)) != bits and not (
            # A bit-field has as many digits as its bits need.
            int(text) < 0
            and (int(text) ^ bits) & ((1 << (4 * len(digits) - 3)) - 1) == 0
        ):
            fail(f"{where}: {text} is not {scalar['bits']}")
        return int(text)
    meant = float_of_bits(digits, bits)
    if isinstance(meant, float):
        same = text.lstrip("-").startswith("nan") if math.isnan(meant) else (
            float(text) == meant
        )
    else:
        same = exact_fraction(text) == meant
    if not same:
        fail(f"{where}: {text} is not {scalar['bits']}")
    if isinstance(meant, float) or len(digits) == 20:
        return meant
    return math.copysign(float(meant), -1 if text.startswith("-") else 1)


class Values(dict):
    """The inputs of a test by their names."""

    def __getattr__(self, name):
        return [
            value
            for key, value in self.items()
            if key.startswith(name)
            and not key[len(name) : len(name) + 1].isalnum()
        ]


def values_of(suite, test):
    return Values(
        (known["name"], number(given, f"test {test['id']}: {known['name']}"))
        for known, given in zip(suite["inputs"], test["inputs"], strict=True)
    )


def holds(expression, suite, test):
    values = values_of(suite, test)
    names = {name: value for name, value in values.items() if name.isidentifier()}
    names["result"] = None
    if test["result"] is not None:
        names["result"] = number(test["result"], f"test {test['id']}: result")
    # Names in a comprehension are looked up among the globals.
    return eval(expression, {**names, "v": values, "math": math})


def shown(suite):
    return "\n".join(
        ", ".join(
            f"{known['name']} = {given['value']}"
            for known, given in zip(suite["inputs"], test["inputs"])
        )
        for test in suite["tests"]
    )


def check_expressions(arguments, suite):
    for expression in arguments.some:
        if not any(holds(expression, suite, test) for test in suite["tests"]):
            fail(f"no test has {expression}:\n{shown(suite)}")
    for expression in arguments.every:
        if not all(holds(expression, suite, test) for test in suite["tests"]):
            fail(f"not every test has {expression}:\n{shown(suite)}")


def check_names(wanted, suite):
    found = [f"{each['name']}: {each['type']}" for each in suite["inputs"]]
    listed = [each.strip() for each in wanted.split(";") if each.strip()]
    if found != listed:
        fail(f"the inputs are\n  {'; '.join(found)}\nand not\n  {wanted}")


def check_replay(arguments, suite, json_file, folder):
    gcov = suite["gcov"]
    if gcov is None:
        fail("no numbers of gcov")
    branches, counts = gcov["branches"], suite["branches"]
    if (
        counts["covered"] == counts["total"] == branches["total"]
        and branches["taken"] != branches["total"]
        and gcov["tests_left_out"] == 0
    ):
        fail(f"all is covered, and gcov says {branches}")
    source = arguments.command[0]
    extension = ".c" if os.path.splitext(source)[1] in (".c", ".i") else ".cpp"
    program = os.path.join(folder, "replay" + extension)
    if not os.path.exists(program):
        fail(f"-o keeps no {os.path.basename(program)}")
    if extension == ".cpp" or gcov["tests_left_out"] != 0:
        return
    if suite["entry"] == "main":
        # The program has another one.
        suite = {**suite, "entry": "coverme_main_of_source"}
        json_file = os.path.join(folder, "renamed.json")
        with open(json_file, "w", encoding="utf-8") as file:
            json.dump(suite, file)
    flags = list(suite["options"]["compiler_flags"])
    if suite["options"]["inputs"]["rounding_modes"]:
        flags.append("-frounding-math")
    gcov_by_hand.main([json_file, "--replay", program, "--", *flags])


def split_flags(command):
    """The options, and the compiler's flags."""
    split = command.index("--") if "--" in command else len(command)
    return command[:split], command[split:]


def check_run(arguments, suite, test):
    options, flags = split_flags(arguments.command)
    options = [*options, *(
        f"--array={size['name']}={size['ahead']}+{size['elements']}"
        for size in suite["guessed_sizes"])]
    options += [f"--global={name}"
                for name in suite["options"]["inputs"]["global"]
                if not {"--global", name} <= set(options)]
    if any(known["name"] == "failing allocation" for known in suite["inputs"]) \
            and "--allocations" not in options:
        options += ["--allocations", "fail"]
    for name in {"--max-evals", "--prove"} & set(options):
        at = options.index(name)
        options = options[:at] + options[at + 2 :]
    inputs = [
        f"--input=bits:{given['bits'].removeprefix('0x')}"
        if known["type"] not in ("bool", "_Bool")
        else f"--input={given['value']}"
        for known, given in zip(suite["inputs"], test["inputs"])
    ]
    command = [arguments.coverme, "run", *options, *inputs, *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # Code that leaves something behind returns, and is a finding.
    if done.returncode not in ([0, 1] if arguments.findings else [0]):
        fail(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    where = {site["id"]: site for site in suite["sites"]}
    for cover in test["covers"]:
        site = where[cover["site"]]
        line = (
            f"{site['file']}:{site['line']}:{site['column']}  "
            f"{str(cover['outcome']).lower()}"
        )
        if line not in done.stdout:
            fail(f"{' '.join(command)} does not take {line}:\n{done.stdout}")
    if test["result"] is not None:
        after = re.search(r"^  ->  (.*)", done.stdout, re.M)
        if after is None or test["result"]["value"] not in after.group(1):
            fail(f"{' '.join(command)} returns {after}, not {test['result']}")


def check_findings(arguments, suite, json_file):
    if len(suite["findings"]) != arguments.findings:
        fail(f"the findings are {json.dumps(suite['findings'], indent=1)}")
    if arguments.findings:
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "paste_findings.py"),
             arguments.coverme, json_file, str(arguments.findings)],
            check=False,
        )  # fmt: skip
        if done.returncode != 0:
            sys.exit(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("coverme")
    parser.add_argument("--inputs")
    parser.add_argument("--some", action="append", default=[])
    parser.add_argument("--every", action="append", default=[])
    parser.add_argument("--exit", type=int, default=0)
    parser.add_argument("--uncovered", type=int, default=0)
    parser.add_argument("--findings", type=int, default=0)
    parser.add_argument("--no-replay", action="store_true")
    split = sys.argv.index("--")
    arguments = parser.parse_args(sys.argv[1:split])
    arguments.command = sys.argv[split + 1 :]

    with tempfile.TemporaryDirectory() as folder:
        json_file = os.path.join(folder, "suite.json")
        options, flags = split_flags(arguments.command)
        command = [arguments.coverme, *options, "-o", folder, *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != arguments.exit:
            fail(f"exit code {done.returncode}: {done.stdout}{done.stderr}")
        with open(json_file, encoding="utf-8") as file:
            suite = json.load(file)
        with open(SCHEMA, encoding="utf-8") as file:
            check_suite.check(suite, json.load(file), [])
        counts = suite["branches"]
        if counts["total"] - counts["covered"] != arguments.uncovered:
            fail(f"the branches are {counts}:\n{done.stdout}")
        if arguments.inputs is not None:
            check_names(arguments.inputs, suite)
        check_expressions(arguments, suite)
        if not arguments.no_replay:
            check_replay(arguments, suite, json_file, folder)
        check_run(arguments, suite, suite["tests"][-1])
        check_findings(arguments, suite, json_file)
    print(done.stdout)


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the documents tell the truth.

    check_docs.py json JSON.md                 prints the page's example
    check_docs.py screen LINES COLUMNS TEXT    the text fits
    check_docs.py console COVERME REPOSITORY PAGE.md
                                               reruns the page's `$ ` commands
                                               and compares their output apart
                                               from durations
    check_docs.py refresh COVERME REPOSITORY PAGE.md
                                               puts the output of now there
"""
import re
import subprocess
import sys


def fenced(path, language):
    with open(path, encoding="utf-8") as file:
        return re.findall(
            rf"^```{language}\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE
        )


def print_json(page):
    (example,) = fenced(page, "json")
    print(example)


def without_durations(text):
    return re.sub(r"\b\d+(\.\d+)?\s*(ms|s)\b", "# s", text)


def console(coverme, repository, page):
    """The page's commands with the output shown there and that of now."""
    blocks = [b for b in fenced(page, "console") if b.startswith("$ build/")]
    if not blocks:
        sys.exit(f"{page}: no console example")
    for block in blocks:
        command, _, shown = block.partition("\n")
        done = subprocess.run(
            command[2:].replace("build/bin/coverme", coverme), shell=True,
            cwd=repository, capture_output=True, text=True, check=False,
        )  # fmt: skip
        yield command, shown, done.stdout + done.stderr


def check_console(coverme, repository, page):
    for command, shown, found in console(coverme, repository, page):
        if without_durations(found) != without_durations(shown):
            sys.exit(f"{page}: {command}\n--- shown\n{shown}--- now\n{found}")


def refresh_console(coverme, repository, page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for command, shown, found in console(coverme, repository, page):
        text = text.replace(f"{command}\n{shown}", f"{command}\n{found}")
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)


def check_screen(lines, columns, path):
    with open(path, encoding="utf-8") as file:
        text = file.read().splitlines()
    if len(text) > int(lines):
        sys.exit(f"{path}: {len(text)} lines")
    for line in text:
        if len(line) > int(columns):
            sys.exit(f"{path}: {len(line)} characters: {line}")


COMMANDS = {
    "json": print_json, "console": check_console,
    "refresh": refresh_console, "screen": check_screen,
}  # fmt: skip
COMMANDS[sys.argv[1]](*sys.argv[2:])

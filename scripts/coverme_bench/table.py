# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables: a row at a time as text and as TSV, or as Markdown."""

import csv
import dataclasses
import itertools


@dataclasses.dataclass(frozen=True)
class Column:
    """How a column is headed, how wide it is, and what is in it."""

    name: str  # in TSV
    title: str = None  # in text, if it is another
    width: int = 0  # at least; the title's in any case
    form: str = ".1f"  # of numbers that are not whole
    group: str = ""  # columns of one group stand under its name; a blank: none
    total: str = "sum"  # what the last row has: sum, mean, or nothing ("")
    left: bool = False  # aligned so

    @property
    def heading(self):
        return self.name if self.title is None else self.title

    def text(self, value):
        if value is None:
            return "-"
        return format(value, self.form) if isinstance(value, float) else \
            str(value)


class Table:
    """Prints each row at once, so that a run that is cut has what it got."""

    def __init__(self, columns, tsv=None, rows=()):
        """`rows`: some to make the columns wide enough for."""
        self.columns = columns
        self.tsv = open(tsv, "w", encoding="utf-8") if tsv else None
        self.widths = [
            max(len(column.heading), column.width,
                *(len(column.text(row[i])) for row in rows), 0)
            for i, column in enumerate(columns)]
        self.gap = " " if any(column.group for column in columns) else "  "
        self.rows = []
        self.write([column.name for column in columns])
        if len(self.gap) == 1:
            print(self.groups(), flush=True)
        self.show([column.heading for column in columns])

    def add(self, values, note=""):
        """A row, with something behind it that is in no column."""
        self.rows.append(values)
        self.write(values)
        self.show([column.text(value) for column, value
                   in zip(self.columns, values)], note)

    def total(self, name, **others):
        """A last row below a line: means and sums, or what the caller has for a
        column."""
        self.rule()
        cells = [name]
        for i, column in enumerate(self.columns[1:], 1):
            values = [float(row[i]) for row in self.rows if column.total
                      and not column.left and row[i] not in (None, "-")]
            if column.name in others:
                cells.append(column.text(others[column.name]))
            elif not values:
                cells.append("-" if column.total else "")
            elif column.total == "mean":
                cells.append(format(sum(values) / len(values), column.form))
            else:
                whole = all(value.is_integer() for value in values)
                cells.append(format(sum(values),
                                    ".0f" if whole else column.form))
        self.show(cells)

    def rule(self):
        print("-" * len(self.line([""] * len(self.columns), fill="-")),
              flush=True)

    def show(self, cells, note=""):
        print((self.line(cells) + note).rstrip(), flush=True)

    def line(self, cells, fill=" "):
        text = ""
        for i, (column, width) in enumerate(zip(self.columns, self.widths)):
            if i:
                text += self.gap if column.group == self.columns[i - 1].group \
                    else " | "
            text += f"{cells[i]:{fill}{'<' if column.left else '>'}{width}}"
        return text

    def groups(self):
        """The line of the groups' names."""
        parts, last = [], None
        for column, width in zip(self.columns, self.widths):
            if column.group == last:
                parts[-1][1] += len(self.gap) + width
            else:
                parts.append([column.group, width])
            last = column.group
        return " | ".join(
            f" {group} ".center(width, "-") if group.strip() else " " * width
            for group, width in parts).rstrip()

    def write(self, values):
        if self.tsv:
            print(tsv_line(values), file=self.tsv, flush=True)


def tsv_line(values):
    return "\t".join("-" if value is None else f"{value:.6g}"
                     if isinstance(value, float) else str(value)
                     for value in values)


def write_tsv(path, rows, comments=()):
    """Rows that are known already, under comments."""
    path.write_text("".join([*(f"# {comment}\n" for comment in comments),
                             *(tsv_line(row) + "\n" for row in rows)]), "utf-8")


def read_tsv(path):
    """Rows as dictionaries, without the comments."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t",
                               quoting=csv.QUOTE_NONE))


def markdown(heading, rows):
    """A table of Markdown, each row as it comes."""
    for row in itertools.chain((heading, ["---"] * len(heading)), rows):
        print("| " + " | ".join(map(str, row)) + " |", flush=True)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the coverme tables of an ELF object in lines that FileCheck can match.

The layout is that of runtime/include/coverme/abi.h, written a second time on
purpose: a test that read the structs through the same header could not tell
when their layout changes.

  function 0 f (linkage g) a.c:3 flags=static,writes-global source=1 align=16 harness
    result double floating64
    parameter n: enum e signed32 enumerators=0:32,1:32
    parameter x: const int * signed32 pointer const extent=$n reach=8 reads=0-8
    constants 1.5 -1:32
    entry -> 0 call:1
  site 0 branch f64 {LT} a.c:4:9 right=0x3ff0000000000000
    false -> 1
    true -> none
  site 1 mark bit {GT} a.c:5:3 place=call:g
    false -> none
    true -> none
  struct s size=16 flags=packed
    member d: double floating64 at=0
    member b: int signed32 at=8 bits=2+3
  global g (linkage f.g): struct s struct flags=static source=1

With --aliases, instead, what a pointer is used for, what functions do with
variables and with pointers in structs (size + offset), and which variables a
caller may have the address of:

  function f p=loads,stores q=restrict g=loads,stores 16+8=compares-null
  given g

"harness": it has no trampoline. What a pointer points to stands before "pointer", an array's element before its
length; the members of a struct or union are told once, in a record of its own.
"""
import os
import struct
import sys

MAGIC = 0x31454D5245564F43
VERSION = 23
EDGE_CALL = 0x80000000
SCALARS = ["unsupported", "void", "floating", "signed", "unsigned", "bool"]
OPERANDS = ["f32", "f64", "f80", "s64", "u64", "ptr", "bit"]
SITES = ["branch", "case", "select", "mark"]
FLAGS = [
    "static", "variadic", "writes-global", "calls-unknown", "reads-global",
    None, "old-style", None, None, None, None, None, None, "needs-alignment",
    "unwritten", "looks-at-alignment",
]  # fmt: skip
TRAMPOLINE = 1 << 5
TYPES = [
    "unsupported", "void", "scalar", "complex", "pointer", "array", "struct",
    "union", "function", "incomplete", "virtual-table",
]  # fmt: skip
TYPE_FLAGS = ["const", "reference", "by-reference", "packed", None, None, None,
              None, "vector"]
GLOBAL_FLAGS = ["static", "declared", "local", None, None, "thread-local",
                "constant"]
GIVEN = 1 << 3
READS_ANY = 1
PARAMETER_FLAGS = [None, "loads", "stores", "compares", "restrict", "afar",
                   "compares-null", "calls"]
RELATIONS = ["EQ", "GT", "LT", "UNO"]


class Reader:
    """Takes records from a byte string, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def array(self, layout, count):
        return [self.take(layout) for _ in range(count)]


def sections(path):
    """Name and contents of each section of a 64-bit little-endian ELF file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:6] != b"\x7fELF\x02\x01":
        sys.exit(f"{path}: not a 64-bit little-endian ELF file")
    (table,) = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", data, table + i * size) for i in range(count)
    ]
    names_at = headers[names][4]
    for name, kind, _, _, offset, length in headers:
        start = names_at + name
        text = data[start : data.index(b"\0", start)].decode()
        is_empty = kind == 8  # SHT_NOBITS
        yield text, b"" if is_empty else data[offset : offset + length]


def constant_text(constant):
    bits, kind, width = constant[:3]
    if SCALARS[kind] != "floating":
        return f"{struct.unpack('<q', struct.pack('<Q', bits))[0]}:{width}"
    code = "<f" if width == 32 else "<d"
    (value,) = struct.unpack(code, bits.to_bytes(8, "little")[: width // 8])
    return f"{value!r}f" if width == 32 else f"{value!r}"


def edges_text(edges):
    texts = [
        f"call:{e & ~EDGE_CALL}" if e & EDGE_CALL else str(e) for e in edges
    ]
    return " ".join(texts) or "none"


def names_of(bits, names):
    return ",".join(n for i, n in enumerate(names) if n and bits >> i & 1) or "none"


class Module:
    """One blob. Checks what abi.h promises of it."""

    def __init__(self, reader):
        start = reader.at
        magic, version, size, *counts, string_bytes, self.text_length = (
            reader.take("QII14I"))
        assert magic == MAGIC and version == VERSION, "not a coverme module"
        assert size % 8 == 0
        self.constants = reader.array("QBB6x", counts[0])
        self.functions = reader.array("24I", counts[1])
        self.parameters = reader.array("9I", counts[2])
        self.sites = reader.array("IIIIBBBBIIIIIQ", counts[3])
        self.types = reader.array("IBBH6I", counts[4])
        self.members = reader.array("IIIBB2x", counts[5])
        self.globals = reader.array("5I", counts[6])
        self.ranges = reader.array("II", counts[7])
        self.uses = reader.array("II", counts[8])
        self.member_uses = reader.array("IIII", counts[9])
        self.edges = [e for (e,) in reader.array("I", counts[10])]
        self.texts = [t for (t,) in reader.array("I", counts[11])]
        self.strings = reader.data[reader.at : reader.at + string_bytes]
        padding = reader.data[reader.at + string_bytes : start + size]
        assert not any(padding) and len(padding) < 8
        reader.at = start + size
        assert self.string(0) == ""

    def string(self, offset):
        return self.strings[offset : self.strings.index(b"\0", offset)].decode()

    def function_lines(self, index):
        record = self.functions[index]
        name, linkage, file, _, result, type_, line, flags, source = record[:9]
        alignment = record[-1]
        linkage_text = f" (linkage {self.string(linkage)})" if linkage != name else ""
        yield (
            f"function {index} {self.string(name)}{linkage_text} "
            f"{os.path.basename(self.string(file))}:{line} "
            f"flags={names_of(flags, FLAGS)}"
            f"{f' source={source}' if source else ''}"
            f"{f' align={alignment}' if alignment else ''}"
            f"{'' if flags & TRAMPOLINE else ' harness'}"
        )
        yield f"  result {self.string(result)} {self.type_text(type_)}"
        parameters = self.slice(self.parameters, record[9:11])
        for parameter in parameters:
            yield self.parameter_line(parameter, parameters)
        constants = self.slice(self.constants, record[15:17])
        yield "  constants " + (" ".join(map(constant_text, constants)) or "none")
        texts = self.slice(self.texts, record[17:19])
        if texts:
            yield "  texts " + " ".join(f'"{self.string(text)}"' for text in texts)
        yield "  entry -> " + edges_text(self.slice(self.edges, record[13:15]))

    def type_text(self, index):
        _, kind, scalar, width, _, flags, element, count = self.types[index][:8]
        text = TYPES[kind]
        if text == "scalar":
            return f"{SCALARS[scalar]}{width or ''}"
        if text == "complex":
            return f"complex {self.type_text(element)}"
        if text == "array":
            vector = " vector" if "vector" in names_of(flags, TYPE_FLAGS) else ""
            return f"{self.type_text(element)}[{count or ''}]{vector}"
        if text == "pointer":
            names = [n for n in names_of(flags, TYPE_FLAGS).split(",") if n != "none"]
            return " ".join([self.type_text(element), text, *names])
        return text

    def enumerators_text(self, index):
        record = self.types[index]
        kind = TYPES[record[1]]
        if kind == "pointer":
            return self.enumerators_text(record[6])
        if kind != "scalar":
            return ""
        values = self.slice(self.constants, record[8:10])
        return " enumerators=" + ",".join(map(constant_text, values)) if values else ""

    def parameter_line(self, parameter, parameters):
        name, type_name, type_, extent, extent_parameter, reach, flags = parameter[:7]
        text = f"  parameter {self.string(name)}: {self.string(type_name)} "
        text += self.type_text(type_) + self.enumerators_text(type_)
        if TYPES[self.types[type_][1]] not in ("pointer", "struct", "union",
                                               "complex"):
            return text
        assert not (extent and extent_parameter)
        if extent:
            text += f" extent={extent}"
        if extent_parameter:
            text += f" extent=${self.string(parameters[extent_parameter - 1][0])}"
        if reach:
            text += f" reach={reach}"
        ranges = self.slice(self.ranges, parameter[7:9])
        assert ranges == sorted(ranges) and all(b < e for b, e in ranges)
        reads = ",".join(f"{b}-{e}" for b, e in ranges) or "none"
        return text + f" reads={'any' if flags & READS_ANY else reads}"

    def alias_lines(self):
        for record in self.functions:
            uses = [
                (self.string(name), flags)
                for name, _, type_, _, _, _, flags, *_ in self.slice(
                    self.parameters, record[9:11]
                )
                if TYPES[self.types[type_][1]] == "pointer"
            ] + [
                (self.string(self.globals[index][0]), flags)
                for index, flags in self.slice(self.uses, record[19:21])
            ] + [
                (f"{self.string(name)}:{size}+{offset}", flags)
                for name, size, offset, flags in self.slice(
                    self.member_uses, record[21:23]
                )
            ]
            yield f"function {self.string(record[0])}" + "".join(
                f" {name}={names_of(flags, PARAMETER_FLAGS)}" for name, flags in uses
            )
        for name, _, _, flags, _ in self.globals:
            if flags & GIVEN:
                yield f"given {self.string(name)}"

    def record_lines(self, index):
        """Of a struct or a union; other types are told where they stand."""
        name, kind, _, _, size, flags = self.types[index][:6]
        if TYPES[kind] not in ("struct", "union"):
            return
        yield f"{self.string(name)} size={size} flags={names_of(flags, TYPE_FLAGS)}"
        for member in self.slice(self.members, self.types[index][8:10]):
            name, type_, offset, bit, width = member
            text = f"  member {self.string(name)}: {self.string(self.types[type_][0])} "
            text += f"{self.type_text(type_)} at={offset}"
            yield text + (f" bits={bit}+{width}" if width else "")

    def global_line(self, record):
        name, linkage, type_, flags, source = record
        name, linkage = self.string(name), self.string(linkage)
        return (
            f"global {name}{f' (linkage {linkage})' if linkage != name else ''}: {self.string(self.types[type_][0])} "
            f"{self.type_text(type_)} flags={names_of(flags, GLOBAL_FLAGS)}"
            f"{f' source={source}' if source else ''}"
        )

    def site_lines(self, index):
        record = self.sites[index]
        function, file, line, column, kind, operand, op, side = record[:8]
        first, count = record[8:10], record[10:12]
        owner = self.functions[function]
        assert owner[11] <= index < owner[11] + owner[12], "site of another function"
        text = f"site {index} {SITES[kind]} {OPERANDS[operand]} "
        text += f"{{{names_of(op, RELATIONS)}}} "
        text += f"{os.path.basename(self.string(file))}:{line}:{column}"
        if SITES[kind] == "mark":
            assert side == 0
            text += f" place={self.string(record[13])}"
        elif side:
            text += f" {['', 'left', 'right'][side]}=0x{record[13]:x}"
        yield text
        for outcome, label in enumerate(["false", "true"]):
            edges = self.slice(self.edges, (first[outcome], count[outcome]))
            assert edges == sorted(set(edges)), "edges unsorted or doubled"
            yield f"  {label} -> {edges_text(edges)}"

    @staticmethod
    def slice(items, span):
        first, count = span
        assert first + count <= len(items)
        return items[first : first + count]

    def lines(self):
        for index in range(len(self.functions)):
            yield from self.function_lines(index)
        for index in range(len(self.sites)):
            yield from self.site_lines(index)
        for index in range(len(self.types)):
            yield from self.record_lines(index)
        yield from map(self.global_line, self.globals)


def main():
    path, *options = sys.argv[1:]
    parts = ["tables", "states", "tramps", "functions", "globals"]
    found = {f"coverme_{part}": b"" for part in parts}
    for name, contents in sections(path):
        if name in found:
            found[name] += contents
    reader = Reader(found["coverme_tables"])
    modules = []
    while reader.at < len(reader.data):
        modules.append(Module(reader))
    for module in modules:
        length = module.text_length
        print("module" + (f" text={length}" if length else ""))
        aliases = "--aliases" in options
        print("\n".join(module.alias_lines() if aliases else module.lines()))
    assert len(found["coverme_states"]) == sum(len(m.sites) for m in modules)
    for part in ("tramps", "functions"):
        count = sum(len(m.functions) for m in modules)
        assert len(found[f"coverme_{part}"]) == 8 * count
    assert len(found["coverme_globals"]) == 8 * sum(len(m.globals) for m in modules)
    assert not any(found["coverme_states"]), "a site is on before the driver says so"


if __name__ == "__main__":
    main()

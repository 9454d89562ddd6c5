#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the coverme tables of an ELF object in lines that FileCheck can match.

The layout is that of runtime/include/coverme/abi.h, written a second time on
purpose: a test that read the structs through the same header could not tell
when their layout changes.

  function 0 f (linkage g) a.c:3 flags=static,writes-global
    result double floating64
    parameter x: const int * signed32 pointer const enumerators=0,1
    constants 1.5 -1:32
    entry -> 0 call:1
  site 0 branch f64 {LT} a.c:4:9 right=0x3ff0000000000000
    false -> 1
    true -> none
"""
import os
import struct
import sys

MAGIC = 0x31454D5245564F43
VERSION = 1
EDGE_CALL = 0x80000000
SCALARS = ["unsupported", "void", "floating", "signed", "unsigned", "bool"]
OPERANDS = ["f32", "f64", "f80", "s64", "u64", "ptr", "bit"]
SITES = ["branch", "case", "select"]
FLAGS = [
    "static", "variadic", "writes-global", "calls-unknown", "reads-global",
]  # fmt: skip
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
    return ",".join(n for i, n in enumerate(names) if bits >> i & 1) or "none"


class Module:
    """One blob. Checks what abi.h promises of it."""

    def __init__(self, reader):
        start = reader.at
        magic, version, size, *counts, string_bytes = reader.take("QII6I")
        assert magic == MAGIC and version == VERSION, "not a coverme module"
        assert size % 8 == 0
        self.constants = reader.array("QBB6x", counts[0])
        self.functions = reader.array("15IBB2x", counts[1])
        self.parameters = reader.array("IIBBBBII", counts[2])
        self.sites = reader.array("IIIIBBBBIIIIIQ", counts[3])
        self.edges = [e for (e,) in reader.array("I", counts[4])]
        self.strings = reader.data[reader.at : reader.at + string_bytes]
        padding = reader.data[reader.at + string_bytes : start + size]
        assert not any(padding) and len(padding) < 8
        reader.at = start + size
        assert self.string(0) == ""

    def string(self, offset):
        return self.strings[offset : self.strings.index(b"\0", offset)].decode()

    def function_lines(self, index):
        record = self.functions[index]
        name, linkage, file, _, result, line, flags = record[:7]
        linkage_text = f" (linkage {self.string(linkage)})" if linkage != name else ""
        yield (
            f"function {index} {self.string(name)}{linkage_text} "
            f"{os.path.basename(self.string(file))}:{line} "
            f"flags={names_of(flags, FLAGS)}"
        )
        kind, width = record[15:]
        yield f"  result {self.string(result)} {SCALARS[kind]}{width or ''}"
        for parameter in self.slice(self.parameters, record[7:9]):
            yield self.parameter_line(parameter)
        constants = self.slice(self.constants, record[13:15])
        yield "  constants " + (" ".join(map(constant_text, constants)) or "none")
        yield "  entry -> " + edges_text(self.slice(self.edges, record[11:13]))

    def parameter_line(self, parameter):
        name, type_, kind, width, is_pointer, is_const, *enumerators = parameter
        text = f"  parameter {self.string(name)}: {self.string(type_)} "
        text += f"{SCALARS[kind]}{width or ''}"
        text += " pointer" if is_pointer else ""
        text += " const" if is_const else ""
        values = self.slice(self.constants, enumerators)
        if values:
            text += " enumerators=" + ",".join(map(constant_text, values))
        return text

    def site_lines(self, index):
        record = self.sites[index]
        function, file, line, column, kind, operand, op, side = record[:8]
        first, count = record[8:10], record[10:12]
        owner = self.functions[function]
        assert owner[9] <= index < owner[9] + owner[10], "site of another function"
        text = f"site {index} {SITES[kind]} {OPERANDS[operand]} "
        text += f"{{{names_of(op, RELATIONS)}}} "
        text += f"{os.path.basename(self.string(file))}:{line}:{column}"
        if side:
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


def main():
    path = sys.argv[1]
    found = {"coverme_tables": b"", "coverme_states": b"", "coverme_tramps": b""}
    for name, contents in sections(path):
        if name in found:
            found[name] += contents
    reader = Reader(found["coverme_tables"])
    modules = []
    while reader.at < len(reader.data):
        modules.append(Module(reader))
    for module in modules:
        print("module")
        print("\n".join(module.lines()))
    assert len(found["coverme_states"]) == sum(len(m.sites) for m in modules)
    assert len(found["coverme_tramps"]) == 8 * sum(len(m.functions) for m in modules)
    assert not any(found["coverme_states"]), "a site is on before the driver says so"


if __name__ == "__main__":
    main()

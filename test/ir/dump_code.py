#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes the section coverme_ir of an ELF object apart: writes the bitcode of
module N to PREFIX.N.bc and prints a line for each. Checks what abi.h promises
of the section; as dump_tables.py, without its header.

    dump_code.py OBJECT PREFIX
"""
import struct
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the sources
from dump_tables import sections  # noqa: E402

MAGIC = b"COVERMEJ"


def main(path, prefix):
    data = dict(sections(path)).get("coverme_ir")
    if data is None:
        print("no code")
        return
    count = 0
    while data:
        magic, size, _ = struct.unpack_from("<8sQQ", data)
        assert magic == MAGIC, "not the head of a module's code"
        end = 24 + (size + 7) // 8 * 8
        assert size > 0 and end <= len(data), "cut"
        assert not any(data[24 + size : end]), "the padding is not zero"
        with open(f"{prefix}.{count}.bc", "wb") as file:
            file.write(data[24 : 24 + size])
        print(f"code of module {count}")
        data = data[end:]
        count += 1


if __name__ == "__main__":
    main(*sys.argv[1:])

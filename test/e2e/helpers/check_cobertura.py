# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_cobertura.py FILE: each element has the attributes and the children
that coverage-04.dtd asks for, in its order, and no others. (No package of
Debian's has the DTD.)"""
import re
import sys
from xml.etree import ElementTree

RATES = {"line-rate", "branch-rate", "complexity"}
# By element: what it has to have, what it may have, and its children.
ELEMENTS = {
    "coverage": ({"lines-covered", "lines-valid", "branches-covered",
                  "branches-valid", "version", "timestamp"} | RATES, set(),
                 r"(sources )?packages "),
    "sources": (set(), set(), r"(source )*"),
    "source": (set(), set(), r""),
    "packages": (set(), set(), r"(package )*"),
    "package": ({"name"} | RATES, set(), r"classes "),
    "classes": (set(), set(), r"(class )*"),
    "class": ({"name", "filename"} | RATES, set(), r"methods lines "),
    "methods": (set(), set(), r"(method )*"),
    "method": ({"name", "signature"} | RATES, set(), r"lines "),
    "lines": (set(), set(), r"(line )*"),
    "line": ({"number", "hits"}, {"branch", "condition-coverage"},
             r"(conditions )*"),
    "conditions": (set(), set(), r"(condition )*"),
    "condition": ({"number", "type", "coverage"}, set(), r""),
}

for element in ElementTree.parse(sys.argv[1]).iter():
    required, possible, children = ELEMENTS[element.tag]
    names = set(element.keys())
    assert required <= names <= required | possible, (element.tag, names)
    found = "".join(f"{child.tag} " for child in element)
    assert re.fullmatch(children, found), (element.tag, found)
    assert element.tag == "source" or not (element.text or "").strip()

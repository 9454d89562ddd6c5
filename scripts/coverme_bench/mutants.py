# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small changes of C sources, as a mistake makes them: a constant by one, or a
float by a thousandth of it; an operator to another one."""
import dataclasses
import re

# Longer ones first. No signs of arguments and pointers: `a * b` alone.
OPERATORS = {"<=": "<", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
             "||": "&&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=",
             "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "<": "<=",
             ">": ">=", "+": "-", "-": "+", "*": "/", "/": "*", "&": "|",
             "|": "&", "^": "&"}
TOKEN = re.compile(r"""
    (?P<skip> "(\\.|[^"])*" | '(\\.|[^'])*' | [A-Za-z_]\w* | ->|\+\+|--|
              [<>]{2}= | \^= | %=)
  | (?P<float> (\d+\.\d*|\.\d+)([eE][-+]?\d+)?[fFlL]? | \d+[eE][-+]?\d+[fFlL]? )
  | (?P<integer> 0[xX][0-9a-fA-F]+[uUlL]* | \d+[uUlL]* )
  | (?P<operator> <<|>>|<=|>=|==|!=|&&|\|\||[-+*/|&]=|[-+*/<>|&^] )
  | (?P<other> . )""", re.VERBOSE)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """What stands at a place of a text instead."""
    text: str
    begin: int
    end: int
    instead: str

    def whole(self):
        return self.text[:self.begin] + self.instead + self.text[self.end:]

    def with_trap(self):
        """The text with a trap in place of the change, where that is C."""
        token = self.text[self.begin:self.end]
        if not token[0].isdigit() and token[0] != ".":
            trap = f"{token} (__builtin_trap(), 1) *"
        else:
            trap = f"(__builtin_trap(), {token})"
        return self.text[:self.begin] + trap + self.text[self.end:]

    def line(self):
        return self.text.count("\n", 0, self.begin) + 1

    def __str__(self):
        shown = self.text.splitlines()[self.line() - 1].strip()
        return f"{self.line()}: {self.text[self.begin:self.end]} -> " \
            f"{self.instead}: {shown}"


def without_comments(text):
    """The same places, with blanks for comments and the preprocessor's lines."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    text = re.sub(r"/\*.*?\*/|//[^\n]*", blank, text, flags=re.DOTALL)
    return re.sub(r"^[ \t]*#([^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)


def changed_integer(text):
    digits = text.rstrip("uUlL")
    value = int(digits, 8 if re.fullmatch(r"0\d+", digits) else 0) + 1
    number = hex(value) if digits[:2] in ("0x", "0X") else str(value)
    return number + text[len(digits):]


def changed_float(text):
    digits = text.rstrip("fFlL")
    return repr(float(digits) * 1.001 or 0.001) + text[len(digits):]


def mutants_of(text, lines):
    """All of the lines."""
    code = without_comments(text)
    found, before = [], ""

    def add(match, instead):
        found.append(Mutant(text, *match.span(), instead))
    for match in TOKEN.finditer(code):
        token, kind = match[0], match.lastgroup
        if token.isspace():
            continue
        line = code.count("\n", 0, match.start()) + 1
        is_binary = before and (before[-1].isalnum() or before[-1] in "_)].")
        if line in lines:
            if kind == "integer":
                add(match, changed_integer(token))
            elif kind == "float":
                add(match, changed_float(token))
            elif kind == "operator" and is_binary and \
                    before not in ("double", "float", "int", "return"):
                add(match, OPERATORS[token])
        before = token
    return found

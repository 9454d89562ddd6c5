# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants that no input tells from the source, by coverme's own proofs.

A mutant changes an expression. A copy of the source asks, in its place:

  by values: where the mutant's expression has another value, or what the change
    is a part of, a function is called that is there for nothing else;
  by results: there, the source and the mutant are called with the arguments of
    this call, and if they return something else, such a function is called.

coverme looks for inputs that call these (--goal reach). If it proves that there
are none, the mutant calculates what the source does, value by value; or it
returns the same, if it returns. So the second question is asked only where
nothing can end it otherwise: of code without loops, places in memory, and
divisions of integers, that calls functions of libm alone.

Expressions with effects are not asked about, as they would have them twice, nor
are such with macros at their ends.
"""
import json
import pathlib
import re

from coverme_bench import processes
from coverme_bench.mutants import without_comments

LIBM = r"(__builtin_)?(fabs|sqrt|cbrt|exp|expm1|log|log10|log1p|pow|floor|ceil|" \
    r"fmod|rint|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|hypot|scalbn|" \
    r"copysign|isnan|isinf|finite)$|" \
    r"__ieee754_(exp|log|sqrt|fmod|j0|y0|j1|y1|hypot)$|__kernel_(sin|cos|tan)$|" \
    r"__math_\w+$"
PURE = re.compile(LIBM)  # they do nothing but calculate, and come to an end
NUMBERS = re.compile(r"(unsigned |signed )?(char|short|int|long|long long)$|"
                     r"double$|float$")
LOOPS = ("ForStmt", "WhileStmt", "GotoStmt", "IndirectGotoStmt")
SECONDS = 5  # for the answer to a question
VALUES = ("coverme_is_other_0", "coverme_is_other_1")
RESULTS = "coverme_tells"


def type_of(node):
    kind = node.get("type", {})
    return re.sub(r"\b(const|volatile) ", "",
                  kind.get("desugaredQualType", kind.get("qualType", "")))


def span(node):
    """None if an end is a macro's."""
    begin, end = (node.get("range", {}).get(side, {}) for side in
                  ("begin", "end"))
    if any("offset" not in side or "includedFrom" in side
           for side in (begin, end)):
        return None
    return begin["offset"], end["offset"] + end["tokLen"]


def nodes(node):
    yield node
    for inner in node.get("inner", ()):
        yield from nodes(inner)


def body_of(function):
    return next((node for node in function.get("inner", ())
                 if node["kind"] == "CompoundStmt"), None)


def callee(call):
    return next((node["referencedDecl"]["name"]
                 for node in nodes(call["inner"][0])
                 if "referencedDecl" in node), "")


def is_pure(expression):
    return not any(
        node.get("kind") in ("CompoundAssignOperator", "StmtExpr", "VAArgExpr",
                             "InitListExpr", "CompoundLiteralExpr") or
        node.get("opcode") in ("=", "++", "--") or
        node.get("kind") == "CallExpr" and not PURE.match(callee(node))
        for node in nodes(expression))


def only_returns(node):
    """Does nothing there end a call but a return? `do ... while (0)` is of
    macros."""
    kind = node.get("kind")
    if kind == "DoStmt":
        condition = node["inner"][-1]
        return condition["kind"] == "IntegerLiteral" and \
            condition["value"] == "0"
    if kind == "CallExpr":
        return PURE.match(callee(node)) is not None
    return kind not in (*LOOPS, "ArraySubscriptExpr") and not (
        kind == "UnaryOperator" and node["opcode"] == "*" or
        node.get("opcode") in ("/", "%", "/=", "%=") and
        type_of(node) not in ("double", "float"))


def differs(one, other, kind):
    """In C: have they other bits? Each NaN is another one."""
    if kind not in ("double", "float"):
        return f"({one} != {other})"
    return f"({one} != {other} || !__builtin_signbit((double){one}) != " \
        f"!__builtin_signbit((double){other}))"


class Equivalence:
    """Asks about mutants of one function and those that its file has."""

    def __init__(self, subject, coverme, folder):
        self.subject, self.coverme, self.folder = subject, coverme, folder
        self.text = subject.source.read_text(encoding="latin-1")
        done = processes.run(
            ["clang-19", "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json",
             *subject.compiler_flags(), subject.source], 120)
        self.functions = [] if done.code != 0 else [
            node for node in json.loads(done.output)["inner"]
            if node["kind"] == "FunctionDecl" and body_of(node) and
            self.text.startswith(node["name"], node["loc"].get("offset", -1))]

    def expressions(self, mutant):
        """Without effects, and with the place in them: the smallest and the
        largest one; and the function that has them."""
        for function in self.functions:
            found = []
            for node in nodes(body_of(function)):
                place = span(node)
                if place and place[0] <= mutant.begin and \
                        mutant.end <= place[1] and \
                        place != (mutant.begin, mutant.end) and \
                        node.get("valueCategory") == "prvalue" and \
                        NUMBERS.match(type_of(node)) and is_pure(node):
                    found.append((place[1] - place[0], *place, type_of(node)))
            if found:
                return function, min(found)[1:], max(found)[1:]
        return None

    def is_other(self, mutant, begin, end, kind):
        grown = len(mutant.instead) - (mutant.end - mutant.begin)
        return differs(f"({self.text[begin:end]})",
                       f"({mutant.whole()[begin:end + grown]})", kind)

    def asking(self, begin, end, question):
        return f"{self.text[:begin]}({question}, ({self.text[begin:end]}))" \
            f"{self.text[end:]}"

    def by_values(self, mutant, inner, outer):
        declarations = f"void {VALUES[0]}(void), {VALUES[1]}(void);\n"
        question = ", ".join(
            f"{self.is_other(mutant, *place)} ? {name}() : (void)0"
            for name, place in zip(VALUES, (inner, outer)))
        return self.proves(VALUES, {
            "question.c": declarations + self.asking(*outer[:2], question),
            "asked.c": "".join(f"void {name}(void) {{}}\n" for name in VALUES)})

    def by_results(self, mutant, function, outer):
        name = self.subject.entry
        parameters = [(type_of(node), node["name"]) for node in function["inner"]
                      if node["kind"] == "ParmVarDecl"]
        result = function["type"]["qualType"].partition("(")[0].strip()
        if function["name"] != name or not all(
                map(NUMBERS.match, (result, *(kind for kind, _ in parameters)))) \
                or not all(only_returns(node) for other in self.functions
                           for node in nodes(other)):
            return False
        types = ", ".join(kind for kind, _ in parameters)
        copies = [f"coverme_{i}" for i in range(len(parameters))]
        names = ", ".join(copies)
        start = f" {result} coverme_one, coverme_other; " + "".join(
            f"const {kind} {copy} = {parameter}; "
            for copy, (kind, parameter) in zip(copies, parameters))
        question = (
            f"{self.is_other(mutant, *outer)} ? "
            f"coverme_one = coverme_source({names}), "
            f"coverme_other = coverme_mutant({names}), "
            "!(coverme_one != coverme_one && coverme_other != coverme_other) && "
            f"{differs('coverme_one', 'coverme_other', result)} ? "
            f"{RESULTS}() : (void)0 : (void)0")
        whole = self.asking(*outer[:2], question)
        body = body_of(function)["range"]["begin"]["offset"] + 1
        return self.proves((RESULTS,), {
            "question.c":
                f"void {RESULTS}(void);\n"
                f"{result} coverme_source({types}), coverme_mutant({types});\n"
                f"{whole[:body]}{start}{whole[body:]}",
            "asked.c": f"void {RESULTS}(void) {{}}\n",
            "source.c": f"#define {name} coverme_source\n{self.text}",
            "mutant.c": f"#define {name} coverme_mutant\n{mutant.whole()}"},
            self.subject.called())

    def proves(self, places, files, more=()):
        for file, content in files.items():
            (self.folder / file).write_text(content, encoding="latin-1")
        report = self.folder / "answer.json"
        report.unlink(missing_ok=True)
        question, *others = [self.folder / file for file in files]
        processes.run(
            [self.coverme, question, "--entry", self.subject.entry, "-q",
             "--goal", "reach", "--json", report, "--max-evals", "20000",
             "--timeout", str(SECONDS),
             *[f"--at=call:{place}" for place in places],
             *[f"--with={other}" for other in (*others, *more)],
             *self.subject.options, "--", f"-I{self.subject.source.parent}", "-w",
             *self.subject.flags], 10 * SECONDS + 60)
        return report.exists() and any(
            place["verdict"] == "proved_unreachable"
            for place in json.loads(report.read_text())["places"])

    def holds(self, mutant):
        """Says how, or nothing."""
        found = self.expressions(mutant)
        if found is None:
            return ""
        function, inner, outer = found
        if self.by_values(mutant, inner, outer):
            return "values"
        return "results" if self.by_results(mutant, function, outer) else ""


def is_longer_array(mutant):
    """A word, if it is the first length of a variable that is an array, and
    nobody asks for its size: no call that C allows tells a longer one."""
    code = without_comments(mutant.text)
    before = re.split(r"[;{}]", code[:mutant.begin])[-1]
    # A declaration, which this ends: TYPE NAME, NAME[
    name = re.fullmatch(
        r"\s*(?:(?:static|const|volatile|unsigned|signed)\s+)*"
        r"(?!(?:return|else|case)\b)[A-Za-z_]\w*\s+(?=[\s*]*[A-Za-z_])"
        r"(?:[^()]*,)?[\s*]*([A-Za-z_]\w*)\s*\[\s*", before)
    return "array" if name and re.match(r"\d+\s*\]", code[mutant.begin:]) and \
        not re.search(rf"\bsizeof\s*\(?\s*{name[1]}\b", code) else ""


def sources_of(archive, folders, undefined):
    """What of an archive a program needs that lacks these, by files of its
    members' names."""
    listing = processes.output_of(["nm", "-A", archive])
    defines, needs = {}, {}
    for line in listing.splitlines():
        if found := re.match(r".*:(\w+)\.o:.* ([A-Zu]) (\w+)$", line):
            member, kind, symbol = found.groups()
            if kind == "U":
                needs.setdefault(member, []).append(symbol)
            else:
                defines[symbol] = member
    members, waiting = [], list(undefined)
    while waiting:
        member = defines.get(waiting.pop())
        if member and member not in members:
            members.append(member)
            waiting += needs.get(member, [])
    return [path for member in members for folder in folders
            if (path := pathlib.Path(folder) / f"{member}.c").exists()]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C functions over pointers and memory, and random callers of them that
C allows (as far as -fno-strict-aliasing and -fwrapv go), for fuzz-proofs.

One text is both: with CALLER, a program whose `main` calls the functions of the
other object from outside. With COUNT, the functions note which of their
decisions come out how. What callers do:

- pointers lead to the same object, into one another's, to members, to elements,
  to variables of the file (static ones, if a function tells their address), to
  more memory than needed, and nowhere where the code asks for that; those that
  are `restrict` lead to memory of their own;
- variables hold what earlier calls, or the caller, left there;
- numbers have any bits; the stack below the call holds anything.
"""
import random

# Size, and whether a number of a few bits is made as an integer.
NUMBERS = {
    "char": 1, "signed char": 1, "unsigned char": 1, "short": 2,
    "unsigned short": 2, "int": 4, "unsigned": 4, "long long": 8,
    "unsigned long long": 8, "float": 4, "double": 8,
}  # fmt: skip
FLOATS = ("float", "double")
SMALL = ("0", "0", "1", "2", "3", "5", "7", "-1")

HEAD = """\
#include <stdint.h>
#include <string.h>
"""

CODE = """\
#ifndef CALLER
#ifdef COUNT
int printf(const char *, ...);
static unsigned char taken[4000][2];
static int count(int line, int outcome) {
  taken[line][outcome] = 1;
  return outcome;
}
int isTaken(int line, int outcome) { return taken[line][outcome]; }
void printTaken(void) {
  for (int line = 0; line < 4000; ++line)
    for (int outcome = 0; outcome < 2; ++outcome)
      if (taken[line][outcome]) printf("%d %d\\n", line, outcome);
}
#define DECIDE(condition) count(__LINE__, (condition) != 0)
#else
#define DECIDE(condition) (condition)
#endif
"""

CALLER = """\
#else
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
int isTaken(int, int);
void printTaken(void);
static unsigned long long state;
static unsigned long long draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull >> 20;
}
static _Alignas(16) unsigned char pool[96];
static _Alignas(16) unsigned char own[8][64];
static void fill(void *to, unsigned size) {
  unsigned char *bytes = to;
  int how = draw() % 4;
  for (unsigned i = 0; i < size; ++i)
    bytes[i] = how == 0 ? 0 : how == 1 ? draw() : how == 2 ? -(draw() % 8 == 0)
               : i % 4 ? 0 : draw() % 8;
}
static long long whole(void) {
  static const long long known[] = {0, 1, 2, 3, 5, 7, -1, 4, 6, 8};
  unsigned long long x = draw();
  return draw() % 8 ? known[x % 10] : (long long)(x * x) >> draw() % 64;
}
static double real(void) {
  double x = whole();
  if (draw() % 8 == 0) {
    unsigned long long bits = draw() * draw();
    memcpy(&x, &bits, sizeof x);
  }
  return x;
}
static __attribute__((noinline)) void scribble(void) {
  volatile unsigned char below[2048];
  unsigned char with[8];
  fill(with, sizeof with);
  for (int i = 0; i < 2048; ++i) below[i] = with[i % 8];
}
"""

MAIN = """\
int main(int argc, char **argv) {
  int line = argc > 3 ? atoi(argv[2]) : 0, outcome = argc > 3 ? atoi(argv[3]) : 0;
  state = %(seed)d;
  setrlimit(RLIMIT_CPU, &(struct rlimit){20, 20});
  for (int i = 0; i < atoi(argv[1]); ++i) {
    prepare();
    int which = draw() %% %(functions)d;
    call(which);
    if (line && isTaken(line, outcome)) {
      printf("call %%d, of f%%d, takes it\\n", i, which);
      return 0;
    }
  }
  printTaken();
  return 0;
}
#endif
"""


class Place:
    """An lvalue of a number."""

    def __init__(self, kind, text, writable=True):
        self.kind, self.text, self.writable = kind, text, writable


class Object:
    """What a caller can point to: `size` bytes of numbers, no pointers."""

    def __init__(self, text, size, align, writable=True):
        self.text, self.size, self.align = text, size, align
        self.writable = writable


class Program:
    """Functions f0, f1, ... with their callers."""

    def __init__(self, seed, functions):
        self.rng = random.Random(seed)
        self.seed = seed
        self.functions = functions
        self.names = 0
        self.lines = []
        # Few types, so that what aliases has often the same.
        self.kinds = self.rng.sample(list(NUMBERS), 3)
        if self.rng.random() < 0.7 and "int" not in self.kinds:
            self.kinds[0] = "int"
        self.structs = {}  # members by name
        self.variables = []  # places of the file
        self.pointers = []  # (kind, text) of pointers to numbers in the file
        self.records = []  # (struct, text)
        self.objects = []  # what callers can point to
        self.helpers = []
        self.settings = []  # of the caller, ahead of each call
        self.declared = []  # what the caller sees of the file
        self.outside = self.rng.random() < 0.2

    # --- small things --------------------------------------------------------

    def chance(self, probability):
        return self.rng.random() < probability

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def kind(self):
        return self.rng.choice(self.kinds)

    def small(self, kind):
        text = self.rng.choice(SMALL)
        return text + ".0" if kind in FLOATS and self.chance(0.5) else text

    # --- types and variables -------------------------------------------------

    def struct(self):
        name = f"struct S{len(self.structs)}"
        members, text = [], []
        for i in range(self.rng.randint(2, 5)):
            choice, kind = self.rng.random(), self.kind()
            if choice < 0.4:
                text.append(f"{kind} m{i};")
                members.append(("number", kind, f"m{i}"))
            elif choice < 0.55:
                text.append(f"{kind} m{i}[3];")
                members.append(("array", kind, f"m{i}"))
            elif choice < 0.7:
                width = self.rng.randint(1, 20)
                base = self.rng.choice(("unsigned", "int", "unsigned long long"))
                text.append(f"{base} m{i} : {width + (base == 'int')};")
                members.append(("bits", base, f"m{i}"))
            elif choice < 0.8:
                text.append(f"{kind} *m{i};")
                members.append(("pointer", kind, f"m{i}"))
            elif choice < 0.88:
                text.append(f"{name} *m{i};")
                members.append(("link", name, f"m{i}"))
            elif choice < 0.95:
                other = self.kind()
                text.append(f"union {{ {kind} a; {other} b; unsigned char c[4]; }} "
                            f"m{i};")
                members.append(("union", (kind, other), f"m{i}"))
            elif self.structs:
                inner = self.rng.choice(list(self.structs))
                text.append(f"{inner} m{i};")
                members.append(("inner", inner, f"m{i}"))
        if not members:
            text.append("int m;")
            members.append(("number", "int", "m"))
        self.structs[name] = members
        self.lines.append(f"{name} {{ {' '.join(text)} }};")

    def places_of(self, struct, prefix, writable=True, deep=True):
        """The numbers of a struct, also behind its pointers."""
        found = []
        for what, kind, name in self.structs[struct]:
            path = prefix + name
            if what in ("number", "bits"):
                found.append(Place(kind, path, writable))
            elif what == "array":
                found.append(Place(kind, f"{path}[{self.rng.randrange(3)}]",
                                   writable))
            elif what == "union":
                found.append(Place(kind[0], path + ".a", writable))
                found.append(Place(kind[1], path + ".b", writable))
                found.append(Place("unsigned char", path + ".c[1]", writable))
            elif what == "pointer" and deep:
                found.append(Place(kind, f"*{path}"))
            elif what == "inner":
                found += self.places_of(kind, path + ".", writable, deep)
            elif what == "link" and deep:
                found += self.places_of(kind, path + "->", True, False)
        return found

    def objects_of(self, struct, prefix):
        found = []
        for what, kind, name in self.structs[struct]:
            if what == "number":
                found.append(Object(f"&{prefix}{name}", NUMBERS[kind],
                                    NUMBERS[kind]))
            elif what == "array":
                found.append(Object(f"{prefix}{name}", 3 * NUMBERS[kind],
                                    NUMBERS[kind]))
            elif what == "union":
                found.append(Object(f"&{prefix}{name}", max(
                    4, *(NUMBERS[k] for k in kind)), max(NUMBERS[k]
                                                         for k in kind)))
            elif what == "inner":
                found += self.objects_of(kind, f"{prefix}{name}.")
        return found

    def settings_of(self, struct, prefix):
        found = []
        for what, kind, name in self.structs[struct]:
            path = prefix + name
            if what == "pointer":
                found.append(f"{path} = {self.pointer(kind, 1)};")
            elif what == "link":
                found.append(f"{path} = {self.record_pointer(kind)};")
            elif what == "inner":
                found += self.settings_of(kind, path + ".")
            elif what == "bits":
                found.append(f"{path} = whole();")
            else:
                found.append(f"fill(&{path}, sizeof {path});")
        return found

    def variable(self):
        """A global variable: extern, or static with or without a function that
        tells its address."""
        name, choice, kind = self.name("g"), self.rng.random(), self.kind()
        linkage = self.rng.choice(("", "", "static ", "static "))
        leaked = linkage and self.chance(0.6)
        size = NUMBERS[kind]
        if choice < 0.45:
            declaration, type_of = f"{kind} {name}", f"{kind} *"
            self.variables.append(Place(kind, name))
            target = Object(f"&{name}", size, size)
        elif choice < 0.65:
            declaration, type_of = f"{kind} {name}[4]", f"{kind} *"
            self.variables.append(Place(kind, f"{name}[{self.rng.randrange(4)}]"))
            self.variables.append(Place(kind, f"{name}[%i & 3]"))
            target = Object(name, 4 * size, size)
        elif choice < 0.85:
            struct = self.rng.choice(list(self.structs))
            # Without pointers, so that zeros are valid.
            if any(what in ("pointer", "link", "inner")
                   for what, _, _ in self.structs[struct]):
                linkage = ""
            declaration, type_of = f"{struct} {name}", f"{struct} *"
            self.variables += self.places_of(struct, name + ".")
            self.records.append((struct, name))
            target = None
        else:
            linkage = ""
            declaration, type_of = f"{kind} *{name}", f"{kind} **"
            self.pointers.append((kind, name))
            self.variables.append(Place(kind, f"*{name}"))
            target = None
        self.lines.append(f"{linkage}{declaration};" if linkage or choice >= 0.45
                          else f"{declaration} = {self.small(kind)};")
        if linkage and leaked:
            teller = f"tell_{name}"
            operator = "" if "[" in declaration else "&"
            self.lines.append(f"{type_of}{teller}(void) {{ return {operator}{name}; "
                              "}")
            self.declared.append(f"{type_of}{teller}(void);")
            if target:
                target.text = f"{teller}()"
            else:
                self.records[-1] = (*self.records[-1], f"(*{teller}())")
        if linkage and not leaked:
            return
        if not linkage:
            self.declared.append(f"extern {declaration};")
        if target:
            self.objects.append(target)

    # --- expressions ---------------------------------------------------------

    def read(self, kinds=None):
        places = [place for place in self.scope
                  if kinds is None or place.kind in kinds]
        return self.spelled(self.rng.choice(places or self.scope))

    def spelled(self, place):
        if "%i" not in place.text:
            return place.text
        whole = [other.text for other in self.scope
                 if other.kind not in FLOATS and "%i" not in other.text]
        index = self.rng.choice(whole) if whole else "1"
        return place.text.replace("%i", f"(int){index}")

    def expression(self, kind):
        choice = self.rng.random()
        if choice < 0.55:
            return self.small(kind)
        if choice < 0.8:
            return self.converted(kind)
        if kind in FLOATS:
            return f"{self.converted(kind)} {self.rng.choice('+-*')} " \
                   f"{self.small(kind)}"
        return f"{self.converted(kind)} {self.rng.choice('+-&|^')} " \
               f"{self.small('int')}"

    def converted(self, kind):
        # A conversion of what does not fit may give anything.
        return self.read(None if kind in FLOATS else
                         [k for k in NUMBERS if k not in FLOATS]) \
            if kind in FLOATS or any(place.kind not in FLOATS
                                     for place in self.scope) else "1"

    def condition(self):
        choice = self.rng.random()
        if choice < 0.08 and len(self.locations) > 1:
            a, b = self.rng.sample(self.locations, 2)
            return f"(char *)({a[1]}) == (char *)({b[1]})"
        if choice < 0.1 and self.locations:
            return f"((uintptr_t)({self.rng.choice(self.locations)[1]}) & " \
                   f"{self.rng.choice((1, 3, 7, 15))}) == " \
                   f"{self.rng.choice((0, 0, 4, 8))}"
        # What was written is often decided, unless something else wrote there.
        written = self.written[-4:] if self.chance(0.6) else []
        if written:
            text, kind, value = self.rng.choice(written)
            relation = self.rng.choice(("==", "==", "!=", "<", ">"))
            return f"{text} {relation} " \
                   f"{value if self.chance(0.5) else self.small(kind)}"
        place = self.rng.choice(self.scope)
        left = self.spelled(place)
        relation = self.rng.choice(("==", "==", "!=", "<", ">", "<=", ">="))
        right = self.small(place.kind) if choice < 0.75 else self.read()
        return f"{left} {relation} {right}"

    # --- statements ----------------------------------------------------------

    def block(self, depth, most):
        scope, locations = len(self.scope), len(self.locations)
        written = len(self.written)
        for _ in range(self.rng.randint(1, most)):
            self.statement(depth)
        # Names of the block are unknown behind it.
        del self.written[written:]
        del self.scope[scope:]
        del self.locations[locations:]

    def statement(self, depth):
        choice = self.rng.random()
        if choice < 0.2:
            self.overwritten(depth)
        elif choice < 0.4:
            self.write()
        elif choice < 0.66:
            self.decision(depth)
        elif choice < 0.71:
            kind = self.kind()
            name = self.name("v")
            self.lines.append(f"{kind} {name} = {self.expression(kind)};")
            self.scope.append(Place(kind, name))
        elif choice < 0.78 and self.locations:
            self.local_pointer()
        elif choice < 0.84:
            self.bytes_written()
        elif choice < 0.88:
            self.record_copied()
        elif choice < 0.91:
            self.unwritten()
        elif choice < 0.94 and self.helpers:
            self.helper_called()
        elif choice < 0.955 and self.outside:
            self.lines.append("outside();")
        elif choice < 0.975 and depth > 0:
            name = self.name("i")
            self.lines.append(f"for (int {name} = 0; DECIDE({name} < "
                              f"{self.rng.randint(1, 4)}); ++{name}) {{")
            self.scope.append(Place("int", name, False))
            self.block(depth - 1, 3)
            self.scope.pop()
            self.lines.append("}")
        elif self.pointers and self.locations:
            kind, name = self.rng.choice(self.pointers)
            same = [text for k, text, size, writable in self.locations
                    if k == kind and writable == "yes"]
            if same:
                self.lines.append(f"{name} = {self.rng.choice(same)};")

    def write(self):
        places = [place for place in self.scope if place.writable]
        if places:
            place = self.rng.choice(places)
            text, value = self.spelled(place), self.expression(place.kind)
            self.lines.append(f"{text} = {value};")
            self.written.append((text, place.kind, value))

    def overwritten(self, depth):
        """Two numbers, written one after the other, may be one."""
        places = [place for place in self.scope if place.writable]
        if len(places) < 2:
            return
        first = self.rng.choice(places)
        same = [place for place in places if place is not first
                and NUMBERS[place.kind] == NUMBERS[first.kind]]
        second = self.rng.choice(same if same and self.chance(0.8) else places)
        text, value = self.spelled(first), self.small(first.kind)
        other = self.small(second.kind)
        self.lines.append(f"{text} = {value};")
        self.lines.append(f"{self.spelled(second)} = {other};")
        if depth > 0 and self.chance(0.2):
            self.statement(0)
        self.lines.append(self.rng.choice((
            f"if (DECIDE({text} == {other})) {{",
            f"if (DECIDE({text} != {value})) {{",
            f"if (DECIDE({text} {self.rng.choice('<>')} {value})) {{")))
        self.write()
        self.lines.append("}")

    def decision(self, depth):
        self.lines.append(f"if (DECIDE({self.condition()})) {{")
        if depth > 0:
            self.block(depth - 1, 3)
        else:
            self.write()
        if self.chance(0.15):
            self.lines.append("return 1;")
        if self.chance(0.25) and depth > 0:
            self.lines.append("} else {")
            self.block(depth - 1, 2)
        self.lines.append("}")

    def local_pointer(self):
        kind, text, count, writable = self.rng.choice(self.locations)
        same = [t for k, t, _, _ in self.locations if k == kind and t != text]
        name = self.name("q")
        other = self.rng.choice(same) if same and self.chance(0.5) else None
        count = 1 if other else count
        const = "const " if any(w == "no" for _, t, _, w in self.locations
                                if t in (text, other)) else ""
        self.lines.append(f"{const}{kind} *{name} = {text};")
        if other:
            self.lines.append(f"if (DECIDE({self.condition()})) {name} = {other};")
        self.scope.append(Place(kind, f"*{name}", not const))
        self.locations.append((kind, name, count, "no" if const else "local"))

    def bytes_written(self):
        targets = [(k, t, c) for k, t, c, w in self.locations if w != "no"]
        if not targets:
            return
        kind, text, count = self.rng.choice(targets)
        size = NUMBERS[kind] * count
        choice = self.rng.random()
        if choice < 0.4:
            self.lines.append(f"memset({text}, {self.small('int')}, "
                              f"{self.rng.randint(1, size)});")
        elif choice < 0.8:
            other, source, number, _ = self.rng.choice(self.locations)
            length = min(size, NUMBERS[other] * number)
            self.lines.append(f"memmove({text}, {source}, "
                              f"{self.rng.randint(1, length)});")
        else:
            name = self.name("b")
            self.lines.append(f"unsigned char {name}[{size}];")
            self.lines.append(f"memcpy({name}, {text}, {size});")
            self.write()
            self.scope.append(Place("unsigned char",
                                    f"{name}[{self.rng.randrange(size)}]"))
            if self.chance(0.5):
                self.lines.append(f"memcpy({text}, {name}, {size});")

    def record_copied(self):
        if not self.known_records:
            return
        struct, text, writable = self.rng.choice(self.known_records)
        same = [(s, t) for s, t, w in self.known_records
                if s == struct and t != text and w]
        if same and self.chance(0.5):
            self.lines.append(f"{self.rng.choice(same)[1]} = {text};")
            return
        name = self.name("t")
        self.lines.append(f"{struct} {name} = {text};")
        self.write()
        self.scope += self.places_of(struct, name + ".")
        if writable and self.chance(0.4):
            self.lines.append(f"{text} = {name};")

    def unwritten(self):
        """Memory that is written in part, if at all."""
        if self.chance(0.5):
            kind, name, at = self.kind(), self.name("u"), self.name("q")
            self.lines.append(f"{kind} {name}[2];")
            self.lines.append(f"{kind} *{at} = {name};")
            self.lines.append(f"if (DECIDE({self.condition()})) {at}[0] = "
                              f"{self.small(kind)};")
            self.scope.append(Place(kind, f"{name}[0]"))
        else:
            kinds = [self.kind() for _ in range(2)]
            name, copy = self.name("t"), self.name("b")
            self.lines.append(f"struct {{ {kinds[0]} a; {kinds[1]} b; }} {name};")
            self.lines.append(f"{name}.a = {self.small(kinds[0])};")
            if self.chance(0.5):
                self.lines.append(f"{name}.b = {self.small(kinds[1])};")
            size = NUMBERS[kinds[0]] + NUMBERS[kinds[1]]
            self.lines.append(f"unsigned char {copy}[sizeof {name}];")
            self.lines.append(f"memcpy({copy}, &{name}, sizeof {name});")
            self.scope.append(Place("unsigned char",
                                    f"{copy}[{self.rng.randrange(size)}]"))

    def helper_called(self):
        name, kinds = self.rng.choice(self.helpers)
        arguments = []
        for kind in kinds:
            fitting = [t for k, t, _, w in self.locations
                       if k == kind and w != "no"]
            if not fitting:
                return
            arguments.append(self.rng.choice(fitting))
        result = self.name("v")
        self.lines.append(f"int {result} = {name}({', '.join(arguments)});")
        self.scope.append(Place("int", result))

    # --- functions -----------------------------------------------------------

    def begin(self):
        # Few variables, so that they meet.
        self.scope = self.rng.sample(self.variables,
                                     min(3, len(self.variables)))
        # Kind, text, elements, and whether it may be written: "local" is
        # something that no variable of the file may keep.
        self.locations = []
        self.written = []
        self.known_records = [(record[0], record[1], True)
                              for record in self.records]
        for target in self.scope:
            if target.kind in NUMBERS and target.text.isidentifier():
                self.locations.append((target.kind, f"&{target.text}", 1, "yes"))
        self.locations += [(kind, text, 1, "yes") for kind, text in self.pointers]

    def helper(self):
        name = f"h{len(self.helpers)}"
        kinds = [self.kind() for _ in range(self.rng.randint(1, 2))]
        self.begin()
        parameters = []
        for i, kind in enumerate(kinds):
            parameters.append(f"{kind} *p{i}")
            self.scope.append(Place(kind, f"*p{i}"))
            self.locations.append((kind, f"p{i}", 1, "local"))
        self.lines.append(f"static int {name}({', '.join(parameters)}) {{")
        self.block(0, 3)
        self.lines += ["return 0;", "}"]
        self.helpers.append((name, kinds))

    def parameter(self, i):
        """Its declaration, and the caller's argument."""
        choice, kind, name = self.rng.random(), self.kind(), f"p{i}"
        if choice < 0.18:
            self.scope.append(Place(kind, name))
            return f"{kind} {name}", self.number(kind)
        if choice < 0.66:
            count = self.rng.choice((1, 1, 2, 4))
            const = self.chance(0.15)
            restrict = not const and self.chance(0.12)
            checked = self.chance(0.1)
            self.scope.append(Place(kind, f"*{name}", not const))
            if count > 1:
                self.scope.append(Place(kind, f"{name}[{count - 1}]", not const))
                self.scope.append(Place(kind, f"{name}[%i & {count - 1}]",
                                        not const))
            # A restrict pointer is the only way to its object.
            if not restrict:
                self.locations.append((kind, name, count,
                                       "no" if const else "yes"))
            argument = f"({kind} *)own[{i}]" if restrict else \
                self.pointer(kind, count, const)
            if checked:
                self.checks.append(name)
                argument = f"draw() % 8 ? {argument} : 0"
            return f"{'const ' * const}{kind} *{'restrict ' * restrict}{name}", \
                argument
        if choice < 0.86:
            struct = self.rng.choice(list(self.structs))
            self.scope += self.places_of(struct, f"{name}->")
            self.known_records.append((struct, f"*{name}", True))
            return f"{struct} *{name}", self.record_pointer(struct)
        if choice < 0.93:
            kind = self.rng.choice(("char", "unsigned char"))
            self.scope.append(Place(kind, f"{name}[{self.rng.randrange(8)}]"))
            self.locations.append((kind, name, 8, "yes"))
            return f"{kind} *{name}", self.pointer(kind, 8)
        if choice < 0.97 and self.pointers:
            kind, text = self.rng.choice(self.pointers)
            self.scope.append(Place(kind, f"**{name}"))
            self.lines_first.append(f"{kind} *keep{i} = *{name};")
            self.scope.append(Place(kind, f"*keep{i}"))
            same = [t for k, t in self.pointers if k == kind]
            return f"{kind} **{name}", "&" + self.rng.choice(same)
        count = f"n{i}"
        self.scope.append(Place("int", count, False))
        self.counted.append((kind, name, count))
        return f"int {count}, {kind} {name}[{count}]", \
            f"1 + draw() % 8, {self.pointer(kind, 8)}"

    def function(self, i):
        self.begin()
        self.checks, self.counted, self.lines_first = [], [], []
        parameters = [self.parameter(k) for k in range(self.rng.randint(1, 4))]
        declaration = f"int f{i}({', '.join(p for p, _ in parameters)})"
        self.lines.append(declaration + " {")
        for name in self.checks:
            self.lines.append(f"if (DECIDE({name} == 0)) return 2;")
        self.lines += self.lines_first
        for kind, name, count in self.counted:
            index = self.rng.randint(1, 3)
            self.lines.append(f"if (DECIDE({count} < {index + 1})) return 3;")
            self.scope.append(Place(kind, f"{name}[{index}]"))
            self.scope.append(Place(kind, f"{name}[0]"))
        self.block(2, 10)
        self.lines += ["return 0;", "}"]
        self.declared.append(declaration + ";")
        return f"f{i}({', '.join(a for _, a in parameters)});"

    # --- callers -------------------------------------------------------------

    def number(self, kind):
        return f"({kind})real()" if kind in FLOATS else f"({kind})whole()"

    def pointer(self, kind, count, const=False):
        """A call that draws a pointer to so many elements."""
        self.wanted.add((kind, count))
        return f"to_{kind.replace(' ', '_')}_{count}()"

    def record_pointer(self, struct):
        return f"to_{struct.replace(' ', '_')}()"

    def pointer_functions(self):
        lines = []
        for kind, count in sorted(self.wanted):
            size = NUMBERS[kind] * count
            fitting = [o.text for o in self.objects
                       if o.size >= size and o.align >= NUMBERS[kind]]
            steps = (96 - size) // NUMBERS[kind] + 1
            lines.append(f"static {kind} *to_{kind.replace(' ', '_')}_{count}"
                         "(void) {")
            lines.append(f"  switch (draw() % {len(fitting) + 3}) {{")
            lines += [f"  case {i}: return ({kind} *)({text});"
                      for i, text in enumerate(fitting)]
            # Near to each other, too.
            lines.append(f"  case {len(fitting)}: return ({kind} *)pool + "
                         f"draw() % {min(steps, 3)};")
            lines.append(f"  default: return ({kind} *)pool + draw() % {steps};")
            lines.append("  }")
            lines.append("}")
        return lines

    def caller(self, calls):
        lines = []
        for struct in self.structs:
            tag = struct.replace(" ", "_")
            own = [r[2] if len(r) > 2 else r[1] for r in self.records
                   if r[0] == struct
                   and (len(r) > 2 or f"extern {struct} {r[1]};" in self.declared)]
            lines.append(f"static {struct} all_{tag}[3];")
            lines.append(f"static {struct} *to_{tag}(void) {{")
            lines.append(f"  switch (draw() % {len(own) + 2}) {{")
            lines += [f"  case {i}: return &{text};" for i, text in enumerate(own)]
            lines.append(f"  default: return &all_{tag}[draw() % 3];")
            lines += ["  }", "}"]
            for prefix in [f"all_{tag}[0].", f"all_{tag}[1]."] + [
                    f"{text}." for text in own]:
                self.objects += self.objects_of(struct, prefix)
            for prefix in [f"all_{tag}[{k}]." for k in range(3)] + [
                    f"{text}." for text in own]:
                self.settings += self.settings_of(struct, prefix)
        for kind, name in self.pointers:
            self.settings.append(f"{name} = {self.pointer(kind, 1)};")
        prepare = ["fill(pool, sizeof pool);", "fill(own, sizeof own);"]
        prepare += [f"if (draw() % 2) fill({o.text}, {o.size});"
                    for o in self.objects]
        lines += self.pointer_functions()
        lines += ["static void prepare(void) {", *prepare,
                  *(f"if (!prepared || draw() % 4 == 0) {{ {text} }}"
                    for text in self.settings), "prepared = 1;", "}"]
        lines += ["static void call(int which) {", "scribble();",
                  "switch (which) {"]
        lines += [f"case {i}: {text} break;" for i, text in enumerate(calls)]
        lines += ["}", "}"]
        if self.outside:
            lines += ["void outside(void) {", "static int depth;",
                      "if (depth == 0 && draw() % 2) {", "++depth;", "prepare();",
                      f"call(draw() % {len(calls)});", "--depth;", "}", "}"]
        return lines

    def source(self):
        self.wanted = set()
        self.lines = HEAD.splitlines()
        for _ in range(2):
            self.struct()
        self.lines += CODE.splitlines()
        if self.outside:
            self.lines.append("void outside(void);")
        for _ in range(self.rng.randint(2, 5)):
            self.variable()
        for _ in range(self.rng.randint(0, 2)):
            self.helper()
        calls = [self.function(i) for i in range(self.functions)]
        self.lines += CALLER.splitlines()
        self.lines += self.declared
        self.lines.append("static int prepared;")
        self.lines += self.caller(calls)
        self.lines += (MAIN % {"seed": self.seed * 2 + 1,
                               "functions": self.functions}).splitlines()
        return "\n".join(self.lines) + "\n"

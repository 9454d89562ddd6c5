# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C functions with the program that counts which of their decisions come
out how, for fuzz-proofs."""
import random
import struct

FLOATS = ("double", "float")
REALS = FLOATS + ("_Float16",)
WORDS = ("int", "unsigned", "long long", "unsigned long long")
NARROW = ("signed char", "unsigned char", "short", "unsigned short")
NUMBERS = ("0.0", "-0.0", "1.0", "-1.0", "0.5", "2.0", "3.25", "1e300",
           "-1e300", "0x1p-1022", "5e-324", "0x1p52", "1e-45", "1e38", "0.1",
           "0x1.fffffffffffffp-1", "1e10", "100.0")
INTEGERS = ("0", "1", "2", "3", "-1", "7", "20", "31", "255", "1023",
            "0x7fffffff", "0x80000000u", "0x7ff00000", "0x3ff00000", "0xfffff",
            "0x7ff0000000000000ll", "0x8000000000000000ull", "-1000")

# What a struct may have besides plain numbers: how it is declared, the kind of
# number that it is taken for and how, and how it is filled at random.
MEMBERS = (
    ("long double {};", "double", "(double){}",
     "{} = made(word(1)) * (1 + 0x1p-62L * (draw() & 3));"),
    ("__int128 {};", "long long", "(long long)({} >> 32)",
     "{} = (__int128)((unsigned __int128)word(0) << 64 | word(0));"),
    ("_Bool {};", "int", "(int){}", "{} = draw() & 1;"),
    ("enum level {};", "int", "(int){}", "{} = (enum level)word(0);"),
    ("unsigned {} : 7;", "unsigned", "(unsigned){}", "{} = word(0);"),
    ("int {} : 19;", "int", "(int){}", "{} = word(0);"),
    ("short {};", "int", "(int){}", "{} = word(0);"),
    ("double _Complex {};", "double", "__imag {}",
     "{} = made(word(1)); __imag {0} = made(word(1));"),
)

HEAD = """\
#include <math.h>
#include <string.h>
enum level { LOW = -1, MIDDLE = 3, HIGH = 40 };
#ifdef COUNT
static unsigned char taken[1000][2];
static int count(int line, int outcome) {
  taken[line][outcome] = 1;
  return outcome;
}
#define DECIDE(condition) count(__LINE__, (condition) != 0)
#else
#define DECIDE(condition) (condition)
#endif
static const double numbers[8] = {%s};
static const int words[8] = {%s};
static int kept;
static unsigned long long bits(double x) {
  unsigned long long result;
  memcpy(&result, &x, sizeof result);
  return result;
}
static int high(double x) {
  union { double number; unsigned word[2]; } it = {x};
  return (int)it.word[1];
}
static double made(unsigned long long x) {
  double result;
  memcpy(&result, &x, sizeof result);
  return result;
}
"""

TAIL = """\
#ifdef COUNT
#include <stdio.h>
#include <stdlib.h>
static unsigned long long state = %(seed)dull;
static unsigned long long draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}
static const unsigned long long pool[] = {%(pool)s};
static void fill(void *to, unsigned size, int isFloat) {
  unsigned long long x = draw();
  switch (draw() >> 61) {
  case 0:
  case 1:
    x = pool[draw() %% (sizeof pool / sizeof *pool)] + draw() %% 3 - 1;
    if (size == 4 && isFloat) {
      double wide = made(x);
      float narrow = (float)wide;
      memcpy(to, &narrow, 4);
      return;
    }
    break;
  case 2:
  case 3:
    x = draw() %% 41 - 20;
    if (isFloat) {
      double wide = (double)(long long)x / (1 + draw() %% 4);
      float narrow = (float)wide;
      memcpy(to, size == 4 ? (void *)&narrow : (void *)&wide, size);
      return;
    }
    break;
  case 4:
    x >>= draw() %% 64;
    break;
  }
  memcpy(to, &x, size);
}
static unsigned long long word(int isFloat) {
  unsigned long long x;
  fill(&x, sizeof x, isFloat);
  return x;
}
int main(int argc, char **argv) {
%(loop)s
  for (int line = 0; line < 1000; ++line)
    for (int outcome = 0; outcome < 2; ++outcome)
      if (taken[line][outcome]) printf("%%d %%d\\n", line, outcome);
  return 0;
}
#endif
"""


class Function:
    """A C function `f` of a few parameters, with helpers; each decision is on a
    line of its own, and nothing in it is undefined that gcc would make a trap
    of."""

    def __init__(self, seed, only=None):
        """`only`: the type of a single parameter, all of whose values `main`
        runs."""
        self.seed = seed
        self.only = only
        self.rng = random.Random(seed)
        self.lines = []
        self.names = 0
        self.helpers = []
        self.pool = set()
        self.members = []  # of a struct: declaration, leaf, filling

    def source(self):
        numbers = ", ".join(self.number() for _ in range(8))
        words = ", ".join(f"(int)({self.integer()})" for _ in range(8))
        self.lines = (HEAD % (numbers, words)).splitlines()
        for _ in range(self.rng.randrange(3)):
            self.helper()
        parameters = self.parameters()
        self.function("int", "f", parameters, 3)
        self.lines += (TAIL % {
            "seed": self.seed * 2 + 1,
            "pool": ", ".join(f"{bits:#x}ull" for bits in sorted(self.pool)),
            "loop": self.loop_of_main(parameters)}).splitlines()
        return "\n".join(self.lines) + "\n"

    # --- functions ----------------------------------------------------------

    def parameters(self):
        """Either few bits, which exhaustion takes, or more than it may."""
        if self.only:
            return [(self.only, "x")]
        if self.rng.random() < 0.12:
            return [(self.rng.choice(NARROW), "x")]
        types = [self.rng.choice(FLOATS + ("double",) + WORDS)
                 for _ in range(self.rng.randint(1, 3))]
        if all(kind in ("float", "int", "unsigned") for kind in types):
            types.append("double")
        result = [(kind, f"x{i}") for i, kind in enumerate(types)]
        choice = self.rng.random()
        if choice < 0.25:
            result[-1] = (result[-1][0] + " *", result[-1][1])
        elif choice < 0.5:
            result.append((self.struct(), "s"))
        return result

    def struct(self):
        """Declares one, and says how `f` is given it."""
        kind = self.rng.choice(("struct given *", "struct given"))
        for i in range(self.rng.randint(1, 8)):
            path = f"{'s->' if kind.endswith('*') else 's.'}m{i}"
            if self.rng.random() < 0.5:
                number = self.rng.choice(FLOATS + WORDS)
                self.members.append((
                    f"{number} m{i};", (number, path, True),
                    f"fill(&s->m{i}, sizeof s->m{i}, {int(number in REALS)});"))
            else:
                text, number, leaf, filling = self.rng.choice(MEMBERS)
                self.members.append((
                    text.format(f"m{i}"), (number, leaf.format(path), False),
                    filling.replace("{}", "{0}").format(f"s->m{i}")))
        self.lines.append("struct given { "
                          + " ".join(text for text, _, _ in self.members) + " };")
        return kind

    def loop_of_main(self, parameters):
        if self.only:
            return (f"  {self.only} x;\n"
                    "  for (unsigned long long bits = 0;\n"
                    "       bits >> 8 * sizeof x == 0; ++bits) {\n"
                    "    memcpy(&x, &bits, sizeof x);\n    f(x);\n  }")
        lines = ["  for (long left = atol(argv[1]); left > 0; --left) {"]
        for kind, name in parameters:
            value = kind.rstrip(" *")
            lines.append(f"    {value} {name}[64] = {{0}};")
            if value == "struct given":
                lines += [f"    {filling}" for _, _, filling in self.members]
            else:
                lines.append(f"    fill({name}, sizeof *{name}, "
                             f"{int(value in REALS)});")
        arguments = ", ".join(name if kind.endswith("*") else f"*{name}"
                              for kind, name in parameters)
        return "\n".join(lines + [f"    f({arguments});", "  }"])

    def helper(self):
        name = f"g{len(self.helpers)}"
        kinds = [self.rng.choice(FLOATS + WORDS)
                 for _ in range(self.rng.randint(1, 2))]
        kind = self.rng.choice(("int", "double"))
        recursive = self.rng.random() < 0.3
        if recursive:
            kinds.insert(0, "int")
        parameters = [(k, f"y{i}") for i, k in enumerate(kinds)]
        self.function(kind, name, parameters, 1, recursive)
        self.helpers.append((kind, name, kinds, recursive))

    def function(self, kind, name, parameters, depth, recursive=False):
        text = ", ".join(f"{k}{'' if k.endswith('*') else ' '}{n}"
                         for k, n in parameters)
        self.lines.append(f"{'' if name == 'f' else 'static '}{kind} "
                          f"{name}({text}) {{")
        self.scope, self.array = [], None
        for k, n in parameters:
            if k.startswith("struct"):
                self.scope += [leaf for _, leaf, _ in self.members]
            elif k.endswith("*"):
                self.scope.append((k.rstrip(" *"), f"*{n}", True))
                self.scope.append((k.rstrip(" *"), f"{n}[1]", True))
            else:
                self.scope.append((k, n, True))
        if recursive:
            arguments = ", ".join(["y0 - 1"] + [self.expression(k, 1) for k, _ in
                                                parameters[1:]])
            self.scope[0] = ("int", "y0", False)
            self.decide("if", "y0 > 0")
            self.decide("if", "y0 < 12")
            self.scope.append((kind, self.declare(
                kind, f"{name}({arguments})"), False))
            self.statements(0, 1)
            self.lines.append("}")
            self.scope.pop()
            self.lines.append("}")
        if self.rng.random() < 0.4:
            self.array = f"a{self.names}"
            self.names += 1
            self.lines.append(f"double {self.array}[4] = {{"
                              + ", ".join(self.expression("double", 1)
                                          for _ in range(4)) + "};")
            for i in range(2):
                self.scope.append(("double", f"{self.array}[{i}]", True))
            self.scope.append(("int", f"((int *){self.array})[1]", True))
        self.statements(depth, 5)
        self.lines.append(f"return {self.expression(kind, 1)};")
        self.lines.append("}")

    # --- statements ---------------------------------------------------------

    def decide(self, word, condition):
        self.lines.append(f"{word} (DECIDE({condition})) {{")

    def declare(self, kind, value):
        name = f"v{self.names}"
        self.names += 1
        self.lines.append(f"{kind} {name} = {value};")
        return name

    def statements(self, depth, most):
        outer = len(self.scope)
        for _ in range(self.rng.randint(1, most)):
            self.statement(depth)
        del self.scope[outer:]

    def statement(self, depth):
        choice = self.rng.random()
        if choice < 0.35:
            kind = self.rng.choice(FLOATS + WORDS + ("double", "int"))
            name = self.declare(kind, self.expression(kind, 2))
            self.scope.append((kind, name, True))
        elif choice < 0.45:
            self.assignment()
        elif choice < 0.52:
            kind = self.rng.choice(("double", "int"))
            name = f"v{self.names}"
            self.names += 1
            self.lines.append(f"{kind} {name} = DECIDE({self.condition()})")
            self.lines.append(f"  ? {self.expression(kind, 1)} : "
                              f"{self.expression(kind, 1)};")
            self.scope.append((kind, name, True))
        elif choice < 0.62 and depth > 0:
            self.loop(depth)
        elif depth > 0:
            self.guard(depth)
        else:
            self.decide("if", self.condition())
            self.assignment()
            self.lines.append("}")

    def assignment(self):
        places = [(k, n) for k, n, writable in self.scope if writable]
        # Code that keeps state is not run on all values.
        if not self.only:
            places.append(("int", "kept"))
        if self.array:
            index = self.expression("int", 1)
            places.append(("double", f"{self.array}[({index}) & 3]"))
        kind, name = self.rng.choice(places)
        self.lines.append(f"{name} = {self.expression(kind, 2)};")

    def guard(self, depth):
        self.decide("if", self.condition())
        self.statements(depth - 1, 4)
        if self.rng.random() < 0.5:
            self.lines.append("} else {")
            self.statements(depth - 1, 4)
        elif self.rng.random() < 0.2:
            self.lines.append("return 0;")
        self.lines.append("}")

    def loop(self, depth):
        name = f"i{self.names}"
        self.names += 1
        bound = self.rng.choice((str(self.rng.randint(0, 40)),
                                 f"(int)(({self.expression('int', 1)}) & 15)"))
        step = self.rng.choice((1, 1, 2, 3))
        self.lines.append(f"for (int {name} = {self.rng.randint(-2, 2)}; "
                          f"DECIDE({name} < {bound}); {name} += {step}) {{")
        self.scope.append(("int", name, False))
        self.statements(depth - 1, 3)
        if self.rng.random() < 0.5:
            self.decide("if", self.condition())
            self.lines.append(self.rng.choice(("break;", "continue;")))
            self.lines.append("}")
            self.statements(depth - 1, 2)
        self.scope.pop()
        self.lines.append("}")

    def condition(self):
        choice = self.rng.random()
        kind = self.rng.choice(FLOATS + WORDS + ("double", "int"))
        left = self.expression(kind, 1)
        relation = self.rng.choice(("<", "<=", ">", ">=", "==", "!="))
        right = self.constant(kind) if choice < 0.6 else \
            self.expression(kind, 1)
        if choice > 0.95:
            # Not isinf: it decides more than once.
            return f"{self.rng.choice(('isnan', 'signbit'))}" \
                   f"((double)({left})) != 0"
        # No negation: what is true of !(a < b) depends on who is asked.
        return f"{left} {relation} {right}"

    # --- expressions --------------------------------------------------------

    def number(self):
        text = self.rng.choice(NUMBERS) if self.rng.random() < 0.7 else \
            repr(round(self.rng.uniform(-20, 20), 2))
        value = float.fromhex(text) if "0x" in text else float(text)
        self.pool.add(struct.unpack("<Q", struct.pack("<d", value))[0])
        return text

    def integer(self):
        text = self.rng.choice(INTEGERS) if self.rng.random() < 0.6 else \
            str(self.rng.randint(-50, 50))
        value = int(text.rstrip("ul"), 0)
        self.pool.add(value % 2**64)
        # As a word of a double, too.
        self.pool.add((value % 2**32) << 32)
        return text

    def constant(self, kind):
        return f"({kind}){self.number()}" if kind in REALS else \
            f"({kind})({self.integer()})"

    def leaf(self, kind):
        same = [n for k, n, _ in self.scope if k == kind]
        choice = self.rng.random()
        if same and choice < 0.65:
            return self.rng.choice(same)
        if self.scope and choice < 0.8:
            other, name, _ = self.rng.choice(self.scope)
            return self.converted(other, kind, name)
        return self.constant(kind)

    def converted(self, source, kind, text):
        # A conversion of what does not fit may give anything: rarely.
        if source in REALS and kind not in REALS and self.rng.random() < 0.7:
            return f"({kind})high({text})"
        return f"({kind})({text})"

    def expression(self, kind, depth):
        if depth == 0 or self.rng.random() < 0.25:
            return self.leaf(kind)
        a = self.expression(kind, depth - 1)
        b = self.expression(kind, depth - 1)
        choice = self.rng.random()
        if choice < 0.08 and self.helpers:
            return self.called(kind)
        if kind in REALS:
            return self.arithmetic(kind, a, b, choice)
        return self.bitwise(kind, a, b, choice)

    def called(self, kind):
        result, name, kinds, recursive = self.rng.choice(self.helpers)
        arguments = [self.leaf(k) for k in kinds]
        if recursive:
            arguments[0] = f"({arguments[0]}) & 7"
        return f"({kind}){name}({', '.join(arguments)})" \
            if result == "int" else self.converted(
                result, kind, f"{name}({', '.join(arguments)})")

    def arithmetic(self, kind, a, b, choice):
        if choice < 0.6:
            return f"({a} {self.rng.choice('+-*/+-*')} {b})"
        if choice < 0.78:
            name = self.rng.choice(("fabs", "sqrt", "floor", "ceil", "trunc",
                                    "rint", "round"))
            return f"({kind}){name}({a})"
        if choice < 0.86:
            name = self.rng.choice(("copysign", "fmin", "fmax", "fmod"))
            return f"({kind}){name}({a}, {b})"
        if choice < 0.92:
            index = self.expression("int", 1)
            return f"({kind})numbers[({index}) & 7]"
        if choice < 0.97:
            return f"({kind})made({self.expression('unsigned long long', 1)})"
        return f"(-{a})"

    def bitwise(self, kind, a, b, choice):
        if choice < 0.5:
            return f"({a} {self.rng.choice('+-*&|^&')} {b})"
        if choice < 0.65:
            width = 31 if kind in ("int", "unsigned") else 63
            return f"({a} {self.rng.choice(('<<', '>>'))} (({b}) & {width}))"
        if choice < 0.75:
            # No division by zero, and none of the least number by -1.
            return f"({a} {self.rng.choice('/%')} " \
                   f"(({b} & 15) + {self.rng.randint(1, 9)}))"
        if choice < 0.88:
            number = self.expression("double", 1)
            return f"({kind})(high({number}) & 0x7fffffff)" \
                if self.rng.random() < 0.5 else f"({kind})bits({number})"
        if choice < 0.95:
            return f"({kind})words[({a}) & 7]"
        return f"(~{a})"

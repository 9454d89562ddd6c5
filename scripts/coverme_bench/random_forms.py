# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C functions whose decisions are written in many forms, and a second
copy of them that counts which test takes which outcome, for fuzz-covered."""
import dataclasses
import random

FLOATS = ("double", "float")
TYPES = ("int", "unsigned", "double", "float", "long long", "short",
         "unsigned char", "_Bool")
NUMBERS = (-7, -2, -1, 0, 1, 2, 3, 4, 7, 12, 40, 100, 255, 1000)
RELATIONS = ("<", "<=", ">", ">=", "==", "!=")
# Clang makes one case of each value up to so many, else a comparison.
SMALL_RANGE = 5
LARGE_RANGE = 200

# What no copy shares: a macro's decisions are expanded in the second one.
MACROS = r"""
#include <setjmp.h>
#include <stdlib.h>
static int kept;
#define CLAMP(x, lo, hi) ((x) < (lo) ? (lo) : (x) > (hi) ? (hi) : (x))
#define WITHIN(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define OUTSIDE(x, lo, hi)                                                     \
  ((x) < (lo) ||                                                               \
   (x) > (hi))
#define BOTH(a, b) ((a) && (b))
#define EITHER(a, b) ((a) || (b))
#define NEITHER(a, b) (!((a) || (b)))
#define PICK(c, a, b) ((c) ? (a) : (b))
#define UNLESS(c) if (!(c))
#define LEAVE_IF(c, value)                                                     \
  do {                                                                         \
    if (c)                                                                     \
      return (value);                                                          \
  } while (0)
#define BUMP_IF(c)                                                             \
  if (c)                                                                       \
  ++r
"""

# A file that asks for the compiler proves nothing.
COMPILER = r"""
#ifdef __clang__
static volatile int compiler = 1;
#else
static volatile int compiler = 2;
#endif
"""

HEAD = r"""
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned char (*taken)[2];
static int *result;
static int T(int decision, int outcome) {
  taken[decision][outcome] = 1;
  return outcome;
}
/* The cases of a switch are asked in turn. */
static long long S(long long value, int decision, const long long (*cases)[2],
                   int count) {
  for (int i = 0; i < count; ++i)
    if (T(decision + i, value >= cases[i][0] && value <= cases[i][1]))
      break;
  return value;
}
"""

TAIL = r"""
/* Each line of the input is a test: its calls, as numbers of functions and the
   bits of their arguments. Each runs in a process of its own. */
int main(void) {
  enum { MOST = 100000 };
  static char line[MOST];
  result = mmap(0, sizeof *result, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  taken = mmap(0, 2 * MOST, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
               -1, 0);
  while (fgets(line, sizeof line, stdin)) {
    memset(taken, 0, 2 * MOST);
    fflush(stdout);
    if (fork() == 0) {
      /* exit() would move our place in the file back to the end of the line. */
      close(STDIN_FILENO);
      setrlimit(RLIMIT_CPU, &(struct rlimit){10, 10});
      for (char *at = line; *at != '\n';) {
        unsigned long long bits[16];
        long function = strtol(at, &at, 10), count = strtol(at, &at, 10);
        for (long i = 0; i < count; ++i)
          bits[i] = strtoull(at, &at, 16);
        call(function, bits);
      }
      _exit(0);
    }
    wait(0);
    for (int i = 0; i < MOST; ++i)
      for (int outcome = 0; outcome < 2; ++outcome)
        if (taken[i][outcome])
          printf("%d ", 2 * i + outcome);
    printf("%d\n", *result);
  }
  return 0;
}
"""


def number_of(mark):
    """The decision that a number in plain text stands for."""
    return max(mark, ~mark)


@dataclasses.dataclass(frozen=True)
class Text:
    """A piece of both copies. In the plain one, a number stands where the
    decision of that number is, ~number where it may be, and a pair is a #line."""

    plain: tuple = ()
    counted: str = ""

    def __add__(self, other):
        other = text(other)
        return Text(self.plain + other.plain, self.counted + other.counted)

    def __radd__(self, other):
        return text(other) + self


def text(piece):
    return piece if isinstance(piece, Text) else Text((piece,), piece)


def joined(separator, pieces):
    result = text(pieces[0])
    for piece in pieces[1:]:
        result = result + separator + piece
    return result


class Program:
    """A file of functions over numbers. What they compute is the same under any
    compiler, unless `differs`: then some decisions ask for the compiler."""

    def __init__(self, seed, functions, differs=False):
        self.rng = random.Random(seed)
        self.differs = differs
        self.macros = MACROS + COMPILER * differs
        self.decisions = 0
        self.may_be_bare = True
        self.names = 0
        self.functions = []  # name, types of parameters
        self.pure = []  # those of these that leave no state, and call nothing
        self.body = [self.function(i) for i in range(functions)]

    # --- the two copies -------------------------------------------------------

    def plain(self, name):
        """The source, and its decisions by file, line and column, in order."""
        written, places = [self.macros], {}
        file, line, column = name, self.macros.count("\n") + 1, 1
        for piece in joined("", self.body).plain:
            if isinstance(piece, int):
                places.setdefault((file, line, column), []).append(piece)
                continue
            if isinstance(piece, tuple):
                if column != 1:
                    written.append("\n")
                file, line, column = piece[1] or file, piece[0], 1
                written.append(f"#line {line}"
                               + (f' "{piece[1]}"' if piece[1] else "") + "\n")
                continue
            written.append(piece)
            if "\n" in piece:
                line += piece.count("\n")
                column = 1
            column += len(piece.rsplit("\n", 1)[-1])
        for numbers in places.values():
            numbers.sort(key=number_of)  # as evaluated
        return "".join(written), places

    def counted(self):
        """The program that reads tests and prints the numbers of outcomes."""
        calls = ["static void call(long function, unsigned long long *bits) {",
                 "  switch (function) {"]
        for i, (name, kinds) in enumerate(self.functions):
            calls.append(f"  case {i}: {{")
            for j, kind in enumerate(kinds):
                calls.append(f"    {kind} x{j}; memcpy(&x{j}, bits + {j}, "
                             f"sizeof x{j});")
            arguments = ", ".join(f"x{j}" for j in range(len(kinds)))
            calls.append(f"    *result = {name}({arguments}); break; }}")
        return self.macros + HEAD + joined("", self.body).counted + \
            "\n".join(calls) + "\n  }\n}\n" + TAIL

    # --- functions ------------------------------------------------------------

    def function(self, index):
        rng = self.rng
        kinds = [rng.choice(TYPES[:5] if rng.random() < 0.8 else TYPES)
                 for _ in range(rng.randint(1, 3))]
        self.scope = [f"x{i}" for i in range(len(kinds))]
        self.wholes = [f"x{i}" for i, kind in enumerate(kinds)
                       if kind not in FLOATS]
        self.may_call = index % 2 == 1
        self.keeps = rng.random() < 0.15
        self.may_jump = rng.random() < 0.1
        name = f"f{index}"
        linkage = rng.choice(("", "", "static ", "static inline "))
        parameters = ", ".join(f"{kind} x{i}" for i, kind in enumerate(kinds))
        head = f"{linkage}int {name}({parameters}) {{"
        if self.may_jump:
            head += " jmp_buf place;"
        result = text(f"{head}\n  {'volatile ' * self.may_jump}int r = "
                      f"{rng.choice(NUMBERS)}, left = 20;\n")
        for _ in range(rng.randint(2, 5)):
            result += self.directive() + self.statement(2)
        result += "  return " + self.whole(1) + ";\n"
        result += "out:\n  return r;\n}\n"
        self.functions.append((name, kinds))
        if not self.keeps and not self.may_call:
            self.pure.append((name, kinds))
        return result

    def directive(self):
        if self.rng.random() > 0.03:
            return text("")
        self.names += 1
        # Both copies have the decision elsewhere; what one says is enough.
        return Text(((1000 + 100 * self.names,
                      self.rng.choice(("", "", "other.y"))),), "")

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # --- decisions ------------------------------------------------------------

    def decision(self, before, after):
        """One whose place is between the two."""
        number = self.decisions
        self.decisions += 1
        return Text(before.plain + (number,) + after.plain,
                    f"T({number}, ({before.counted}{after.counted}) != 0)")

    def whole_of(self, condition, before=""):
        """A condition that is, as a whole, a decision in some forms of code: at
        its beginning, or ahead of `before`."""
        number = self.decisions
        self.decisions += 1
        return Text((~number, before, ~number) + condition.plain,
                    f"{before}T({number}, ({condition.counted}) != 0)")

    def chosen(self, condition, one, other):
        return self.whole_of(condition) + " ? " + one + " : " + other

    def linked(self, word, parts):
        result = parts[0]
        for part in parts[1:]:
            result += self.gap() + self.whole_of(part, word + " ")
        return result

    def atom(self):
        """A decision that nothing is part of."""
        rng = self.rng
        choice = rng.random()
        if self.differs and choice < 0.25:
            return self.decision(text("compiler "), text(
                rng.choice(("== 1", "== 2", "!= 1", "> 1"))))
        if choice < 0.15 and self.may_be_bare:
            return self.decision(text(""), text(rng.choice(self.scope)))
        if choice < 0.22 and self.may_be_bare and self.can_call():
            return self.decision(text(""), self.call())
        left = self.value(1) if rng.random() < 0.25 else \
            text(rng.choice(self.scope))
        right = text(str(rng.choice(NUMBERS))) if rng.random() < 0.8 else \
            self.value(0)
        return self.decision(left + self.gap(), rng.choice(RELATIONS)
                             + self.gap() + right)

    def truth(self, depth):
        """A condition that is 0 or 1, for use as a number."""
        before, self.may_be_bare = self.may_be_bare, False
        result = self.condition(depth)
        self.may_be_bare = before
        return result

    def gap(self):
        return text("\n      " if self.rng.random() < 0.04 else " ")

    def condition(self, depth, is_root=False):
        """`is_root`: nothing beside it is evaluated in any order, so it may
        assign."""
        rng = self.rng
        choice = rng.random()
        if depth == 0 or choice < 0.4:
            return self.atom()
        below = (lambda: self.condition(depth - 1, is_root))
        if choice < 0.5:
            return self.whole_of("!" + self.whole_of("(" + below() + ")"))
        if choice < 0.74:
            word = rng.choice(("&&", "||"))
            parts = [below() for _ in range(rng.choice((2, 2, 2, 3, 4)))]
            return self.whole_of("(" + self.linked(word, parts) + ")")
        if choice < 0.8:
            return self.whole_of(
                "(" + self.chosen(below(), self.whole_of(below()),
                                  self.whole_of(below())) + ")")
        if choice < 0.84 and is_root:
            return self.whole_of("(r += " + self.whole_value()
                                 + self.whole_of(below(), ", ") + ")")
        if choice < 0.88:
            name = self.name("t")
            return self.whole_of(
                f"({{ int {name} = " + self.whole_value() + "; if (" + below()
                + f") {name} = " + self.whole_value() + f"; {name} > 3; }})")
        return self.macro_condition()

    def compared(self):
        """For macros, whose decisions have one place."""
        return self.decision(text(f"{self.rng.choice(self.scope)} "), text(
            f"{self.rng.choice(RELATIONS)} {self.rng.choice(NUMBERS)}"))

    def macro_condition(self):
        rng = self.rng
        name = rng.choice(("WITHIN", "OUTSIDE", "BOTH", "EITHER", "NEITHER"))
        if name in ("WITHIN", "OUTSIDE"):
            x = rng.choice(self.scope)
            low, high = sorted(rng.sample(NUMBERS, 2))
            signs = (">=", "<=") if name == "WITHIN" else ("<", ">")
            parts = [self.decision(text(f"({x}) {sign} "), text(f"({limit})"))
                     for sign, limit in zip(signs, (low, high))]
            return self.expansion(
                f"{name}({x}, {low}, {high})",
                joined(" && " if name == "WITHIN" else " || ", parts))
        parts = [self.compared(), self.compared()]
        use = name + "(" + joined(", ", parts) + ")"
        parts = ["(" + part + ")" for part in parts]
        meaning = joined(" && " if name == "BOTH" else " || ", parts)
        return self.expansion(use, "!(" + meaning + ")" if name == "NEITHER"
                              else meaning)

    @staticmethod
    def expansion(use, meaning):
        """A use of a macro: all of its decisions are where it begins."""
        use = text(use)
        numbers = [piece for piece in meaning.plain if isinstance(piece, int)]
        words = tuple(piece for piece in use.plain if not isinstance(piece, int))
        return Text(tuple(dict.fromkeys(numbers)) + words,
                    f"({meaning.counted})")

    # --- values ---------------------------------------------------------------

    def value(self, depth):
        """An expression without effects."""
        rng = self.rng
        choice = rng.random()
        if depth == 0 or choice < 0.3:
            return text(rng.choice(self.scope + ["r"]) if rng.random() < 0.7
                        else str(rng.choice(NUMBERS)))
        if choice < 0.5:
            return "(" + self.value(depth - 1) + " " + rng.choice("+-*") + " " \
                + self.value(depth - 1) + ")"
        if choice < 0.65:
            side = self.value(depth - 1)
            other = side if rng.random() < 0.2 and not self.has_decision(side) \
                else self.value(depth - 1)
            return "(" + self.chosen(self.condition(1), side, other) + ")"
        if choice < 0.75:
            return self.macro_value(depth)
        if choice < 0.85 and self.can_call():
            return self.call()
        return "(" + self.truth(1) + ")"

    @staticmethod
    def has_decision(piece):
        return any(isinstance(part, int) for part in piece.plain)

    def macro_value(self, depth):
        rng = self.rng
        if rng.random() < 0.5:
            x = rng.choice(self.scope)
            low, high = sorted(rng.sample(NUMBERS, 2))
            return self.expansion(
                f"CLAMP({x}, {low}, {high})",
                self.decision(text(f"({x}) < "), text(f"({low})"))
                + f" ? {low} : "
                + self.decision(text(f"({x}) > "), text(f"({high})"))
                + f" ? {high} : {x}")
        condition, one, other = self.compared(), self.value(0), self.value(0)
        return self.expansion(
            "PICK(" + joined(", ", [condition, one, other]) + ")",
            self.chosen(condition, "(" + one + ")", "(" + other + ")"))

    def can_call(self):
        return self.may_call and self.pure

    def call(self):
        name, kinds = self.rng.choice(self.pure)
        return text(f"{name}(") + joined(", ", [
            self.value(1) if kind == "double" else self.whole_name()
            for kind in kinds]) + ")"

    # --- statements -----------------------------------------------------------

    def statement(self, depth):
        rng = self.rng
        forms = [self.assign, self.assign, self.one_line, self.leave]
        if depth > 0:
            forms += [self.guard, self.guard, self.guard, self.ladder,
                      self.while_loop, self.do_loop, self.for_loop,
                      self.for_ever, self.switch, self.switch, self.forward,
                      self.backward, self.assigned]
        if self.may_jump:
            forms.append(self.jump)
        return rng.choice(forms)(depth - 1)

    def block(self, depth):
        return joined("", [self.statement(depth)
                           for _ in range(self.rng.randint(1, 2))])

    def assign(self, _):
        target = "kept" if self.keeps and self.rng.random() < 0.4 else "r"
        if self.keeps and self.rng.random() < 0.4:
            return text(f"  {target} = kept + ") + self.whole_value() + ";\n"
        return text(f"  {target} {self.rng.choice(('=', '+=', '^='))} (int)(") \
            + self.integer() + ");\n"

    def integer(self):
        """A value that fits into an int, whatever the inputs."""
        return "(" + self.truth(2) + ") * 3 + " \
            + self.whole(1)

    def whole(self, depth):
        rng = self.rng
        choice = rng.random()
        if depth == 0 or choice < 0.3:
            return text(str(rng.choice(NUMBERS)))
        if choice < 0.5 and self.can_call():
            return self.call()
        if choice < 0.75:
            return "(" + self.chosen(self.condition(2), self.whole(0),
                                     self.whole(0)) + ")"
        return "(" + self.chosen(self.condition(1), self.whole(depth - 1),
                                 self.whole(depth - 1)) + ")"

    def one_line(self, _):
        """Several decisions on a line."""
        rng = self.rng
        result = text("  ")
        for _ in range(rng.randint(1, 3)):
            choice = rng.random()
            condition = self.condition(2, True)
            if choice < 0.4:
                result += "if (" + condition + ") r += 2; "
            elif choice < 0.6:
                result += "if (" + condition + ") r ^= 1; else r -= 3; "
            elif choice < 0.75:
                condition = self.compared()
                use = self.expansion("BUMP_IF(" + condition + ");", condition)
                result += Text(use.plain, f"if ({use.counted}) ++r;") + " "
            else:
                condition = self.macro_condition() if choice < 0.9 else \
                    self.compared()
                use = self.expansion("UNLESS(" + condition + ")", condition)
                result += Text(use.plain, f"if (!{use.counted})") + " r = 5; "
        return result + "\n"

    def leave(self, depth):
        rng = self.rng
        choice = rng.random()
        condition = self.condition(2, True)
        if choice < 0.5 or depth < 0:
            return "  if (" + condition + ") return " + self.whole(1) + ";\n"
        if choice < 0.85:
            value, condition = self.whole(0), self.compared()
            use = self.expansion(
                "LEAVE_IF(" + condition + ", " + value + ");", condition)
            return "  " + Text(use.plain, f"if ({use.counted}) return "
                               f"{value.counted};") + "\n"
        if choice < 0.95:
            return "  if (" + condition + ")\n    goto out;\n"
        return "  if (" + condition + ") " \
            + rng.choice(("exit(3)", "abort()")) + ";\n"

    def guard(self, depth):
        result = "  if (" + self.condition(2, True) + ") {\n" + self.block(depth)
        if self.rng.random() < 0.5:
            result += "  } else {\n" + self.block(depth)
        return result + "  }\n"

    def ladder(self, depth):
        result = "  if (" + self.condition(2, True) + ")\n  " \
            + self.assign(0)
        for _ in range(self.rng.randint(1, 3)):
            result += "  else if (" + self.condition(1, True) + ") {\n" \
                + self.block(depth) + "  }\n"
        return result + "  else\n  " + self.assign(0)

    def assigned(self, _):
        number = self.decision(text("(r = (int)(") + self.integer() + ")) ",
                               text(f"> {self.rng.choice(NUMBERS)}"))
        return "  if (" + number + ") r ^= 9;\n"

    def limit(self):
        return self.decision(text("left-- "), text("> 0"))

    def while_loop(self, depth):
        parts = [self.condition(2, True), self.limit()]
        return "  while (" + self.linked("&&", parts) + ") {\n" \
            + self.block(depth) + self.way_out() + "  }\n"

    def do_loop(self, depth):
        if self.rng.random() < 0.3:
            return "  do r += 3; while (" + self.linked("&&", [
                self.limit(), self.condition(1, True)]) + ");\n"
        return "  do {\n" + self.block(depth) + self.way_out() + "  } while (" \
            + self.linked("&&", [self.limit(), self.condition(2, True)]) \
            + ");\n"

    def for_loop(self, depth):
        name = self.name("i")
        bound = self.decision(text(f"{name} "),
                              text(f"< {self.rng.randint(1, 9)}"))
        head = text(f"  for (int {name} = 0; ") + bound
        if self.rng.random() < 0.4:
            head = head + " " + self.whole_of(self.condition(1, True), "&& ")
        head += f"; {name} += "
        head += "(" + self.chosen(self.condition(1), "1", "2") + ")" \
            if self.rng.random() < 0.3 else "1"
        return head + ") {\n" + self.block(depth) + self.way_out() + "  }\n"

    def for_ever(self, depth):
        return "  for (;;) {\n    if (!(" + self.limit() + ")) break;\n" \
            + self.block(depth) + self.way_out() + "  }\n"

    def way_out(self):
        if self.rng.random() < 0.5:
            return text("")
        return "    if (" + self.condition(2, True) + ") " \
            + self.rng.choice(("break", "continue")) + ";\n"

    def forward(self, depth):
        label = self.name("skip")
        return "  if (" + self.condition(2, True) + f") goto {label};\n" \
            + self.block(depth) + f"{label}:;\n"

    def backward(self, depth):
        label = self.name("again")
        return text(f"{label}:\n") + self.block(depth) + "  if (" \
            + self.linked("&&", [self.limit(), self.condition(2, True)]) \
            + f") goto {label};\n"

    def switch(self, depth):
        rng = self.rng
        cases, used = [], set()
        for _ in range(rng.randint(1, 5)):
            low = rng.choice(NUMBERS) if rng.random() < 0.7 else \
                rng.randint(-20, 20)
            high = low + (rng.randint(1, SMALL_RANGE) if rng.random() < 0.2
                          else 0)
            if not used & set(range(low, high + 1)):
                used |= set(range(low, high + 1))
                cases.append((low, high))
        large = (5000, 5000 + LARGE_RANGE) if rng.random() < 0.2 else None
        values = [each for low, high in cases for each in range(low, high + 1)]
        first = self.decisions
        self.decisions += len(values) + (large is not None)
        wide = rng.random() < 0.2
        value = self.whole(1) if rng.random() < 0.3 else \
            self.whole_name()
        all_cases = [(each, each) for each in values] + [large] * bool(large)
        table = "".join(f"{{{low}, {high}}}, " for low, high in all_cases)
        kind = "long long" if wide else "int"
        result = text("  ") + Text(
            tuple(range(first, first + len(values)))
            + (f"switch (({kind})(",) + value.plain + (")) {\n",),
            f"switch (S(({kind})({value.counted}), {first}, (const long long[]"
            f"[2]){{{table}}}, {len(all_cases)})) {{\n")
        bodies = [("case", case) for case in cases]
        if large:
            bodies.append(("large", large))
        if rng.random() < 0.7:
            bodies.insert(rng.randint(0, len(bodies)), ("default", None))
        for word, case in bodies:
            if word == "default":
                result += "  default:"
            elif case[0] == case[1]:
                result += f"  case {case[0]}:"
            else:
                result += f"  case {case[0]} ... {case[1]}:"
            if word == "large":
                result += " " + Text((first + len(values), "r ^= 77;\n"),
                                     "r ^= 77;\n")
            elif rng.random() < 0.15:
                # Clang asks for the values of a range behind those of a case
                # that it is labelled with.
                result += " " if word == "case" and case[0] == case[1] and \
                    rng.random() < 0.5 else " ;\n"
                continue
            else:
                result += self.rng.choice(("\n", " ")) + self.block(
                    min(depth, 1))
            choice = rng.random()
            result += "    break;\n" if choice < 0.6 else \
                "    return r;\n" if choice < 0.7 else ""
        return result + "  ;}\n"

    def whole_value(self):
        """What is converted to an int: no number of a float type, which may
        not fit."""
        return self.whole_name() if self.rng.random() < 0.7 else self.whole(0)

    def whole_name(self):
        return text(self.rng.choice(self.wholes + ["r"]))

    def jump(self, _):
        """The caller of setjmp, which may be a condition's only operand."""
        number = self.decisions
        self.decisions += 1
        body = "    if (" + self.condition(1) + ") longjmp(place, 1);\n    r += 4;\n"
        return "  if (" + Text(("setjmp(place) ", number, "== 0) {\n"),
                               f"setjmp(place) == 0) {{ T({number}, 1);\n") \
            + body + "  } else {" + Text(("",), f" T({number}, 0);") \
            + " r ^= 21; }\n"

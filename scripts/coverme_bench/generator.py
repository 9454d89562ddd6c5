# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C functions of any size for bench-scale, which tells about the shapes, and
bench-prove."""
import random

SHAPES = ("seq", "nest", "ladder", "switch", "loop")


class Generator:
    """Makes one function `f` of about `branches` branches."""

    def __init__(self, shape, branches, inputs):
        self.shape, self.inputs = shape, inputs
        self.branches = branches
        self.left = branches // 2  # sites
        self.rng = random.Random(f"{shape} {branches} {inputs}")
        self.lines = []
        self.site = 0

    def source(self):
        self.body()
        parameters = ", ".join(f"double x{i}" for i in range(self.inputs))
        array = ", ".join(f"x{i}" for i in range(self.inputs))
        head = [f"/* {self.shape}, {self.branches} branches, "
                f"{self.inputs} inputs */", f"double f({parameters}) {{",
                f"  double s = 0;"]
        if self.shape == "loop":
            head.append(f"  double v[] = {{{array}}};")
        return "\n".join(head + self.lines + ["  return s;", "}"]) + "\n"

    def body(self):
        getattr(self, self.shape)()

    def threshold(self):
        """Spread over magnitudes, few digits, none twice in a row."""
        return round(self.rng.choice((-1, 1)) * self.rng.uniform(1, 10)
                     * 10 ** self.rng.randint(-3, 5), 4)

    def condition(self, x):
        """A condition on input x that holds for some values, not for others."""
        c = self.threshold()
        left = x if self.rng.random() < 0.5 else \
            f"{x} * {self.rng.choice((2, 3, 5))} + {self.rng.randint(1, 9)}"
        if self.rng.random() < 0.1:  # exact, and so with a solution for sure
            return f"{x} == {c!r}"
        return f"{left} {self.rng.choice(('<', '<=', '>', '>='))} {c!r}"

    def next_input(self):
        self.site += 1
        return f"x{(self.site - 1) % self.inputs}"

    def seq(self):
        for k in range(self.left):
            condition = self.condition(self.next_input())
            self.lines.append(f"  if ({condition}) s += {k};\n  else s -= 1;")

    def nest(self):
        """In each chain every level leaves an interval of each input that is
        inside the one before, so that its last level can be reached."""
        while self.left > 0:
            depth = min(10, self.left)
            self.left -= depth
            low = [self.rng.randint(-1000, 0) for _ in range(self.inputs)]
            high = [low_i + 1000 for low_i in low]
            for level in range(depth):
                i = self.site % self.inputs
                x = self.next_input()
                if level % 2 == 0:
                    low[i] += self.rng.randint(1, 50)
                    condition = f"{x} > {low[i]}"
                else:
                    high[i] -= self.rng.randint(1, 50)
                    condition = f"{x} * 2 + 1 < {2 * high[i] + 1}"
                self.lines.append(f"  if ({condition}) {{ s += {level};")
            self.lines.append("  " + "}" * depth)

    def ladder(self):
        low = [0.0] * self.inputs
        for k in range(self.left):
            i = self.site % self.inputs
            x = self.next_input()
            low[i] += self.rng.randint(1, 9)
            self.lines.append(f"  if ({x} < {low[i]}) return {k};")

    def switch(self):
        while self.left > 0:
            x = self.next_input()
            # Two sites keep the conversion defined.
            cases = max(1, min(40, self.left - 2))
            self.left -= cases + 2
            step = self.rng.randint(1, 5)
            self.lines.append(f"  if ({x} > -1e6 && {x} < 1e6)")
            self.lines.append(f"    switch ((int){x}) {{")
            for k in range(cases):
                self.lines.append(f"    case {1 + k * step}: s += {k} * {x};"
                                  " break;")
            self.lines.append("    default: s -= 1;\n    }")

    def loop(self):
        while self.left > 0:
            if self.rng.random() < 0.7 or self.left < 3:
                self.left -= 2
                self.lines.append(
                    f"  for (int i = 0; i < {self.inputs}; ++i)\n"
                    f"    if ({self.condition('v[i]')}) s += v[i];")
            else:
                self.left -= 3
                x = self.next_input()
                trips = self.rng.randint(3, 20)
                self.lines.append(
                    f"  {{ int n = 0;\n    for (double t = {x}; t > "
                    f"{abs(self.threshold())!r} && n < 30; t *= 0.5) ++n;\n"
                    f"    if (n > {trips}) s += n; }}")

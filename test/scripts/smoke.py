#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has a program of scripts/ or fdlibm-bench/ do a little of its work.

    smoke.py --list            the names
    smoke.py NAME COVERME      runs NAME with that tool

A program passes if it ends with one of the exit codes, without a traceback, and
what it prints matches all patterns. Five names are no
programs: `complete` looks for programs that nobody runs, `usage` asks each for
its help and for what it does not know, `interrupt` presses Ctrl-C, `package` is
about the package that they share, and `mutants` about changes of a source that
no input tells.
"""
import contextlib
import dataclasses
import io
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("scripts", "scripts/nightly", "scripts/real", "fdlibm-bench")
# Where programs are run that have no entry below.
ELSEWHERE = ("scripts/test", "test/CMakeLists.txt", "test/e2e/*.test",
             "test/e2e/helpers/newlib", ".ci/run")


@dataclasses.dataclass(frozen=True)
class Smoke:
    """How a program is run, and what it has to print."""

    program: str
    arguments: str
    patterns: tuple
    codes: tuple = (0,)
    prepare: object = None  # given a folder, which is {folder} in arguments


def unpack_libraries(folder):
    """In place of Debian's sources, which need a network: folders of the names
    that these are unpacked to."""
    sources = {
        "erfa-2.0.0.1/src/half.c": "double eraHalf(double x) {\n"
                                   "  return x < 0 ? 0 : x / 2;\n}\n",
        "rtklib-2/src/rtkcmn.c": "int satsys(int x) { return x & 3; }\n",
        "rtklib-2/src/lambda.c": "int satsys(int);\nint lambda(int n) {\n"
                                 "  return satsys(n) == 3 ? 1 : 2;\n}\n",
        "rtklib-2/src/ephemeris.c": "int missing(int);\nint eph(int x) {\n"
                                    "  return x > 7 ? missing(x) : 2;\n}\n",
    }
    for name, text in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def unpack_project(folder):
    """The same for a project of scripts/real. Its options have an object made
    by a function, of whose numbers one branch wants another."""
    path = folder / "proj-9/src/geodesic.c"
    path.parent.mkdir(parents=True)
    path.write_text("int third(const double *p, int n) {\n  double sum = 0;\n"
                    "  for (int i = 0; i < n; i++) sum += p[i];\n"
                    "  return sum == 6 ? 1 : 0;\n}\n"
                    "struct geod_geodesic { double n; };\n"
                    "void geod_init(struct geod_geodesic *g, double a, "
                    "double f) {\n  g->n = 3;\n}\n"
                    "int geod_geninverse_int(struct geod_geodesic *g) {\n"
                    "  return g->n == 7 ? 1 : 0;\n}\n")


def unpack_meson_project(folder):
    """The same for one that scripts/real/builds builds."""
    root = folder / "serd-0"
    (root / "src").mkdir(parents=True)
    (root / "serd.ttl").write_text("1.5\n")
    (root / "src/string.c").write_text(
        "#include <stdlib.h>\ndouble serd_strtod(const char *text) {\n"
        "  double x = strtod(text, NULL);\n  return x > 7.25 ? 7.25 : x;\n}\n")
    (root / "main.c").write_text(
        "#include <stdio.h>\ndouble serd_strtod(const char *text);\n"
        "int main(int count, char **words) {\n"
        '  printf("%a\\n", serd_strtod(words[count - 1] + 4));\n'
        "  return 0;\n}\n")
    (root / "meson.build").write_text(
        "project('serd', 'c')\nserd = shared_library('serd-0', 'src/string.c')\n"
        "test('main', executable('serdi', 'main.c', link_with: serd), "
        "args: '1')\n")


# Figures of the machine may miss their targets; that is no failure.
SMOKES = {
    "bench-compile": Smoke(
        "scripts/bench-compile", "--rounds 1 examples/logit.c",
        (r"^ +1 +-O2 +\d", r"^at most -?\d+\.\d % added; target 30 %: ")),
    "bench-detached": Smoke(
        "scripts/bench-detached", "--rounds 1 --size 1000",
        (r"^sieve +-O3 +\d", r"^median ratio: -O0 \d+\.\d\d, .*; target 2\.0: ")),
    "bench-inputs": Smoke(
        "scripts/bench-inputs", "--seeds 1 --branches 200 --evals 2000",
        (r"^nested structs +100 +0 ", r"^not read, written: 0 inputs$"), (0, 1)),
    "bench-kept": Smoke(
        "scripts/bench-kept", "--only ^tanh$ --mutants 4",
        (r"^tanh +4 ", r"^1 of 1 functions: tests build and pass; \d of 4 "),
        (0, 1)),
    "bench-prove": Smoke(
        "scripts/bench-prove", "--iterations 2 --max-branches 30 --shapes seq "
        "--runs 1 -- --max-evals 20000",
        (r"^ +2 +4 +3 +1 .* 3\.536 +12\.326$", r"^every path decided: met$",
         r"^unit +\| +yes +1 .*\| +no ", r"^every planted branch proved: met$")),
    "bench-scale": Smoke(
        "scripts/bench-scale", "--max-branches 10 --shapes seq,loop --inputs 10",
        (r"^loop +10 +12 +0 ", r"^all branches covered: 2 of 2 functions$")),
    "bench-search": Smoke(
        "scripts/bench-search", "--seeds 1 --only ^(tanh|beale)$ --table local "
        "--rows avm -- --max-evals 20000",
        (r"^default +newlib +\| +12 +12 +12 ", r"^local avm +hard ",
         r"^beale +\| +1 +1 .* 27 of 30 +yes$")),
    "bench-startup": Smoke(
        "scripts/bench-startup", "1", (r"^to compile and link +\d+\.\d\d$",)),
    "bench-ulp": Smoke(
        "scripts/bench-ulp", "--only ^(tanh|sin)$ -- --max-evals 5000",
        (r"^sin +0\.\d+ +0\.\d+ +\d+ ", r"^tanh +[12]\.\d+ ")),
    "check-html": Smoke(
        "scripts/check-html", "--without-browser",
        (r"^3 pages and a site: structure is right$",)),
    "pictures": Smoke(
        "scripts/pictures", "--without-browser --to {folder}", ()),
    "ground-truth": Smoke(
        "scripts/ground-truth", "--functions 1 --seed 2 --kinds short --prove "
        "interval", (r"^\| `short` \| interval \| 1 \| 66 \| 10 .* \| 0 \|$",)),
    "nights": Smoke(
        # The whole of it takes minutes.
        "scripts/nightly/nights", "--help", (r"^Three nights over newlib and libraries",)),
    "kills": Smoke(
        "scripts/nightly/kills", "--kills 1 --work {folder}/kills",
        (r"^\d+ kills in \d+ rounds: each store whole, each export the same$",)),
    "check-slurm": Smoke(
        "scripts/nightly/check-slurm", "--without-kill",
        (r"^(skipped: Slurm cannot start here: .|"
         r"an array of 16 parts on 2 nodes: the same export; )",)),
    "make-store": Smoke(
        "scripts/nightly/make-store", "--functions 5 --nights 2 {folder}/store.db",
        ()),
    "all": Smoke(
        "fdlibm-bench/all", "--only ^math/s_(sin|tanh) --once",
        (r"^math/s_tanh.c +tanh +12 +12 .* 100.0 ",
         r"^2 files, .*: 2 ran, 0 skipped, 0 failed")),
    "check-newlib": Smoke(
        "fdlibm-bench/check-newlib", "--only ^tanh$",
        (r"^1 of 1 as expected, 12 branches$",)),
    "check-proofs": Smoke(
        "fdlibm-bench/check-proofs", "--only ^atan$",
        (r"^atan .* unsat +\d.* unsat +\d", r"^all confirmed$")),
    "compare": Smoke(
        "fdlibm-bench/compare", "--only ^tanh$ --peers random,libfuzzer "
        "--seconds 1", (r"^tanh +12 \| +12 .*\| +100\.0 +33\.3 +75\.0 +33\.3",)),
    "floats": Smoke(
        "fdlibm-bench/floats", "--only ^__ieee754_atanhf$ --skip-exhaustion",
        (r"^__ieee754_atanhf +12 +11 \| +1 +0 100\.0 ",)),
    "library": Smoke(
        "fdlibm-bench/library",
        "--only ^tanh$ --files ^(s_(tanh|expm1|fabs|fpclassify)|math_err)",
        (r"^tanh +12 +12 +0 ", r"^1 of 1 as their files alone$")),
    "libraries": Smoke(
        "fdlibm-bench/libraries", "--work {folder}",
        (r"^\| ERFA \| 1 \| 1 \| 1 \| 0 \| 2 \| 2 ",
         r"^\| RTKLIB ephemeris.c \| 1 \| 1 \| 1 \|"), prepare=unpack_libraries),
    "real": Smoke(
        "scripts/real/run", "--work {folder} --only geodesic",
        (r"^\| PROJ geodesic \| 2 \| 0 \| 6 \| 6 \| 0 .* \| 100.0 % \| 0 ",
         r"^\| PROJ geodesic, options \| 2 \| 0 \| 6 \| 5 \| 0 .* \| 83.3 % ",
         r"^\| all, options \| 0 \| 0 \| 0 "),
        prepare=unpack_project),
    "real-builds": Smoke(
        "scripts/real/builds", "--work {folder} --only serd",
        (r"^\| serd \| Meson \| .* \| 1 of 1 \| 1 of 1 \| 1 \| 2 \| 100.0 % .*"
         r"\| 100.0 % \| \d+ \| 0 \|$",
         r"^    \$ coverme -p b src/string.c --entry serd_strtod$"),
        prepare=unpack_meson_project),
    # This one does all of its work.
    "run": Smoke(
        "fdlibm-bench/run", "--jobs 2 --check fdlibm-bench/baseline.tsv",
        (r"^s_tanh.c +tanh +\| +12 100\.0 100\.0 .* 12 +12 100\.0 ",
         r"^MEAN/SUM +\| 914 +90\.8 .*\| +\d+ 926 ")),
}


def fail(text):
    sys.exit(f"smoke.py: {text}")


def run(command, **options):
    return subprocess.run(command, text=True, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, cwd=REPOSITORY, **options)


def programs():
    """The paths of all, from the repository on."""
    for folder in FOLDERS:
        for path in sorted((REPOSITORY / folder).iterdir()):
            if path.is_file() and os.access(path, os.X_OK):
                yield f"{folder}/{path.name}"


def check_smoke(name, coverme):
    smoke = SMOKES[name]
    with tempfile.TemporaryDirectory(prefix="smoke-") as folder:
        if smoke.prepare:
            smoke.prepare(pathlib.Path(folder))
        own, *more = smoke.arguments.replace("{folder}", folder).split(" -- ")
        uses_tool = "--coverme" in (REPOSITORY / smoke.program).read_text() or \
            "\"coverme\"" in (REPOSITORY / smoke.program).read_text()
        done = run([smoke.program, *["--coverme", coverme] * uses_tool,
                    *own.split(), *(word for part in more
                                    for word in ("--", *part.split()))])
    print(done.stdout, done.stderr, sep="")
    if done.returncode not in smoke.codes:
        fail(f"{name} ends with exit code {done.returncode}")
    if "Traceback" in done.stderr:
        fail(f"{name} shows a traceback")
    for pattern in smoke.patterns:
        if not re.search(pattern, done.stdout, re.MULTILINE):
            fail(f"{name} prints nothing that matches '{pattern}'")


def commands():
    """What runs programs besides us: text without its comments."""
    for path in (path for pattern in ELSEWHERE
                 for path in REPOSITORY.glob(pattern)):
        for line in path.read_text().splitlines():
            if "RUN:" in line if path.suffix == ".test" \
                    else not line.startswith("#"):
                yield line


def check_complete(_):
    known = {smoke.program for smoke in SMOKES.values()}
    elsewhere = list(commands())
    for program in programs():
        called = re.compile(rf"{re.escape(program)}(?![\w.-])")
        if program not in known and not any(map(called.search, elsewhere)):
            fail(f"{program} is run by no test: give it an entry in SMOKES")
    for program in known - set(programs()):
        fail(f"{program} is no program any more")


def check_usage(_):
    """What every Python program says of itself, and of what it does not know."""
    asked = 0
    for program in programs():
        if "python3" not in (REPOSITORY / program).open().readline():
            continue
        asked += 1
        told = run([program, "--help"])
        if told.returncode != 0 or not re.search(
                r"^exit codes:\n +0 ", told.stdout, re.MULTILINE):
            fail(f"{program} --help tells no exit codes: {told.stdout}"
                 f"{told.stderr}")
        refused = run([program, "--no-such-option"])
        name = re.escape(program.split("/")[-1])
        if refused.returncode not in (2, 3) or refused.stdout or \
                not re.fullmatch(rf"{name}: .+\n", refused.stderr):
            fail(f"{program} --no-such-option: exit code {refused.returncode}, "
                 f"{refused.stdout}{refused.stderr}")
    if asked < len(SMOKES):
        fail(f"only {asked} programs are in Python")



def check_interrupt(coverme):
    """Ctrl-C, and a kill by SIGTERM, end a program and the tools under it."""
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        with tempfile.TemporaryDirectory(prefix="smoke-") as folder:
            process = subprocess.Popen(
                ["scripts/bench-search", "--set", "hard", "--seeds", "20",
                 "--rows", "^$", "--coverme", coverme], cwd=REPOSITORY, text=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                env={**os.environ, "TMPDIR": folder})
            try:
                while " runs: " not in process.stderr.readline():
                    if process.poll() is not None:
                        fail(f"bench-search ends with {process.returncode}")
                time.sleep(0.5)
                process.send_signal(number)
                rest = process.communicate(timeout=10)[1]
            finally:
                process.kill()
            if process.returncode != code or "Traceback" in rest:
                fail(f"signal {number}: exit code {process.returncode}\n{rest}")
            deadline = time.monotonic() + 10
            while left := os.listdir(folder):
                if time.monotonic() > deadline:
                    fail(f"signal {number}: left in TMPDIR: {left}")
                time.sleep(0.05)


def check_package(_):
    """Parts of coverme_bench whose errors runs would not show."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(REPOSITORY / "scripts"))
    from coverme_bench import newlib, processes, table, timing

    def expect(what, value, expected):
        if value != expected:
            fail(f"{what}: {value}, not {expected}")

    def echo(word):
        return processes.run(["echo", word]).output.strip()

    # The first reader leaves before the end.
    for words in ("abc", "abcd"):
        results = processes.in_parallel(2, echo, "abcd")
        expect("in parallel", [each for _, each in zip(words, results)],
               list(words))
    start = time.monotonic()
    for stubborn in ("", "trap '' TERM; "):
        late = processes.run(
            ["sh", "-c", stubborn + "sleep 60 & echo $!; sleep 60"], 0.2)
        expect("late", (late.is_late, late.failure()[:13]),
               (True, "stopped after"))
        child = pathlib.Path("/proc", late.output.strip(), "stat")
        while child.exists() and child.read_text().split()[2] not in "ZX":
            if time.monotonic() > start + 30:
                fail(f"{child} is left")
            time.sleep(0.01)
    done = processes.run(["sh", "-c", "echo why >&2; exit 3"])
    expect("failure", (done.failure(), done.failure((0, 3))),
           ("exit code 3: why", ""))

    text = io.StringIO()
    with tempfile.NamedTemporaryFile("r") as file, \
            contextlib.redirect_stdout(text):
        shown = table.Table([
            table.Column("name", left=True), table.Column("count", "n"),
            table.Column("share", "%", 4, group="g", total="mean"),
            table.Column("s", "", 4, ".2f", "g")], file.name)
        shown.add(["a", 1, 50.0, 0.5])
        shown.add(["b", 3, None, 0.25], "  late")
        shown.total("all")
        tsv = file.read()
    expect("table", text.getvalue(), """\
       | --- g ---
name n |    %
a    1 | 50.0 0.50
b    3 |    - 0.25  late
------------------
all  4 | 50.0 0.75
""")
    expect("TSV", tsv, "name\tcount\tshare\ts\na\t1\t50\t0.5\nb\t3\t-\t0.25\n")
    means, rows = newlib.read_means(), newlib.read_functions()
    for column in ("rand", "afl", "coverme", "austin", "line_rand", "line_afl",
                   "line", "coverme_s", "austin_s"):
        figures = [float(row[column]) for row in rows if row[column] != "-"]
        expect(f"mean of {column}, as printed",
               f"{sum(figures) / len(figures):.1f}", means[column])
    expect("exponent", round(timing.exponent([(1, 1), (10, 100), (100, 1e4)]), 6),
           2)
    expect("growth", timing.growth([4, 2, 3]), 1.5)
    expect("in turns", timing.in_turns({"a": lambda k: k, "b": lambda k: -k}, 2),
           {"a": [0, 1], "b": [0, -1]})


# Functions, changes of them, and why no input tells these, or that one does. That
# of `length`, because it asks for the size; of the first of `loop`, that might not
# come to its end.
CHANGED = {
    "room": """double room(double x) {
  double own[2];
  own[0] = __builtin_fabs(x);
  own[1] = x > 7 ? 4 : 5;
  return own[0] > -1 ? own[1] : 0;
}
""",
    "length": """unsigned long length(void) {
  double own[2];
  return sizeof own;
}
""",
    "sign": """double sign(double x) {
  if (x < 3)
    return 2;
  return x < 4 ? 2 : x < 0 ? -x : 5;
}
""",
    "loop": """double loop(double x) {
  if (x < 3)
    return 2;
  for (int i = 0; i < 9; i++)
    x = x / 2;
  return x < 0 ? 1 : 2;
}
"""}
SAME = (("room", "2];", "3];", "array"), ("length", "2];", "3];", ""),
        ("room", "> -1", ">= -1", "values"), ("room", "> 7", ">= 7", ""),
        ("sign", "< 3", "<= 3", "results"), ("sign", "< 4", "<= 4", ""),
        ("sign", "< 0", "<= 0", "values"), ("sign", "-x : 5", "-x : 6", ""),
        ("loop", "< 3", "<= 3", ""), ("loop", "< 0", "<= -1", "values"))


def check_mutants(coverme):
    sys.path.insert(0, str(REPOSITORY / "scripts"))
    from coverme_bench import equivalent, mutants

    @dataclasses.dataclass
    class Subject:
        entry: str
        source: pathlib.Path
        options = flags = ()

        def compiler_flags(self):
            return ()

        def called(self):
            return ()

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for entry, before, after, how in SAME:
            text, source = CHANGED[entry], folder / f"{entry}.c"
            source.write_text(text)
            begin = text.index(before)
            mutant = mutants.Mutant(text, begin, begin + len(before), after)
            asked = equivalent.Equivalence(Subject(entry, source), coverme,
                                           folder)
            got = equivalent.is_longer_array(mutant) or asked.holds(mutant)
            if got != how:
                fail(f"{entry}: {before} -> {after}: '{got}', not '{how}'")


CHECKS = {"complete": check_complete, "usage": check_usage,
          "interrupt": check_interrupt, "package": check_package,
          "mutants": check_mutants}


def main():
    if sys.argv[1:] == ["--list"]:
        print(*SMOKES, *CHECKS, sep="\n")
        return
    name, coverme = sys.argv[1:]
    if name in CHECKS:
        CHECKS[name](coverme)
    else:
        check_smoke(name, coverme)


main()

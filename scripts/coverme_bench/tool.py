# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""coverme: the build that is used, a run of it, and what its JSON says."""

import contextlib
import dataclasses
import json
import shutil

from coverme_bench import processes
from coverme_bench.program import RunError, temporary_folder

CLANG = "clang-19"
# As driver/frontend/c/Compiler.cpp compiles; the first are those on which it hangs
# what the code computes.
VALUE_FLAGS = ("-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
               "-fno-delete-null-pointer-checks")
COMPILE = ("-c", "-g", "-O1", "-fPIC", "-w", *VALUE_FLAGS, "-mllvm",
           "-grow-region-complexity-budget=1000")
UNDECIDED = ("deemed_infeasible", "open")
# Beyond coverme's own limits, for a run that does not end.
PATIENCE = 300


@dataclasses.dataclass(frozen=True)
class Run:
    """A run of coverme: its report, or how it failed."""

    seconds: float
    failure: str = ""
    text: str = ""  # of the JSON
    peaks: dict = dataclasses.field(default_factory=dict)

    @property
    def report(self):
        return json.loads(self.text) if self.text else None


def try_run(coverme, arguments, flags=(), path=None, seconds=PATIENCE, **options):
    """Runs coverme. The JSON goes to `path` if that is given, and stays there."""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
    try:
        done = processes.run(
            [coverme, *arguments, "-q", "--json", path or "-", "--", *flags],
            seconds, **options)
    except OSError as error:  # the tool is being linked again, say
        return Run(0, str(error))
    failure = done.failure((0, 1))
    text = done.output if path is None else \
        path.read_text("utf-8") if path.exists() else ""
    if not text and not failure:
        failure = "it wrote no JSON"
    return Run(done.seconds, failure, text, done.peaks)


def report(coverme, arguments, flags=(), what="coverme", **options):
    """The JSON of a run, which must succeed."""
    done = try_run(coverme, arguments, flags, **options)
    if done.failure:
        raise RunError(f"{what}: {done.failure}")
    return done.report


@contextlib.contextmanager
def snapshot(coverme):
    """A copy of the tool with what lies beside it, so that all runs are of one
    build even if it is rebuilt meanwhile."""
    with temporary_folder() as folder:
        shutil.copytree(coverme.parent.parent / "lib" / "coverme",
                        folder / "lib" / "coverme")
        (folder / "bin").mkdir()
        yield shutil.copy2(coverme, folder / "bin" / "coverme")


def branches(suite):
    """Pairs of a site and one of its branches."""
    for site in suite["sites"]:
        for branch in site["branches"]:
            yield site, branch


def proved(suite):
    """Those that are proved infeasible."""
    return [(site, branch) for site, branch in branches(suite)
            if branch["verdict"] == "proved_infeasible"]


def place(site, branch):
    """As `coverme explain` takes it."""
    return (f"{site['file']}:{site['line']}:{site['column']}:"
            f"{str(branch['outcome']).lower()}")


def verdicts(suite):
    """Pairs of a branch's place and its verdict."""
    return [(place(site, branch), branch["verdict"])
            for site, branch in branches(suite)]


def words(verdict):
    """"deemed_infeasible" in words."""
    return verdict.replace("_", " ")


def decided(counts):
    """How many branches are covered or proved infeasible."""
    return counts["covered"] + counts["proved_infeasible"]


def percent(part, whole):
    """Never 100.0 for less than all of it."""
    return f"{part * 1000 // whole / 10:.1f}" if whole else "-"


def proof_seconds(suite):
    return sum((proof["seconds"] for proof in suite["timing"]["proofs"]), 0.0)

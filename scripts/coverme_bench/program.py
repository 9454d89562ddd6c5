# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What makes a program of a function: its command line, one line on stderr for
what goes wrong, the documented exit code, and an orderly end on Ctrl-C."""

import argparse
import contextlib
import os
import pathlib
import re
import signal
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
COVERME = REPOSITORY / "build" / "bin" / "coverme"
NAME = pathlib.Path(sys.argv[0]).name
AT_END = []  # what is called when the program ends


class UserError(Exception):
    """Something that the user has to put right; the text says what."""


class RunError(Exception):
    """A program that was run did not do its work; the text says how."""


def warn(text):
    """A line on stderr, with the program's name."""
    print(f"{NAME}: {text}", file=sys.stderr, flush=True)


def main(work):
    """Ends the program with the exit code that work() returns: 2 for what the
    user has to put right, 3 for what did not do its work, 130 for Ctrl-C."""
    # So that temporary folders and processes go then, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        sys.exit(work())
    except (UserError, OSError) as error:
        warn(error)
        sys.exit(2)
    except RunError as error:
        warn(error)
        sys.exit(3)
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    finally:
        for end in AT_END:
            end()


@contextlib.contextmanager
def temporary_folder(within=None):
    """A folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-", dir=within) as name:
        yield pathlib.Path(name)


def executable(path):
    """The program's absolute path."""
    if not os.access(path, os.X_OK) or path.is_dir():
        raise UserError(f"no program '{path}'; build it (scripts/quickstart), "
                        "or say where it is")
    return path.resolve()


# --- the command line --------------------------------------------------------

def positive(text):
    """The number of an option that counts something."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no positive number")
    return int(text)


def natural(text):
    """A number that may be zero, such as a seed."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 0 on")
    return int(text)


def seconds(text):
    """The number of an option that says how long."""
    with contextlib.suppress(ValueError):
        if float(text) > 0:
            return float(text)
    raise argparse.ArgumentTypeError(f"'{text}' is no positive number")


def pattern(text):
    """A regular expression."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error}")


def listed(known=None, each=str):
    """Makes a list of what commas separate, each of it one of those known."""
    def read(text):
        words = [each(word) for word in text.split(",") if word]
        for word in words:
            if known is not None and word not in known:
                raise argparse.ArgumentTypeError(
                    f"no '{word}'; there are {', '.join(known)}")
        return words
    return read


class Arguments(argparse.ArgumentParser):
    """The options of a program, whose docstring is its help. What is wrong with
    them is one line."""

    def __init__(self, takes_more=False):
        """`takes_more`: what follows -- goes to coverme, and is in `extra`."""
        super().__init__(
            description=sys.modules["__main__"].__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            usage="%(prog)s [OPTION]..."
            + " [-- COVERME-OPTION...]" * takes_more)
        self.takes_more = takes_more

    def option(self, name, help, default=None, type=str, metavar="N", **more):
        """An option with a value; its help tells the default, if it has one.
        Read as if given, so that the default may be text, too."""
        if default not in (None, ""):
            help += f" (default: {default})"
        self.add_argument(name, default=default, type=type, metavar=metavar,
                          help=help.replace("%", "%%"), **more)

    def flag(self, name, help):
        self.add_argument(name, action="store_true", help=help)

    def path(self, name, help, default=None, metavar="DIR"):
        self.option(name, help, default, pathlib.Path, metavar)

    def choice(self, name, help, choices, default=None):
        self.add_argument(name, choices=choices, default=default,
                          help=help + (f" (default: {default})" if default
                                       else ""))

    def common(self, *names, **defaults):
        """Options that several programs have, under the same names."""
        for name in names + tuple(defaults):
            kind, metavar, default, help = COMMON[name]
            self.option(f"--{name}", help, defaults.get(name, default), kind,
                        metavar)

    def parse(self, needs_tool=True):
        """The options; coverme is a program that is there, unless the caller
        sees to that."""
        own, extra = sys.argv[1:], []
        if self.takes_more and "--" in own:
            at = own.index("--")
            own, extra = own[:at], own[at + 1:]
        options = self.parse_args(own)
        options.extra = extra
        if needs_tool and hasattr(options, "coverme"):
            options.coverme = executable(options.coverme)
        if getattr(options, "work", None):
            options.work = options.work.resolve()
        return options

    def error(self, message):
        raise UserError(f"{message} (--help lists the options)")


COMMON = {
    "coverme": (pathlib.Path, "PATH", COVERME, "the tool"),
    "work": (pathlib.Path, "DIR", REPOSITORY / "build" / "fdlibm-bench",
             "for sources and results"),
    "only": (pattern, "REGEX", "", "functions whose name matches"),
    "seed": (natural, "N", 1, "passed to coverme"),
    "jobs": (positive, "N", 1, "so many at once; more than one makes the seconds "
             "wrong"),
    "timeout": (seconds, "S", 300, "seconds for one run"),
    "tsv": (pathlib.Path, "FILE", None, "write the table there, too"),
    "keep": (pathlib.Path, "DIR", None, "keep the generated sources there"),
}

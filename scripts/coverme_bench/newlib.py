# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""newlib's libm, ready to be given to coverme one function at a time.

Unpacks the classic fdlibm sources from Debian's package newlib-source and
builds one archive of what the benchmarked functions call. Nothing of newlib
is kept in this repository.
"""

import fcntl
import hashlib
import pathlib
import re
import shlex
import shutil
import tarfile
import tempfile

from coverme_bench import debian
from coverme_bench.program import COMMON, REPOSITORY, UserError
from coverme_bench.table import read_tsv

TABLE_FOLDER = REPOSITORY / "fdlibm-bench"
DEFAULT_DEST = COMMON["work"][2]
PACKAGE = "newlib-source"
PACKAGE_FOLDER = pathlib.Path("/usr/src/newlib")
TABLES = {"table2": "functions.tsv", "excluded": "excluded.tsv"}
WANTED = ("newlib/libm/math/", "newlib/libm/common/", "newlib/libc/include/")

# The first macro selects the 1993 code (e_pow.c, e_log.c, e_exp.c) on machines
# too, such as aarch64, where newlib prefers its rewrites of 2018 (libm/common).
# The second is what newlib's own build defines. The code puns doubles through
# pointers to int.
COMPILE_FLAGS = (
    "-D__OBSOLETE_MATH=1",
    "-D_COMPILING_NEWLIB",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
)

# Hidden, since a process that loads the result already has the host's sin,
# exp, rint: the calls must not be bound to those. WANT_ERRNO=0 lets math_err.c
# do without newlib's per-thread errno. As a builtin, a sine beside a cosine
# becomes a call of the host's sincos.
ARCHIVE_FLAGS = COMPILE_FLAGS + (
    "-O1", "-fPIC", "-fvisibility=hidden", "-DWANT_ERRNO=0", "-w",
    "-fno-builtin-sin", "-fno-builtin-cos", "-fno-builtin-sinf",
    "-fno-builtin-cosf", "-fno-builtin-sqrtf")

# All that the functions of functions.tsv and excluded.tsv and those of `floats`
# call, and what those call in turn. A member is linked only when the file under
# test leaves its name undefined, so that functions under test may be in here
# too.
ARCHIVE_MEMBERS = (
    "math/e_exp.c", "math/e_fmod.c", "math/e_j0.c", "math/e_j1.c",
    "math/e_log.c", "math/e_rem_pio2.c", "math/e_sqrt.c", "math/k_cos.c",
    "math/k_rem_pio2.c", "math/k_sin.c", "math/k_tan.c", "math/s_atan.c",
    "math/s_cos.c", "math/s_fabs.c", "math/s_floor.c", "math/s_sin.c",
    "common/math_err.c", "common/s_copysign.c", "common/s_expm1.c",
    "common/s_fpclassify.c", "common/s_log1p.c", "common/s_nan.c",
    "common/s_rint.c", "common/s_scalbn.c",
    "math/ef_exp.c", "math/ef_fmod.c", "math/ef_j0.c", "math/ef_j1.c",
    "math/ef_log.c", "math/ef_pow.c", "math/ef_rem_pio2.c", "math/ef_scalb.c",
    "math/ef_sqrt.c", "math/kf_cos.c", "math/kf_rem_pio2.c", "math/kf_sin.c",
    "math/kf_tan.c", "math/sf_atan.c", "math/sf_cos.c", "math/sf_floor.c",
    "math/sf_sin.c", "common/math_errf.c", "common/sf_copysign.c",
    "common/sf_expm1.c", "common/sf_fpclassify.c", "common/sf_ilogb.c",
    "common/sf_log1p.c", "common/sf_nan.c", "common/sf_rint.c",
    "common/sf_scalbn.c",
)

# Members of our own. Newlib's errno belongs to a thread's _reent, its wrappers
# of the kernels drag in error handling.
OWN_MEMBERS = {
    "errno.c": """\
int *__errno(void) {
  static int number;
  return &number;
}
""",
    "kernels.c": """\
float __ieee754_expf(float);
float __ieee754_logf(float);
float __ieee754_powf(float, float);
float __ieee754_sqrtf(float);
float expf(float x) {
  return __ieee754_expf(x);
}
float logf(float x) {
  return __ieee754_logf(x);
}
float powf(float x, float y) {
  return __ieee754_powf(x, y);
}
float sqrtf(float x) {
  return __ieee754_sqrtf(x);
}
""",
}

# What the whole of libm needs besides: a place for signgam.
WHOLE_MEMBERS = {
    "impure.c": """\
#include <reent.h>
static struct _reent data;
struct _reent *_impure_ptr = &data;
""",
}

OWN_NOTE = "/* Written by coverme's scripts/coverme_bench/newlib.py. */\n"

# Headers found ahead of newlib's. Its configure would write the first two, and
# the defaults are what is wanted. Its limits.h leads clang to glibc's, which
# does not stand newlib's sys/features.h. The last is for `floats`: math_errf.c
# without errno and without fdlibm.h, which has no include guard.
OWN_HEADERS = {
    "newlib.h": "",
    "_newlib_version.h": "",
    "limits.h": """\
#pragma once
#define CHAR_BIT __CHAR_BIT__
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (2U * INT_MAX + 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX (2UL * LONG_MAX + 1)
""",
    "float_errors.h": """\
float __math_oflowf(unsigned sign) {
  float huge = 0x1p97f;
  return (sign ? -huge : huge) * huge;
}
float __math_divzerof(unsigned sign) {
  float zero = 0;
  return (sign ? -1 : 1) / zero;
}
float __math_invalidf(float x) {
  return (x - x) / (x - x);
}
""",
}


def read_functions(which="table2", only=None, by_file=False):
    """The rows of a table as dictionaries, without the row of means; of those
    whose entry (or file) the pattern matches."""
    rows = [row for row in read_tsv(TABLE_FOLDER / TABLES[which]) if row["file"] != "MEAN"
            and (only is None or only.search(row["newlib_entry"])
                 or by_file and only.search(row["file"]))]
    if not rows:
        raise UserError(f"--only '{only.pattern}' matches no function")
    return rows


def read_means():
    """The means that the paper prints under its tables."""
    return next(row for row in read_tsv(TABLE_FOLDER / TABLES["table2"])
                if row["file"] == "MEAN")


def find_function(entry):
    """The row of an entry, by newlib's name or by the paper's."""
    for which in TABLES:
        for row in read_functions(which):
            if entry in (row["newlib_entry"], row["entry"]):
                return row
    raise UserError(f"'{entry}' is in neither of "
                    + " and ".join(TABLES.values()))


def two_over_pi(count):
    """The first digits of 2/pi to base 2^24."""
    bits = 24 * count + 64

    def arctangent_of_inverse(n):
        total = term = (1 << bits) // n
        divisor = sign = 1
        while term:
            term //= n * n
            divisor += 2
            sign = -sign
            total += sign * (term // divisor)
        return total

    pi = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))
    digits = (2 << bits + 24 * count) // pi
    return [digits >> 24 * i & 0xffffff for i in reversed(range(count))]


def coverme_options(row):
    """What coverme has to be told of a function, such as its preconditions."""
    # __kernel_rem_pio2 relies on 2/pi having no long runs of equal bits.
    table = " ".join(f"--range ipio2[{i}]={digit}:{digit}"
                     for i, digit in enumerate(two_over_pi(66)))
    return shlex.split((row.get("options") or "").replace("{two_over_pi}",
                                                          table))


class Newlib:
    """A prepared tree: where the sources lie and how to compile them."""

    def __init__(self, root, version):
        self.root = root
        self.version = version
        self.libm = root / "newlib" / "libm"
        self.archive = root / "libsupport.a"

    def compile_flags(self):
        """-I and not -isystem, with which gcc 12 gives lines of the code under
        test to math.h, and gcov's figures are wrong."""
        folders = (self.root / "include", self.root / "newlib/libc/include",
                   self.libm / "common")
        return [f"-I{folder}" for folder in folders] + list(COMPILE_FLAGS)

    def flags(self):
        """What goes after coverme's --."""
        return self.compile_flags() + [str(self.archive)]

    def whole_flags(self):
        """The same for any file of libm/math and libm/common: what
        libsupport.a lacks comes from an archive of all of them."""
        # Those need errno, which is in the other one.
        return self.flags() + [str(build_whole_archive(self)),
                               str(self.archive)]

    def sources(self):
        """Every C file of libm/math and libm/common, by folder and name."""
        return [source for folder in ("math", "common")
                for source in sorted((self.libm / folder).glob("*.c"))]

    def source(self, entry):
        return self.libm / find_function(entry)["newlib_source"]


def find_tarball():
    """The package's tarball of the highest version, or None."""
    def version(path):
        return [int(part) for part in re.findall(r"\d+", path.name)]
    tarballs = sorted(PACKAGE_FOLDER.glob("newlib-*.tar.*"), key=version)
    return tarballs[-1] if tarballs else None


def unpack(tarball, root):
    """Extracts the wanted folders without the tarball's top folder."""
    with tarfile.open(tarball) as archive:
        for member in archive:
            name = member.name.partition("/")[2]
            if member.isfile() and name.startswith(WANTED) and \
                    ".." not in name.split("/"):
                target = root / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with open(target, "wb") as file:
                    shutil.copyfileobj(archive.extractfile(member), file)


def build_archive(newlib):
    """Compiles the members with gcc in one go and puts them together."""
    with tempfile.TemporaryDirectory(dir=newlib.root) as folder:
        for name, text in OWN_MEMBERS.items():
            pathlib.Path(folder, name).write_text(OWN_NOTE + text)
        sources = [newlib.libm / member for member in ARCHIVE_MEMBERS]
        missing = [str(path) for path in sources if not path.is_file()]
        if missing:
            raise UserError(f"newlib {newlib.version} has no {missing[0]}")
        debian.output(["gcc", *newlib.compile_flags(), *ARCHIVE_FLAGS, "-c",
                     *sources, *OWN_MEMBERS], "compile newlib", folder=folder)
        objects = sorted(pathlib.Path(folder).glob("*.o"))
        debian.output(["ar", "rcsD", newlib.archive, *objects],
                    "archive newlib's objects")


def build_whole_archive(newlib):
    """Compiles all files, unless that is done already; takes 10 s."""
    archive = newlib.root / "libwhole.a"
    if archive.exists():
        return archive
    with tempfile.TemporaryDirectory(dir=newlib.root) as folder:
        for name, text in WHOLE_MEMBERS.items():
            pathlib.Path(folder, name).write_text(OWN_NOTE + text)
        debian.output(["gcc", *newlib.compile_flags(), *ARCHIVE_FLAGS, "-c",
                     *newlib.sources(), *WHOLE_MEMBERS], "compile newlib",
                    folder=folder)
        whole = pathlib.Path(folder, archive.name)
        debian.output(["ar", "rcsD", whole,
                     *sorted(pathlib.Path(folder).glob("*.o"))],
                    "archive newlib's objects")
        whole.rename(archive)  # so that it is complete if it exists
    return archive


def fingerprint(tarball):
    """Changes when a tree that was made before would not be made again."""
    text = repr((tarball.name, tarball.stat().st_size, WANTED, ARCHIVE_FLAGS,
                 ARCHIVE_MEMBERS, OWN_MEMBERS, WHOLE_MEMBERS, OWN_HEADERS))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def prepare(dest=DEFAULT_DEST):
    """Unpacks and builds below dest unless that is done already.

    The tree appears by one rename, so that it is complete if it exists, and a
    lock lets only one of several processes work; the others wait for it.
    """
    tarball = find_tarball()
    if tarball is None:
        debian.install(PACKAGE)
        tarball = find_tarball()
        if tarball is None:
            raise UserError(f"{PACKAGE} left no newlib-*.tar.* in "
                              f"{PACKAGE_FOLDER}")
    version = re.search(r"newlib-(.*)\.tar", tarball.name).group(1)
    dest = pathlib.Path(dest).resolve()
    newlib = Newlib(dest / f"newlib-{version}-{fingerprint(tarball)}", version)
    if newlib.root.is_dir():
        return newlib
    try:
        dest.mkdir(parents=True, exist_ok=True)
        with open(dest / "newlib.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not newlib.root.is_dir():
                make_tree(tarball, newlib)
    except (OSError, EOFError, tarfile.TarError) as error:
        raise UserError(f"cannot unpack {tarball} into {dest}: {error}")
    return newlib


def make_tree(tarball, newlib):
    """Makes the tree under another name and renames it when it is whole."""
    scratch = pathlib.Path(tempfile.mkdtemp(
        prefix=newlib.root.name + ".", dir=newlib.root.parent))
    try:
        unpack(tarball, scratch)
        (scratch / "include").mkdir()
        for name, text in OWN_HEADERS.items():
            (scratch / "include" / name).write_text(OWN_NOTE + text)
        build_archive(Newlib(scratch, newlib.version))
        scratch.chmod(0o755)
        scratch.rename(newlib.root)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)

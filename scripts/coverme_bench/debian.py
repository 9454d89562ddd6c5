# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian's packages, its source packages, and how coverme is to run on code of
these."""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import tempfile

from coverme_bench.processes import output_of
from coverme_bench.program import UserError, warn

DEB_SRC = """\
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: {suite}
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""


@dataclasses.dataclass
class Source:
    """A file, coverme's options for it, and the compilers' flags."""

    name: str
    path: pathlib.Path
    options: list
    flags: list


def output(command, what, **options):
    return output_of(command, what, UserError, **options)


def install(package):
    """Installs a package, which is possible as root or with sudo only."""
    hint = f"install the Debian package {package} (apt-get install {package})"
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    for program in (*as_root[:1], "apt-get"):
        if not shutil.which(program):
            raise UserError(f"no {program}; {hint}")
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    command = [*apt, "install", "-y", "--no-install-recommends", package]
    warn(f"installing Debian's package {package}")
    try:
        output(command, f"install {package}")
    except UserError:
        # Package lists that are missing or old are the usual reason.
        output([*apt, "update"], f"install {package}")
        output(command, f"install {package}")


def suite_of_debian():
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        if line.startswith("VERSION_CODENAME="):
            return line.partition("=")[2].strip('"')
    raise UserError("/etc/os-release names no Debian release")


def fetch(package, work):
    """The unpacked folder of a source package. Where apt knows no sources, it
    is told of them in a list of our own, for as long as this takes."""
    def unpacked():
        return next((path for path in work.glob(f"{package}-*")
                     if path.is_dir()), None)
    if unpacked():
        return unpacked()
    command = ["apt-get", "-qq", "source", package]
    what = f"fetch {package}"
    if not shutil.which("apt-get"):
        raise UserError(f"cannot {what}: no apt-get; unpack Debian's source "
                         f"package {package} below {work}")
    if subprocess.run(command, cwd=work, stdin=subprocess.DEVNULL,
                      capture_output=True).returncode != 0:
        if os.geteuid() != 0:
            raise UserError(f"cannot {what}: apt-get source fails, and only "
                             "root can enable deb-src for it")
        with tempfile.NamedTemporaryFile(
                "w", dir="/etc/apt/sources.list.d", prefix="coverme-",
                suffix=".sources") as sources:
            sources.write(DEB_SRC.format(suite=suite_of_debian()))
            sources.flush()
            os.chmod(sources.name, 0o644)
            output(["apt-get", "-qq", "update"], what)
            try:
                output(command, what, folder=work)
            except UserError as error:
                # A mirror may have upstream's part alone.
                if subprocess.run([*command, "--tar-only"], cwd=work,
                                  stdin=subprocess.DEVNULL,
                                  capture_output=True).returncode != 0:
                    raise
                unpack_upstream(package, work, error)
    if not unpacked():
        raise UserError(f"cannot {what}: nothing is in {work}")
    return unpacked()


def unpack_upstream(package, work, error):
    archive = next(work.glob(f"{package}_*.orig.tar.*"), None)
    if not archive:
        raise error
    warn(f"{package} is without Debian's changes: the mirror lacks them")
    folder = work / archive.name.partition(".orig.")[0].replace("_", "-")
    folder.mkdir()
    output(["tar", "-xf", archive, "-C", folder, "--strip-components=1"],
           f"unpack {archive.name}")


def erfa(work):
    """All of ERFA as one file, as it is and with what its comments ask for; what
    configure would define is given by -D."""
    folder = fetch("erfa", work)
    version = folder.name.partition("-")[2]
    major, minor, micro = version.split(".")[:3]
    sources = [path for path in sorted((folder / "src").glob("*.c"))
               if not path.name.startswith("t_erfa")]
    whole = work / "erfa.c"
    whole.write_text("".join(f'#include "{path.name}"\n' for path in sources))
    flags = [
        f"-I{folder / 'src'}", f'-DPACKAGE_VERSION="{version}"',
        f"-DPACKAGE_VERSION_MAJOR={major}", f"-DPACKAGE_VERSION_MINOR={minor}",
        f"-DPACKAGE_VERSION_MICRO={micro}", '-DSOFA_VERSION="-"', "-lm"]
    return [Source("ERFA", whole, [], flags),
            Source("ERFA, preconditions", whole,
                   ["--array=b=n", "--range=n=0:8", "--range=ndp=-9:9"], flags)]


def rtklib(work):
    """Two files of RTKLIB. They call rtkcmn.c, which is linked; what that lacks
    is stubbed."""
    folder = fetch("rtklib", work) / "src"
    common = work / "rtkcmn.o"
    systems = ["-DENAGLO", "-DENAGAL", "-DENACMP"]  # satellites besides GPS's
    output(["gcc", "-w", "-O1", "-fPIC", *systems, "-c", folder / "rtkcmn.c", "-o",
                 common], "compile rtkcmn.c")
    flags = [*systems, str(common), "-lm"]
    # Its matrices are n by n or n by m, and their functions do not check that.
    matrices = [f"--array={name}=9" for name in (
        "Q", "L", "Z", "F", "E", "zn")] + [f"--array={name}=3" for name in (
            "D", "a", "s", "zs")]
    # Lists of ephemerides with their lengths, and numbers of satellites.
    navigation = [
        f"--{option}" for prefix, count in (("eph", "n"), ("geph", "ng"),
                                            ("seph", "ns"))
        for option in (f"array=nav->{prefix}=2", f"range=nav->{count}=0:2")]
    satellites = ["--range=sat=1:150", "--range=obs->sat=1:150"]
    return [
        Source("RTKLIB lambda.c", folder / "lambda.c",
               ["--stub-undefined", *matrices, "--range=n=1:3",
                "--range=m=1:3", "--range=i=0:2", "--range=j=0:1"], flags),
        Source("RTKLIB ephemeris.c", folder / "ephemeris.c",
               ["--stub-undefined", "--array=rs=6", "--array=dts=2",
                "--array=obs=n", "--range=n=0:1", *navigation, *satellites],
               flags)]


# By the names of the sources that they are.
LIBRARIES = {("ERFA", "ERFA, preconditions"): erfa,
             ("RTKLIB lambda.c", "RTKLIB ephemeris.c"): rtklib}


def library_sources(work, is_wanted):
    """Those whose name is wanted, fetched and unpacked below `work`."""
    work.mkdir(parents=True, exist_ok=True)
    found = [source for names, make in LIBRARIES.items()
             if any(map(is_wanted, names)) for source in make(work)
             if is_wanted(source.name)]
    if not found:
        raise UserError("no source of a library has such a name")
    return found

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds others' projects with coverme (README.md).

    check.py --list          the names of the checks
    check.py NAME BUILD      runs one on the build folder, which it installs

What is built must do what clang's own build does, have the tables of its code,
and leave no files that the other does not.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DUMP_TABLES = HERE.parent / "ir" / "dump_tables.py"
ARGUMENTS = ("3", "-7", "1e3", "x", "2.5")
PRINTED = "3\n-1\n10\n2.5\n1 bad\n"
CODE = {"main", "clamp", "version", "libraryVersion", "parse"}


def fail(text):
    sys.exit(f"check.py: {text}")


class Check:
    """A copy of the projects, and coverme as it is installed."""

    def __init__(self, build, folder):
        self.folder = folder / "projects"
        shutil.copytree(HERE, self.folder,
                        ignore=shutil.ignore_patterns("__pycache__"))
        self.run("cmake", "--install", build, "--prefix", folder / "first",
                 cwd=folder)
        # Moved, and found by way of a link.
        self.prefix = folder / "installed"
        (folder / "first").rename(self.prefix)
        self.bin = folder / "bin"
        self.bin.symlink_to(self.prefix / "bin")
        self.env = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}",
                    "TMPDIR": str(folder), "CC": "clang-19",
                    "CXX": "clang++-19",
                    "CMAKE_PREFIX_PATH": str(self.prefix)}
        for path in self.prefix.rglob("*.pc"):
            self.env["PKG_CONFIG_PATH"] = str(path.parent)
        for name in ("CFLAGS", "CXXFLAGS", "LDFLAGS", "COVERME_CLANG",
                     "COVERME_EMBED_IR", "COVERME_MATCH", "COVERME_SKIP",
                     "COVERME_LIST", "COVERME_PLAIN_LOOPS"):
            self.env.pop(name, None)

    def run(self, *command, codes=(0,), cwd=None, **environment):
        """What it printed."""
        done = subprocess.run(
            command, text=True, cwd=cwd or self.folder, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**getattr(self, "env", os.environ), **environment})
        if done.returncode not in codes:
            fail(f"{command} ends with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def flags(self, which):
        return self.run("coverme", f"--print-{which}").split()

    def functions(self, path):
        """What is instrumented in it."""
        tables = self.run(sys.executable, "-B", DUMP_TABLES, path)
        return set(re.findall(r"^function \d+ (\S+)", tables, re.MULTILINE))

    def works(self, program, code=frozenset(CODE)):
        printed = self.run(program, *ARGUMENTS, codes=(1,))
        if printed != PRINTED:
            fail(f"{program} prints {printed}")
        if missing := code - self.functions(program):
            fail(f"{program} has no tables of {missing}")

    def files(self, folder):
        return sorted(str(path.relative_to(self.folder / folder))
                      for path in (self.folder / folder).rglob("*"))


def check_plugin(check):
    """Levels, kinds of linking, and of what is linked."""
    plugin, link = check.flags("plugin-path"), check.flags("link-flags")
    program = check.folder / "program"
    for level in ("-O0", "-O1", "-O2", "-O3"):
        for kind in ("", "-flto", "-flto=thin"):
            flags = [f"-fpass-plugin={plugin[0]}", level, "-fPIC"]
            flags += [kind] * (kind != "") + ["-g"] * (level in ("-O1", "-O2"))
            linker = [kind, "-fuse-ld=lld"] if kind else []
            for source in ("main.c", "clamp.c", "parse.cpp"):
                check.run("clang-19", *flags, "-c", source, "-o",
                          source.split(".")[0] + ".o", cwd=program)
            check.run("llvm-ar-19", "rcs", "libparts.a", "clamp.o", "parse.o",
                      cwd=program)
            for order in (["main.o", "libparts.a", *link],
                          [*link, "-Wl,--gc-sections", "main.o", "libparts.a",
                           *link]):
                check.run("clang++-19", *linker, *order, "-o", "program",
                          cwd=program)
                check.works(program / "program")
            # Each with a runtime and tables of its own.
            check.run("clang-19", *linker, "-shared", "clamp.o", *link,
                      "-Wl,-z,defs", "-o", "libclamp.so", cwd=program)
            check.run("clang++-19", *linker, "main.o", "parse.o", "-L.",
                      "-lclamp", "-Wl,-rpath,$ORIGIN", *link, "-o", "program",
                      cwd=program)
            check.works(program / "program", {"main", "parse"})
            if check.functions(program / "libclamp.so") != CODE - {
                    "main", "parse"}:
                fail(f"libclamp.so of {flags} has other functions")


def check_order(check):
    """After link-time optimisation, tables and pointers are in one order."""
    link, program = check.flags("link-flags"), check.folder / "program"
    for kind in ("-fno-lto", "-flto", "-flto=thin"):
        for source in ("main.c", "clamp.c", "parse.cpp"):
            check.run("coverme-cc", "-O2", kind, "-c", source, cwd=program)
        check.run("clang++-19", kind, "-fuse-ld=lld", "-no-pie", "main.o",
                  "clamp.o", "parse.o", *link, "-o", "program", cwd=program)
        tables = check.run(sys.executable, "-B", DUMP_TABLES, "program",
                           cwd=program)
        names = [linkage or name for name, linkage in re.findall(
            r"^function \d+ (.*?)(?: \(linkage (.*?)\))? \S+:\d+ flags=", tables,
            re.MULTILINE)]
        symbols = {}
        for line in check.run("nm", "--defined-only", "program", cwd=program).splitlines():
            address, _, name = line.rpartition(" ")
            if address.strip():
                symbols.setdefault(int(address.split()[0], 16), []).append(name)
        bytes_ = program / "functions"
        check.run("objcopy", "-O", "binary",
                  "--only-section=coverme_functions", "program", bytes_,
                  cwd=program)
        data = bytes_.read_bytes()
        pointers = [int.from_bytes(data[i:i + 8], "little")
                    for i in range(0, len(data), 8)]
        if len(pointers) != len(names) or len(names) < 5:
            fail(f"{kind}: {len(pointers)} pointers, {len(names)} functions")
        for pointer, name in zip(pointers, names):
            # ThinLTO gives what was static another end.
            if not any(symbol.split(".llvm.")[0] == name
                       for symbol in symbols.get(pointer, [])):
                fail(f"{kind}: {name} is at {symbols.get(pointer)}")


def check_environment(check):
    """Functions are picked; and a definition of the program's own is taken in
    place of a library's, as without the plugin."""
    program = check.folder / "program"
    (program / "own.c").write_text(
        "int libraryVersion(void);\nint version(void) { return 2; }\n"
        "int main(void) { return libraryVersion(); }\n")
    check.run("coverme-cc", "-O2", "-fPIC", "-shared", "clamp.c", "-o",
              "libclamp.so", cwd=program)
    check.run("coverme-cc", "-O2", "own.c", "-L.", "-lclamp",
              "-Wl,-rpath,$ORIGIN", "-o", "own", cwd=program)
    check.run("./own", codes=(2,), cwd=program)
    for variable, value, sites in (("COVERME_MATCH", "^cl", True),
                                   ("COVERME_SKIP", "^clamp$", False)):
        check.run("coverme-cc", "-c", "clamp.c", cwd=program,
                  **{variable: value})
        tables = check.run(sys.executable, "-B", DUMP_TABLES, "clamp.o",
                           cwd=program)
        if ("\nsite 0 " in tables) != sites:
            fail(f"{variable}={value}: {tables}")
    # The tool itself takes all.
    check.run("coverme", "clamp.c", "--entry", "clamp", "--min-coverage", "100",
              cwd=program, COVERME_SKIP="clamp")


def check_wrapper(check):
    """coverme-cc in the place of a compiler."""
    sources = check.files("program")
    for name, cc, cxx in (("clang", "clang-19", "clang++-19"),
                          ("wrapper", "coverme-cc", "coverme-c++"),
                          ("ccache", "ccache coverme-cc",
                           "ccache coverme-c++")):
        shutil.copytree(check.folder / "program", check.folder / name)
        environment = {"CC": cc, "CXX": cxx,
                       "CCACHE_DIR": str(check.folder / "cache")}
        made = []
        for command in (["./configure"], ["make", "program", "library"]):
            printed = check.run(*command, cwd=check.folder / name,
                                **environment)
            if "warning" in printed:
                fail(f"{cc}: {command} prints {printed}")
            made.append(printed)
        check.works(check.folder / name / "program",
                    CODE if name != "clang" else set())
    if check.files("clang") != check.files("wrapper"):
        fail(f"files are left: {check.files('wrapper')}")
    check.run("make", "clean", cwd=check.folder / "wrapper")
    if check.files("wrapper") != sorted([*sources, "config.mk"]):
        fail(f"files are left: {check.files('wrapper')}")
    check.run("cmake", "-G", "Ninja", "-S", "program", "-B", "by-cmake",
              CC="coverme-cc", CXX="coverme-c++")
    check.run("cmake", "--build", "by-cmake")
    check.works(check.folder / "by-cmake" / "program")
    # What clang alone warns of is no error; what a configuration asks is.
    for name, code in (("old.c", 0), ("conftest.c", 1)):
        (check.folder / name).write_text("int f() { return 1; }\n")
        check.run("coverme-cc", "-Wstrict-prototypes", "-Werror", "-c", name,
                  codes=(code,))


def check_errors(check):
    """One line each."""
    def refuses(pattern, *command, **environment):
        printed = check.run(*command, codes=(1,), cwd=check.folder / "program",
                            **environment)
        if not re.fullmatch(pattern + "\n", printed):
            fail(f"{command} prints {printed}")

    refuses("coverme-cc: error: no compiler 'no-clang'; set COVERME_CLANG to "
            "clang 19", "coverme-cc", "-c", "clamp.c", COVERME_CLANG="no-clang")
    refuses("coverme-cc: error: 'gcc' is no clang; set COVERME_CLANG to "
            "clang 19", "coverme-cc", "-c", "clamp.c", COVERME_CLANG="gcc")
    (check.prefix / "bin" / "lonely").mkdir()
    lonely = check.prefix / "bin" / "lonely" / "coverme-cc"
    shutil.copy(check.prefix / "bin" / "coverme-cc", lonely)
    refuses("coverme-cc: error: cannot find CovermePass.so beside '.*'",
            lonely, "-c", "clamp.c")
    # A part of coverme is missing.
    runtime = next(check.prefix.rglob("libcoverme_runtime.a"))
    hidden = runtime.rename(check.folder / "hidden.a")
    printed = check.run("coverme", "clamp.c", "--entry", "clamp", codes=(4,),
                        cwd=check.folder / "program")
    if not re.fullmatch("coverme: error: cannot find '.*/libcoverme_runtime.a'"
                        ", which is a part of coverme\n", printed):
        fail(f"without its runtime, coverme prints {printed}")
    hidden.rename(runtime)
    # Without the runtime, or with that of another version, the linker names it.
    check.run("coverme-cc", "-c", "clamp.c", cwd=check.folder / "program")
    printed = check.run("clang-19", "-shared", "-Wl,-z,defs", "clamp.o",
                        codes=(1,), cwd=check.folder / "program")
    if "__coverme_abi_version_" not in printed:
        fail(f"without a runtime: {printed}")


def check_library(check):
    """A library that was built with the plugin, behind --."""
    program = check.folder / "program"
    (program / "user.c").write_text(
        "double clamp(double, double, double);\n"
        "int f(double x) { return clamp(x, 1, 7) == 7 ? 1 : 2; }\n")
    # Its source is not there any more, or that would be taken in its place.
    gone = program / "gone.c"
    for name, flag in ("libclamp.a", "-fPIC"), ("libfixed.a", "-fno-pic"):
        shutil.copy(program / "clamp.c", gone)
        check.run("coverme-cc", "-O2", flag, "-c", "gone.c", "-o", "clamp.o",
                  cwd=program)
        check.run("ar", "rcs", name, "clamp.o", cwd=program)
        gone.unlink()
    for options in (["--entry", "f"], ["--all"],
                    ["--entry", "f", "--sanitize", "address"]):
        printed = check.run("coverme", "user.c", *options, "--",
                            "libclamp.a", cwd=program)
        if "2 of 2 branches covered" not in printed:
            fail(f"with a library: {printed}")
    for codes, pattern, arguments, environment in (
            ((3,), r"'user.c' does not link: 'libfixed.a\(clamp.o\)' was "
             r"compiled without -fPIC, .*", ["--", "libfixed.a"], {}),
            ((2,), "cannot run 'no-clang': No such file or directory", [],
             {"COVERME_CLANG": "no-clang"})):
        printed = check.run("coverme", "user.c", "--entry", "f", *arguments,
                            codes=codes, cwd=program, **environment)
        if not re.fullmatch(f"coverme: error: {pattern}\n", printed):
            fail(f"coverme prints {printed}")


def check_make(check):
    check.run("make", cwd=check.folder / "make")
    check.works(check.folder / "make" / "program")


def check_cmake(check):
    check.run("cmake", "-G", "Ninja", "-S", "cmake", "-B", "build",
              "-DCMAKE_BUILD_TYPE=Release")
    check.run("cmake", "--build", "build")
    check.works(check.folder / "build" / "program")
    printed = check.run("ctest", "--test-dir", "build", "-V")
    for pattern in (r"clamp: 4 of 4 branches covered",
                    r"later: 2 of 2 branches covered",
                    r"100% tests passed.* 3"):
        if not re.search(pattern, printed):
            fail(f"ctest prints nothing that matches '{pattern}': {printed}")
    (check.folder / "mistyped").mkdir()
    for call in ("coverme_instrument(parst)",
                 "coverme_add_test(NAME f SOURCES f.c ALL TARGET parst)"):
        (check.folder / "mistyped" / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.20)\nproject(mistyped C)\n"
            f"find_package(coverme REQUIRED)\n{call}\n")
        printed = check.run("cmake", "-S", "mistyped", "-B", "mistyped-build",
                            codes=(1,))
        if printed.count("CMake Error") != 1 or \
                "there is no target 'parst' here" not in printed:
            fail(f"without a target, cmake prints {printed}")


def check_meson(check):
    (check.folder / "meson" / "program").symlink_to(check.folder / "program")
    check.run("meson", "setup", "by-meson", "meson")
    check.run("ninja", "-C", "by-meson")
    check.works(check.folder / "by-meson" / "program")


def check_deb(check):
    """Debian's package depends on what it calls, a system without any package
    can install it, and it works where it is put."""
    build = pathlib.Path(sys.argv[2]).resolve()
    check.run("cpack", "-G", "DEB", "-B", "packages", "--config",
              build / "CPackConfig.cmake")
    (deb,) = (check.folder / "packages").glob("*.deb")
    depends = check.run("dpkg-deb", "-f", deb, "Depends")
    for package in ("clang-19", "llvm-19", "binutils", "gcc",
                    r"libgcc-\d+-dev", "libc6", "libelf1", "libz3-4"):
        if not re.search(rf"\b{package}\b", depends):
            fail(f"the package does not depend on {package}: {depends}")
    (check.folder / "no-packages").touch()
    check.run("apt-get", "install", "--simulate", "--no-install-recommends",
              "-o", f"Dir::State::status={check.folder}/no-packages", deb)
    check.run("dpkg-deb", "-x", deb, "root")
    check.run(check.folder / "root" / "usr" / "bin" / "coverme", "clamp.c",
              "--entry", "clamp", cwd=check.folder / "program")
    for name in ("copyright", "README.md", "docs/reports.md",
                 "examples/nightly/slurm.sh"):
        text = (check.folder / "root/usr/share/doc/coverme" / name).read_text()
        if name == "copyright" and "END OF TERMS AND CONDITIONS" not in text:
            fail("the package's licence is not whole")


CHECKS = {name.removeprefix("check_"): function
          for name, function in globals().items()
          if name.startswith("check_")}


def main():
    if sys.argv[1:] == ["--list"]:
        print(*CHECKS, sep="\n")
        return
    name, build = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="consumers-") as folder:
        CHECKS[name](Check(pathlib.Path(build).resolve(),
                           pathlib.Path(folder).resolve()))


main()

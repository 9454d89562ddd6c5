# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are run: how they ended, how long they took, what they wrote.
Each is a process group of its own, so that it is ended with all it started."""

import concurrent.futures
import contextlib
import dataclasses
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

from coverme_bench.program import AT_END, RunError

LOCK = threading.Lock()
UNDER_WAY = set()
IS_OVER = threading.Event()  # nothing more is started
GRACE = 3  # seconds, for a program to tidy up after itself


@dataclasses.dataclass(frozen=True)
class Done:
    """A program that has ended."""

    name: str
    code: int  # negative: a signal's number
    seconds: float
    is_late: bool  # ended, as its time was up
    output: str
    errors: str
    peaks: dict  # megabytes by program; only if they were asked for

    def failure(self, allowed=(0,)):
        """A line on what went wrong; empty if the exit code is allowed."""
        if self.is_late:
            return f"stopped after {self.seconds:.0f} s"
        if self.code in allowed:
            return ""
        cause = f"signal {-self.code}" if self.code < 0 else \
            f"exit code {self.code}"
        lines = (self.errors or self.output).strip().splitlines()
        return f"{cause}: {lines[0]}" if lines else cause


def run(command, seconds=600, folder=None, environment=None, memory=False):
    """Runs a command for so many seconds at most. What it writes goes to files,
    which nothing that outlives it can keep open for us."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        late = threading.Event()
        with LOCK:
            if IS_OVER.is_set():
                raise RunError("interrupted")
            start = time.perf_counter()
            process = subprocess.Popen(
                [str(word) for word in command], cwd=folder,
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                start_new_session=True,
                env={**os.environ, **(environment or {})})
            UNDER_WAY.add(process)
        watcher = PeakMemory(process.pid) if memory else None
        timer = threading.Timer(seconds, lambda: (late.set(), end(process)))
        timer.start()
        try:
            # Note: not wait(seconds), which sleeps up to 50 ms between its
            # looks.
            code = process.wait()
            took = time.perf_counter() - start
        except BaseException:  # Ctrl-C, say
            end_all()
            process.wait()
            raise
        finally:
            timer.cancel()
            with LOCK:
                UNDER_WAY.discard(process)
            if late.is_set() or IS_OVER.is_set():
                kill_group(process)
            if watcher:
                watcher.finish()
        texts = []
        for stream in (output, errors):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
    return Done(pathlib.Path(command[0]).name, code, took, late.is_set(), *texts,
                watcher.peaks if watcher else {})


def output_of(command, what=None, error=RunError, both=False, **options):
    """What a command writes to stdout (with `both`, to stderr, too); it must
    succeed. `what` is what it is run for: "compile newlib"."""
    try:
        done = run(command, **options)
    except OSError as problem:
        raise error(f"cannot {what or 'run'}: {command[0]}: {problem.strerror}")
    if failure := done.failure():
        text = (done.output + done.errors).strip()
        raise error(f"cannot {what}: {' '.join(map(str, command))}\n{text}" if
                    what else f"{done.name}: {failure}")
    return done.output + done.errors * both


def end(process):
    """Asks it to end, and soon kills it with its group, if it has not ended."""
    def if_under_way(act):
        with LOCK:
            if process in UNDER_WAY:
                act()

    if_under_way(process.terminate)
    killer = threading.Timer(GRACE, if_under_way,
                             (lambda: kill_group(process),))
    killer.daemon = True
    killer.start()


def kill_group(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def end_all():
    """Ends what is under way, and lets nothing more start."""
    with LOCK:
        IS_OVER.set()
        processes = list(UNDER_WAY)
    for process in processes:
        end(process)


AT_END.append(end_all)


@contextlib.contextmanager
def threads(jobs):
    """A pool of so many threads. If it is left by an exception, such as Ctrl-C,
    all is ended."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            yield pool
        except GeneratorExit:  # whoever reads the results wants no more
            pool.shutdown(cancel_futures=True)
            raise
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            end_all()
            raise


def in_parallel(jobs, work, items):
    """The results of work(item), so many at once, in the order of the items."""
    with threads(jobs) as pool:
        for future in [pool.submit(work, item) for item in items]:
            yield future.result()


class PeakMemory(threading.Thread):
    """Looks at a process and its descendants every 10 ms, and keeps the largest
    peak by the name of the program."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.peaks, self.over = pid, {}, threading.Event()
        self.start()

    def run(self):
        while not self.over.wait(0.01):
            for pid in family(self.pid):
                self.look(pid)

    def look(self, pid):
        try:
            text = pathlib.Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return  # it has just ended
        fields = dict(line.split(":\t", 1) for line in text.splitlines()
                      if ":\t" in line)
        if "VmHWM" in fields:
            peak = int(fields["VmHWM"].split()[0]) / 1024
            name = fields["Name"]
            self.peaks[name] = max(self.peaks.get(name, 0), peak)

    def finish(self):
        self.over.set()
        self.join()


def family(pid):
    """A process and its descendants, parents first."""
    yield pid
    children = []
    with contextlib.suppress(OSError):  # it has just ended
        # Each thread has children of its own.
        for thread in os.listdir(f"/proc/{pid}/task"):
            path = pathlib.Path(f"/proc/{pid}/task/{thread}/children")
            children += map(int, path.read_text().split())
    for child in children:
        yield from family(child)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of coverme: processes that can be ended, and what their JSON says."""

import concurrent.futures
import os
import signal
import subprocess
import threading

UNDECIDED = ("deemed infeasible", "open")


class Runs:
    """The runs under way. Each is a process group of its own, so that it can
    be ended with all its workers."""

    def __init__(self):
        self.lock = threading.Lock()
        self.processes = set()
        self.is_over = False

    def run(self, command, folder, seconds, output=subprocess.DEVNULL):
        """Returns the exit code, or None if the time was not enough."""
        with self.lock, open(folder / "stderr", "wb") as errors:
            if self.is_over:
                return -signal.SIGKILL
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                                       stdout=output,
                                       stderr=errors, start_new_session=True)
            self.processes.add(process)
        # Note: not wait(seconds), which sleeps up to 50 ms between its looks.
        late = threading.Event()
        timer = threading.Timer(seconds,
                                lambda: (late.set(), self.end(process)))
        timer.start()
        try:
            code = process.wait()
        finally:
            timer.cancel()
            with self.lock:
                self.processes.discard(process)
        return None if late.is_set() else code

    def end(self, process):
        with self.lock:
            if process in self.processes:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass  # it has just ended by itself

    def end_all(self):
        with self.lock:
            self.is_over = True
            processes = list(self.processes)
        for process in processes:
            self.end(process)

    def map(self, jobs, work, items):
        """The results of work(item), so many at once, in the order of the
        items. Whoever stops asking for them ends all runs."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(work, item) for item in items]
            try:
                for future in futures:
                    yield future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.end_all()
                raise


def describe_failure(code, folder, seconds):
    """A line on a run that ended with an exit code other than 0 and 1."""
    if code is None:
        return f"stopped after {seconds:g} s"
    lines = (folder / "stderr").read_text(errors="replace").split("\n")
    cause = f"signal {-code}" if code < 0 else f"exit code {code}"
    return f"{cause}: {lines[0]}" if lines[0] else cause


def verdicts(report):
    """Pairs of a branch, named as `coverme explain` takes it, and its verdict
    in words."""
    for site in report["sites"]:
        for branch in site["branches"]:
            outcome = "true" if branch["outcome"] else "false"
            yield (f"{site['file']}:{site['line']}:{site['column']}:{outcome}",
                   branch["verdict"].replace("_", " "))

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""signal_job.py SIGNAL WHOM FUNCTION COMMAND...: runs the command, and as soon
as there is a process below it of the function's name that has a child which has
worked for a tenth of a second, sends the signal to WHOM: `job`, that process, or
`tool`, the command. By then, a search has made calls, on a busy machine, too.
Exits as the command does, with 128 + N after signal N; and with 99 when no such
process comes up or any of its own is there ten seconds after the command's
end."""
import os
import pathlib
import signal
import subprocess
import sys
import time

PATIENCE = 10  # seconds
WORKED = 0.1


def children(pid):
    """The process ids of a process's children, and nothing when it is gone."""
    try:
        text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def name(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def descendants(pid):
    found = [pid]
    for process in found:
        found += children(process)
    return found


def runs(pid):
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def worked(pid):
    """Seconds of the processor."""
    try:
        status = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    user, system = status.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def until(condition):
    """The condition's value as soon as it is true, or at the last."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return value


def main(number, whom, function, command):
    tool = subprocess.Popen(command)

    def find_job():
        for child in descendants(tool.pid):
            if name(child) == function and any(
                    worked(each) >= WORKED for each in children(child)):
                return child
        return None

    job = until(find_job)
    if job is None:
        tool.kill()
        print(f"signal_job: no job '{function}' came up", file=sys.stderr)
        return 99
    family = descendants(job)
    os.kill(tool.pid if whom == "tool" else job, number)
    code = tool.wait()
    if not until(lambda: not any(runs(pid) for pid in family)):
        left = [pid for pid in family if runs(pid)]
        print(f"signal_job: still running: {left}", file=sys.stderr)
        return 99
    return code if code >= 0 else 128 - code


sys.exit(
    main(signal.Signals[f"SIG{sys.argv[1]}"], *sys.argv[2:4], sys.argv[4:])
)

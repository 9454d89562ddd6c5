# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs CMD, stops it as Ctrl-Z does, and continues it after some seconds.

    suspend.py AFTER STOPPED CMD...

All processes of CMD have to stand still meanwhile. Exits as CMD does.
"""
import os
import signal
import subprocess
import sys
import time


def processes_below(root):
    parents = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        parents[int(pid)] = (int(parent), state)
    found, queue = {root: parents[root][1]}, [root]
    while queue:
        parent = queue.pop()
        for pid, (of, state) in parents.items():
            if of == parent and pid not in found:
                found[pid] = state
                queue.append(pid)
    return found


def main():
    after, stopped, command = float(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
    # A group of its own in our session, as a shell's job is.
    process = subprocess.Popen(command, preexec_fn=lambda: os.setpgid(0, 0))
    time.sleep(after)
    os.killpg(process.pid, signal.SIGTSTP)
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        sys.exit(f"suspend: it was not stopped: status {status}")
    # A process stops when it next runs, which may take a while.
    for _ in range(50):
        states = processes_below(process.pid)
        stand_still = len(states) >= 3 and not set(states.values()) - {"T", "Z"}
        if stand_still:
            break
        time.sleep(0.1)
    if not stand_still:
        sys.exit(f"suspend: not all stand still: {states}")
    time.sleep(stopped)
    os.killpg(process.pid, signal.SIGCONT)
    sys.exit(process.wait(timeout=60))


main()

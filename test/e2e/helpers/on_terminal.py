# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on_terminal.py COMMAND...: runs the command with stdout and stderr on a
pseudo terminal, copies what it prints there to stdout, and exits as it did."""
import os
import pty
import sys


def main(command):
    child, master = pty.fork()
    if child == 0:
        os.environ.setdefault("TERM", "xterm")
        os.execvp(command[0], command)
    output = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        output += part
    sys.stdout.buffer.write(output.replace(b"\r\n", b"\n"))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


sys.exit(main(sys.argv[1:]))

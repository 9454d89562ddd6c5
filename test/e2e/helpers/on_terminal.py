# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on_terminal.py [--columns N] COMMAND...: runs the command with stdout and
stderr on a pseudo terminal, of N columns, copies what it prints there to stdout,
and exits as it did."""
import fcntl
import os
import pty
import struct
import sys
import termios


def main(command):
    columns = 0  # nobody knows
    if command[0] == "--columns":
        columns, command = int(command[1]), command[2:]
    child, master = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 24, columns, 0, 0))
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

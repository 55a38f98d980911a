"""Runs `PROGRAM run -- COMMAND…` in a terminal, types Ctrl-C and Ctrl-\\ there, and sends four more signals.

Prints whether the command heard each signal once, and the program's exit status. Arguments: PROGRAM COMMAND…
"""
import os
import pty
import sys
import time

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "run", "--", *sys.argv[2:]])
seen = b""
while b"ready" not in seen:
    seen += os.read(terminal, 1000)
for key in (b"\x03", b"\x1c"):
    os.write(terminal, key)
    time.sleep(0.2)
for number in (1, 15, 10, 12):
    os.kill(pid, number)
    time.sleep(0.1)
try:
    while data := os.read(terminal, 1000):
        seen += data
except OSError:
    pass  # The terminal is gone with its last process.
print(b"[1, 2, 3, 10, 12, 15]" in seen, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

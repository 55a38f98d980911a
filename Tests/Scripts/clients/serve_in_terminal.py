"""Runs `PROGRAM serve …` in a terminal of 60 columns, sends three loads through it, and ends it by Ctrl-C.

Prints the lines that the terminal shows then, and the program's exit status. Arguments: PROGRAM URL OPTION…
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time

pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm", NO_COLOR="1")
    # Until the terminal has its size.
    while struct.unpack("HHHH", fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8)))[1] != 60:
        time.sleep(0.01)
    os.execv(sys.argv[1], [sys.argv[1], "serve", "--listen", "127.0.0.1:0", *sys.argv[3:]])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
seen = b""


def read_until(pattern):
    global seen
    while not re.search(pattern, seen):
        seen += os.read(terminal, 4096)


read_until(rb"press Ctrl-C to stop[^\n]*\n")
port = re.search(rb"listening on 127\.0\.0\.1:(\d+)", seen).group(1).decode()
proxy = ["curl", "--silent", "--output", "/dev/null", "--noproxy", "", "--proxy", f"http://127.0.0.1:{port}"]
for number in range(3):
    subprocess.run([*proxy, sys.argv[2]], check=False)
    # The first line comes at once, and its number is changed in place. The rows below it are awaited as well, since the
    # terminal would show the ^C between them.
    read_until(rb" blocked " if number == 0 else b"\xc3\x97%d[^\x1b]*\\]\r?\n" % (number + 1))
os.write(terminal, b"\x03")
try:
    while data := os.read(terminal, 4096):
        seen += data
except OSError:
    pass  # The terminal is gone with its last process.

lines = [""]
for part in re.findall(r"\x1b\[\d+F|\x1b\[J|\r?\n|\r|[^\x1b\r\n]+", seen.decode()):
    if move := re.fullmatch(r"\x1b\[(\d+)F", part):
        del lines[len(lines) - 1 - int(move.group(1)):]
        lines.append("")
    elif part.endswith("\n"):
        lines.append("")
    elif part == "\r":
        lines[-1] = ""
    elif part != "\x1b[J":
        lines[-1] += part
print("\n".join(lines))
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

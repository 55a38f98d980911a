"""Runs `PROGRAM serve …` in a terminal, takes the QR code out of what the terminal shows, and reads it with zbarimg.

Prints what the code says, what zbarimg reads on a light terminal without the code's own colours, and the addresses that the
program prints. Arguments: PROGRAM COLUMNS TERM OPTION…
"""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM=sys.argv[3])
    # The terminal has its size before the program asks for it.
    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 50, int(sys.argv[2]), 0, 0))
    os.execv(sys.argv[1], [sys.argv[1], "serve", "--console", "off", *sys.argv[4:]])
seen = b""
while not re.search(rb"press Ctrl-C to stop[^\n]*\n", seen):
    seen += os.read(terminal, 4096)
os.kill(pid, signal.SIGTERM)
try:
    while data := os.read(terminal, 4096):
        seen += data
except OSError:
    pass  # The terminal is gone with its last process.
os.waitpid(pid, 0)
text = seen.decode()

GLYPHS = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
PALETTE = {16: 0, 231: 255}
SCALE = 6


def read(foreground, background, has_colours):
    """Draws the code as a terminal of these colours does, in grey, and reads it."""
    rows = []
    for line in re.findall(r"[^\r\n]+", text):
        if not re.search("[▀▄█]", line):
            continue
        colours = re.match(r"\x1b\[38;5;(\d+);48;5;(\d+)m", line)
        front, back = (PALETTE[int(one)] for one in colours.groups()) if has_colours else (foreground, background)
        cells = [GLYPHS[glyph] for glyph in re.sub(r"\x1b\[[\d;]*m", "", line)]
        rows += [[front if cell[half] else back for cell in cells] for half in (0, 1)]
    if not rows:
        return "nothing"
    width = len(rows[0])
    # The screen around the code has the colours of the terminal.
    rows = [[background] * width] * 4 + rows + [[background] * width] * 4
    rows = [[background] * 4 + row + [background] * 4 for row in rows]
    pixels = bytes(value for row in rows for _ in range(SCALE) for value in row for _ in range(SCALE))
    with tempfile.NamedTemporaryFile(suffix=".pgm") as file:
        file.write(b"P5 %d %d 255\n" % ((width + 8) * SCALE, len(rows) * SCALE) + pixels)
        file.flush()
        command = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.name]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout.strip()


print("dark", read(255, 0, True))
print("light", read(0, 255, True))
print("plain", read(255, 0, False))
print("addresses", *re.findall(r"on a phone: server (\S+), port (\d+)", text)[0])

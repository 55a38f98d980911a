"""Requests a URL and reads nothing of the response until nothing more comes. Arguments: PROXY-PORT URL HOST"""
import array
import fcntl
import socket
import sys
import termios
import time

port, url, host = sys.argv[1:]
s = socket.create_connection(("127.0.0.1", int(port)))
s.sendall(f"GET {url} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())


def waiting():
    """The number of bytes that have come and were not read."""
    count = array.array("i", [0])
    fcntl.ioctl(s, termios.FIONREAD, count)
    return count[0]


before, unchanged = 0, 0
limit = time.monotonic() + 30
while unchanged < 10 and time.monotonic() < limit:
    time.sleep(0.1)
    now = waiting()
    before, unchanged = now, unchanged + 1 if now == before and now > 0 else 0

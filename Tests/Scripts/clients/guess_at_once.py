"""Sends passwords of bob on so many connections at once and prints the statuses of the first answers, each once, and each
with "soon" if it has Retry-After. The password is the given one, or on each connection another wrong one.

Arguments: PROXY-PORT CONNECTIONS ANSWERS [PASSWORD]
"""
import base64
import select
import socket
import sys

port, count, reading = map(int, sys.argv[1:4])
clients = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(count)]
for number, s in enumerate(clients):
    password = sys.argv[4] if len(sys.argv) > 4 else f"a{number}"
    sign = base64.b64encode(f"bob:{password}".encode())
    s.sendall(b"GET http://plain.test:1/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic " + sign + b"\r\n\r\n")
statuses = set()
for _ in range(reading):
    s = select.select(clients, [], [], 20)[0][0]
    answer = s.recv(4096)
    statuses.add(answer.split()[1].decode() + (" soon" if b"\r\nRetry-After: " in answer else ""))
    clients.remove(s)
print(*sorted(statuses), sep=", ")

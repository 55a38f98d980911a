"""Sends wrong passwords on so many connections at once and prints the statuses of the first answers, each once.

Arguments: PROXY-PORT CONNECTIONS ANSWERS
"""
import select
import socket
import sys

port, count, reading = map(int, sys.argv[1:])
clients = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(count)]
for s in clients:
    s.sendall(b"GET http://plain.test/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic Ym9iOmE=\r\n\r\n")
statuses = set()
for _ in range(reading):
    s = select.select(clients, [], [], 20)[0][0]
    statuses.add(s.recv(1024).split()[1].decode())
    clients.remove(s)
print(*statuses)

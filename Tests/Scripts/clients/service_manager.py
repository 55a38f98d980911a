"""Prints two messages sent to a socket of the kind that service managers have. Argument: PATH; @NAME is abstract"""
import socket
import sys

path = sys.argv[1]
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind("\0" + path[1:] if path.startswith("@") else path)
print("bound", flush=True)
for _ in range(2):
    print(s.recv(100).decode(), flush=True)

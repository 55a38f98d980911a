"""Upgrades a connection to a WebSocket and sends a line through it. Arguments: PROXY-PORT ORIGIN"""
import sys

from proxy_client import connect

port, origin = sys.argv[1:]
s = connect(port)
s.sendall(f"GET http://{origin}/ws HTTP/1.1\r\nHost: {origin}\r\n"
          "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n".encode())
f = s.makefile("rb")
print(f.readline().decode().strip())
while f.readline() != b"\r\n":
    pass
s.sendall(b"ping through the tunnel\n")
print(f.readline().decode().strip())

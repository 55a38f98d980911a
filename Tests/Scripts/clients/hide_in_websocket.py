"""Sends a ClientHello for evil.test in one piece with the request for a WebSocket, and prints what comes back behind the head.

Arguments: PROXY-PORT ORIGIN
"""
import ssl
import sys

from proxy_client import connect, status

port, origin = sys.argv[1:]
hello = ssl.MemoryBIO()
tls = ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), hello, server_hostname="evil.test")
try:
    tls.do_handshake()
except ssl.SSLWantReadError:
    pass
connection = connect(port)
connection.sendall(f"GET http://{origin}/ws HTTP/1.1\r\nHost: {origin}\r\n"
                   "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n".encode() + hello.read())
print(status(connection))
try:
    print(len(connection.recv(65536)))
except ConnectionResetError:
    print("reset")

"""Prints a free port of this machine."""
import socket

print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])

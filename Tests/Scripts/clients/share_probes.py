"""Opens a thousand tunnels to fifty names of one server. Prints how many were opened, and the hellos that the server saw.

Arguments: PROXY-PORT SERVER-PORT
"""
import json
import socket
import sys

port, server = sys.argv[1:]
clients = []
for number in range(1000):
    client = socket.create_connection(("127.0.0.1", int(port)))
    name = "name%02d.test:%s" % (number % 50 + 1, server)
    client.sendall(f"CONNECT {name} HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
    clients.append(client)
print(sum(client.recv(1024).startswith(b"HTTP/1.1 200") for client in clients))
asker = socket.create_connection(("127.0.0.1", int(server)))
asker.sendall(b"?")
print(json.loads(asker.recv(1024))["hellos"])

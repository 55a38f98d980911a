"""Opens connections to the proxy, sends nothing, and closes them when standard input ends. Arguments: PORT COUNT."""
import socket
import sys

port, count = int(sys.argv[1]), int(sys.argv[2])
connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
sys.stdin.read()
for connection in connections:
    connection.close()

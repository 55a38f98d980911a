"""Compares what goes into a tunnel and a request body with what comes out. Arguments: PROXY-PORT ECHO-TARGET ORIGIN"""
import hashlib
import os
import random
import socket
import sys
import threading

port, echo, origin = sys.argv[1:]


def exchange(send_head):
    s = socket.create_connection(("127.0.0.1", int(port)))
    s.sendall(send_head)
    f = s.makefile("rb")
    assert f.readline().startswith(b"HTTP/1.1 200")
    while f.readline() != b"\r\n":
        pass
    return s, f


s, f = exchange(f"CONNECT {echo} HTTP/1.1\r\nHost: {echo}\r\n\r\n".encode())
sent, received = hashlib.sha256(), hashlib.sha256()


def reader():
    while data := f.read1(65536):
        received.update(data)


thread = threading.Thread(target=reader)
thread.start()
# First what looks like a broken TLS record, then everything else.
for data in [bytes.fromhex("160301ffff01"), *(os.urandom(random.choice([1, 17, 1460, 70000])) for _ in range(500))]:
    s.sendall(data)
    sent.update(data)
s.shutdown(socket.SHUT_WR)
thread.join()
assert sent.digest() == received.digest(), "the tunnel changed bytes"

body = os.urandom(3_000_001)
head = f"POST http://{origin}/x HTTP/1.1\r\nHost: {origin}\r\nContent-Length: {len(body)}\r\n\r\n"
s, f = exchange(head.encode() + body)
assert hashlib.sha256(body).hexdigest() in f.readline().decode(), "the body changed"
print("equal")

"""An origin whose responses RFC 9112 does not permit, and which clients accept all the same. Prints what comes through the proxy
of each, the status and the body. Argument: PROXY-PORT"""
import sys

from origin_side import request, start
from proxy_client import connect, head

RESPONSES = [
    b"HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\nContent-Length: 2\r\n\r\nok",
    b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
    b"HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
    b"ICY 200 OK\r\nContent-Type: audio/mpeg\r\n\r\nok",
    b"HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\n\r\nok",
]


def serve(s, number):
    head(s)
    s.sendall(RESPONSES[number])
    s.close()


start(serve)
for _ in RESPONSES:
    s = connect(sys.argv[1])
    s.sendall(request("Connection: close"))
    whole = b""
    while piece := s.recv(65536):
        whole += piece
    top, _, body = whole.partition(b"\r\n\r\n")
    print(top[9:12].decode(), body.decode() if len(body) < 9 else "explanation")

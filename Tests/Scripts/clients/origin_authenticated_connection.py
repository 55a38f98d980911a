"""An origin that takes a connection for the client that authenticated it. Arguments: PROXY-PORT CREDENTIALS"""
import sys

from origin_side import body, reply, request, start
from proxy_client import connect, head

port, credentials = sys.argv[1:]


def serve(s, number):
    owner = b"none"
    while True:
        if credentials.encode() in head(s):
            owner = b"anne"
        s.sendall(reply(owner))


start(serve)
first, second = connect(port), connect(port)
first.sendall(request(f"Authorization: {credentials}"))
print(body(first)[1])
second.sendall(request())
print(body(second)[1])
first.sendall(request())
print(body(first)[1])

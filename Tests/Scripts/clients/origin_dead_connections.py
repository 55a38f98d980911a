"""Both idle connections to an origin are dead when one is needed. Argument: PROXY-PORT"""
import sys
import threading

from origin_side import body, reply, request, start
from proxy_client import connect, head

both = threading.Barrier(2)


def serve(s, number):
    head(s)
    if number < 2:
        both.wait()
    s.sendall(reply(b"good"))
    head(s)
    s.close()


start(serve)
first, second = connect(sys.argv[1]), connect(sys.argv[1])
for s in (first, second):
    s.sendall(request())
print(body(first), body(second))
first.sendall(request())
print(body(first))

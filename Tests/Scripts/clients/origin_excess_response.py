"""An origin that sends a second response behind the first. Argument: PROXY-PORT"""
import sys
import time

from origin_side import body, reply, request, start
from proxy_client import connect, head


def serve(s, number):
    head(s)
    if number > 0:
        s.sendall(reply(b"good"))
        return
    whole = reply(b"x" * 200_000)
    s.sendall(whole[:100_000])
    time.sleep(0.2)
    s.sendall(whole[100_000:] + reply(b"evil"))
    head(s)


start(serve)
s = connect(sys.argv[1])
s.sendall(request() + request())
print(body(s), body(s))

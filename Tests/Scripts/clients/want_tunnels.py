"""Asks at once for so many tunnels to an echo server, and uses those that open. Prints the statuses with their numbers, those
with Retry-After as "soon", and the number of tunnels that echo. Closes them all, and asks once more until one tunnel opens.

Arguments: PROXY-PORT TARGET COUNT
"""
import collections
import select
import socket
import sys
import time

port, target, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
request = f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode()


def connect():
    s = socket.create_connection(("127.0.0.1", port), timeout=20)
    s.sendall(request)
    return s


def echoes(s):
    s.sendall(b"hello")
    return s.recv(5) == b"hello"


def status(s):
    answer = s.recv(65536)
    words = answer.split()
    return (words[1].decode() if len(words) > 1 else "closed") + (" soon" if b"\r\nRetry-After: " in answer else "")


waiting = [connect() for _ in range(count)]
statuses, opened = collections.Counter(), []
end = time.time() + 60
while waiting and time.time() < end:
    answered = select.select(waiting, [], [], 5)[0]
    if not answered and opened:
        # The open tunnels have every descriptor. The end of one lets the others be answered.
        opened.pop().close()
    for s in answered:
        waiting.remove(s)
        found = status(s)
        statuses[found] += 1
        if found == "200":
            opened.append(s)
        else:
            s.close()
statuses["none"] = len(waiting)
print(*(f"{name}: {number}" for name, number in sorted(statuses.items()) if number), sep=", ")
print(sum(map(echoes, opened)) == len(opened))
for s in opened + waiting:
    s.close()
for _ in range(50):
    s = connect()
    if status(s) == "200":
        print(echoes(s))
        break
    time.sleep(0.2)

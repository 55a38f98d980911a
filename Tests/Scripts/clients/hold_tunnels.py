"""One client opens tunnels and idle connections until it gets no more, and another asks until it gets a tunnel. Prints how
many tunnels the first client has, the status that it gets for one more, and what the other client gets.

Arguments: PROXY-PORT TARGET
"""
import sys
import time

from proxy_client import ask_tunnel, connect, status

port, target = sys.argv[1:]


def ask(client):
    connection = connect(port, client)
    ask_tunnel(connection, target)
    return connection, status(connection)


tunnels = []
while (answer := ask("127.0.0.1"))[1] == "200":
    tunnels.append(answer[0])
print(len(tunnels), answer[1])
silent = [connect(port, "127.0.0.1") for _ in range(100)]
# The silent connections have the last descriptors for half a second; until then the answer is 503 with Retry-After.
for _ in range(100):
    other = ask("127.0.0.2")
    if other[1] == "200":
        break
    time.sleep(0.1)
print(other[1])

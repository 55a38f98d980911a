"""One client asks for servers that never answer, and another for one that does. Prints what each got.

Arguments: PROXY-PORT TLS13-TARGET TLS12-TARGET
"""
import socket
import sys

from proxy_client import ask_tunnel, connect, head

port, tls13, tls12 = sys.argv[1:]
tarpits = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
names = [f"tarpit.test:{tarpit.getsockname()[1]}" for tarpit in tarpits]


def ask(client, target):
    s = connect(port, client)
    ask_tunnel(s, target)
    return s


print(head(ask("127.0.0.1", tls13)).split()[1].decode())
held = [(ask("127.0.0.1", name), tarpit.accept()) for name, tarpit in zip(names, tarpits[:2])]
refused = head(ask("127.0.0.1", names[2])).decode()
print(refused.split()[1], "Retry-After: " in refused)
print(head(ask("127.0.0.1", tls13)).split()[1].decode())
held.append((ask("127.0.0.2", names[2]), tarpits[2].accept()))
print(head(ask("127.0.0.2", tls12)).split()[1].decode())

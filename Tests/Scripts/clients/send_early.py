"""Opens a tunnel to a server of its own. Client and server send bytes at once, and more once the tunnel is open.

Prints of each side whether everything came, in order. Arguments: PROXY-PORT HOST upgrade|connect, where HOST must lead
to this machine.
"""
import socket
import sys
import threading

from proxy_client import connect

port, host, action = sys.argv[1:]
PIECE = 10_000
received = {}


def content(side, number):
    """What a side sends: frames that no reader takes for TLS."""
    return (f"\x00{side} {number} ".encode() * PIECE)[:PIECE]


def expected(side):
    return content(side, "early") + content(side, "late")


def read(connection, first, side):
    """Reads as many bytes as the other side sends, or until the end or a time-out."""
    received[side] = first
    try:
        while len(received[side]) < 2 * PIECE and (more := connection.recv(65536)):
            received[side] += more
    except TimeoutError:
        pass


def head(connection):
    """The bytes up to the end of a head, and those behind it."""
    data = b""
    while b"\r\n\r\n" not in data and (more := connection.recv(65536)):
        data += more
    lines, _, rest = data.partition(b"\r\n\r\n")
    return lines, rest


def serve(connection):
    if action == "upgrade":
        _, first = head(connection)
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
                           + content("server", "early"))
    else:
        connection.sendall(content("server", "early"))
        first = connection.recv(65536)
        if first[:1] != b"\x00":
            # A probe of the proxy, which begins with a ClientHello.
            return connection.close()
    while len(first) < PIECE and (more := connection.recv(65536)):
        first += more
    connection.sendall(content("server", "late"))
    read(connection, first, "client")
    served.set()


served = threading.Event()
listener = socket.create_server(("127.0.0.1", 0))
target = f"{host}:{listener.getsockname()[1]}"


def accept():
    while True:
        connection, _ = listener.accept()
        connection.settimeout(5)
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
client = connect(port)
client.settimeout(5)
request = {"upgrade": f"GET http://{target}/ws HTTP/1.1\r\nHost: {target}\r\n"
                      "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
           "connect": f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n"}[action]
client.sendall(request.encode() + content("client", "early"))
status, rest = head(client)
print(status.split(b" ")[1].decode())
client.sendall(content("client", "late"))
read(client, rest, "server")
served.wait(5)
for side in ("client", "server"):
    print(side, "complete" if received.get(side) == expected(side) else f"lost, of {len(received.get(side, b''))} bytes")

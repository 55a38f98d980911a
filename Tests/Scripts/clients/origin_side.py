"""An origin that serves eight connections, and requests to it through a proxy, for the programs named `origin_…`."""
import socket
import threading

import proxy_client

origin = socket.create_server(("127.0.0.1", 0))


def request(*fields):
    """A request to the origin with these fields."""
    lines = ["GET http://127.0.0.1:%d/ HTTP/1.1" % origin.getsockname()[1], "Host: a", *fields, "", ""]
    return "\r\n".join(lines).encode()


def reply(text):
    """A response with this body."""
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text)


def body(connection):
    """Status and last four characters of the next response."""
    lines = proxy_client.head(connection)
    left = int(lines.lower().split(b"content-length: ")[1].split(b"\r")[0])
    whole = b""
    while len(whole) < left:
        whole += connection.recv(left - len(whole))
    return lines[9:12].decode(), whole[-4:].decode()


def start(serve):
    """Calls `serve(connection, number)` with each connection that the origin accepts."""

    def guarded(connection, number):
        try:
            serve(connection, number)
        except (EOFError, OSError):
            connection.close()

    def accept():
        for number in range(8):
            threading.Thread(target=guarded, args=(origin.accept()[0], number), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()

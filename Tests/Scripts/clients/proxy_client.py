"""Connections to the proxy, for the other programs of this folder."""
import socket


def connect(port, client=None):
    """A connection to the proxy, from the given address of this machine if there is one."""
    return socket.create_connection(("127.0.0.1", int(port)), 20, source_address=client and (client, 0))


def head(connection):
    """The next head, read byte by byte so that nothing behind it is lost."""
    lines = b""
    while not lines.endswith(b"\r\n\r\n"):
        more = connection.recv(1)
        if not more:
            raise EOFError(lines)
        lines += more
    return lines


def status(connection):
    """The status of the next response, as text."""
    return head(connection).split()[1].decode()


def ask_tunnel(connection, target):
    """Sends the request for a tunnel."""
    connection.sendall(f"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n\r\n".encode())


def tunnel(port, target):
    """A tunnel that is open."""
    connection = connect(port)
    ask_tunnel(connection, target)
    answer = status(connection)
    assert answer == "200", answer
    return connection

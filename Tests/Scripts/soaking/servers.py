"""Servers with one fault each for the soak, on threads of the script's process."""

import os
import random
import selectors
import socket
import ssl
import struct
import threading
import time

TIMEOUT = 20


def reset(connection):
    """Closes the connection with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def serve(handle):
    """Handles each connection to a new port on a thread of its own; returns the port."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(512)

    def guarded(connection):
        connection.settimeout(TIMEOUT)
        try:
            handle(connection)
        except OSError:
            pass  # The proxy has closed the connection.
        finally:
            connection.close()

    def loop():
        while True:
            connection, _ = server.accept()
            threading.Thread(target=guarded, args=(connection,), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()
    return server.getsockname()[1]


def until_end(connection):
    while connection.recv(65536):
        pass


def echo(connection):
    while data := connection.recv(65536):
        connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def echo_at_end(connection):
    """Answers after the other side has ended, which fails if the proxy closes both directions at one end."""
    data = b""
    while more := connection.recv(65536):
        data += more
    time.sleep(0.05)
    connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def says_and_ends(connection):
    """Ends its own side first, then reads to the end and appends the number of bytes to `counted`."""
    connection.sendall(b"hello")
    connection.shutdown(socket.SHUT_WR)
    count = 0
    while data := connection.recv(65536):
        count += len(data)
    counted.append(count)


counted = []


def stalls(connection):
    """Sends the first half of a ServerHello and no more."""
    connection.recv(65536)
    connection.sendall(bytes.fromhex("160303007a0200007603034f6d") + os.urandom(20))
    until_end(connection)


def garbage(connection):
    connection.recv(65536)
    connection.sendall(os.urandom(random.randrange(1, 40000)))


def records(connection):
    """Sends well-formed records with random content."""
    connection.recv(65536)
    for _ in range(50):
        body = os.urandom(random.randrange(1, 4000))
        connection.sendall(bytes([random.choice((20, 21, 22, 23)), 3, 3]) + len(body).to_bytes(2, "big") + body)


def resets_on_accept(connection):
    reset(connection)


def resets_after_hello(connection):
    connection.recv(65536)
    reset(connection)


def resets_in_body(connection):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b"x" * 5000)
    time.sleep(0.05)
    reset(connection)


def drips(connection):
    """Sends the head of a response byte by byte."""
    connection.recv(65536)
    for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n":
        connection.sendall(bytes([byte]))
        time.sleep(0.005)
    connection.sendall(b"drops")


def never_ending_head(connection):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in range(20000):
        connection.sendall(b"X-%d: y\r\n" % number)


def interim_forever(connection):
    connection.recv(65536)
    for _ in range(20000):
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")


def two_lengths(connection):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!")
    until_end(connection)


def huge_chain(folder):
    """A TLS server that sends 80 unrelated certificates after its own."""
    path = f"{folder}/huge.pem"
    with open(path, "w") as chain:
        chain.write(open(f"{folder}/good.pem").read() + open(f"{folder}/selfsigned.pem").read() * 80)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path, f"{folder}/good.key")

    def handle(connection):
        with context.wrap_socket(connection, server_side=True) as secured:
            secured.recv(65536)
            secured.sendall(b"HTTP/1.0 200 OK\r\n\r\nlong")

    return handle


def blackhole():
    """A port that never answers: its accept queue is full, and the kernel drops further connections."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(0)
    filling = []
    for _ in range(3):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(server.getsockname())
        filling.append(client)
    kept.append((server, filling))
    return server.getsockname()[1]


kept = []


def refusing():
    """A port that refuses connections: it is bound, so that no other process gets it, but does not listen."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    kept.append(server)
    return server.getsockname()[1]


def patient():
    """A port for any number of idle connections, all on one thread."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(4096)
    waiting = selectors.DefaultSelector()
    waiting.register(server, selectors.EVENT_READ)

    def loop():
        while True:
            for key, _ in waiting.select():
                if key.fileobj is server:
                    waiting.register(server.accept()[0], selectors.EVENT_READ)
                    continue
                try:
                    data = key.fileobj.recv(65536)
                    key.fileobj.sendall(data)
                except OSError:
                    data = b""  # The proxy has closed the connection.
                if not data:
                    waiting.unregister(key.fileobj)
                    key.fileobj.close()

    threading.Thread(target=loop, daemon=True).start()
    return server.getsockname()[1]


def start(folder):
    """Starts all servers; returns their ports by name."""
    handlers = {
        "echoing": echo, "late": echo_at_end, "half": says_and_ends, "mute": until_end, "stalls": stalls,
        "garbage": garbage, "records": records, "slams": resets_on_accept, "spits": resets_after_hello,
        "tears": resets_in_body, "drips": drips, "endless": never_ending_head, "interim": interim_forever,
        "lengths": two_lengths, "huge": huge_chain(folder),
    }
    ports = {name: serve(handler) for name, handler in handlers.items()}
    ports["blackhole"], ports["refusing"], ports["patient"] = blackhole(), refusing(), patient()
    return ports

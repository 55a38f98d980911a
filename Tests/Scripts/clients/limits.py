"""Clients that reach a limit of the proxy. Arguments: PROXY-PORT KIND ARGUMENT…, KIND being one of the functions below."""
import socket
import ssl
import sys
import threading
import time

import proxy_client
from proxy_client import ask_tunnel, status

port, kind, *arguments = sys.argv[1:]


def connect():
    return proxy_client.connect(port)


def get(target):
    return f"GET http://{target}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()


def one_connection_too_many(target):
    first, second, third = connect(), connect(), connect()
    third.sendall(get(target))
    third.settimeout(1)
    try:
        print(third.recv(1))
    except TimeoutError:
        print("waits")
    first.close()
    third.settimeout(20)
    print(status(third))


def one_connection_too_many_of_a_client(target):
    first, second = connect(), connect()
    for s in (second, first):
        s.sendall(get(target))
        print(status(s))


def one_probe_too_many(silent, good):
    def ask(target):
        s = connect()
        ask_tunnel(s, target)
        return s

    first = ask(silent)
    time.sleep(0.2)
    second = ask(good)
    print(status(second), status(first))
    print(status(ask(good)))


def head_in_drips():
    s, began = connect(), time.monotonic()

    def drip():
        try:
            for _ in range(60):
                s.sendall(b"G")
                time.sleep(0.1)
        except OSError:
            pass

    threading.Thread(target=drip, daemon=True).start()
    print(status(s), 1.5 < time.monotonic() - began < 5)


def idle_tunnel(echo):
    s = connect()
    ask_tunnel(s, echo)
    print(status(s))
    for _ in range(8):
        time.sleep(0.2)
        s.sendall(b"busy\n")
        assert s.recv(100) == b"busy\n"
    try:
        print(s.recv(1))
    except ConnectionResetError:
        print("reset")


def hello_that_stops(good, root):
    s = connect()
    ask_tunnel(s, good)
    print(status(s))
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = ssl.create_default_context(cafile=root).wrap_bio(received, sent, server_hostname="good.test")
    try:
        tls.do_handshake()
    except ssl.SSLWantReadError:
        pass
    s.sendall(sent.read()[:40])
    try:
        print(s.recv(65536))
    except ConnectionResetError:
        print("reset")


def idle_origins(wait):
    ended = []

    def origin():
        server = socket.create_server(("127.0.0.1", 0))

        def serve():
            s, _ = server.accept()
            while s.recv(65536):
                s.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            ended.append(s)

        threading.Thread(target=serve, daemon=True).start()
        return server.getsockname()[1]

    s = connect()
    for number in (origin(), origin()):
        s.sendall(b"GET http://127.0.0.1:%d/ HTTP/1.1\r\nHost: a\r\n\r\n" % number)
        assert status(s) == "200"
    time.sleep(float(wait))
    print(2 - len(ended), "open")


{function.__name__: function for function in (
    one_connection_too_many, one_connection_too_many_of_a_client, one_probe_too_many, head_in_drips, idle_tunnel,
    hello_that_stops, idle_origins)}[kind](*arguments)

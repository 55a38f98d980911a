"""Sends without end to a side that does not read. Arguments: PROXY-PORT FOLDER KIND

KIND is `chunkedResponse`, `chunkedRequest`, `requestsAhead` (of the one that is being answered) or `tunnel` (before the
client has shown what it thinks of the server). FOLDER holds the certificate of good.test.
"""
import socket
import ssl
import sys
import threading

port, folder, kind = sys.argv[1:]
proxy = socket.create_connection(("127.0.0.1", int(port)))
chunk = b"10000\r\n" + bytes(65536) + b"\r\n"


def flood(s, data):
    s.settimeout(1)
    try:
        for _ in range((400 << 20) // len(data)):
            s.sendall(data)
    except OSError:
        pass


def start(serve):
    """The port of a server that serves one connection, and its thread."""
    server = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: serve(server.accept()[0]), daemon=True)
    thread.start()
    return server.getsockname()[1], thread


def never_answer(s):
    threading.Event().wait()


def handshake(tls):
    try:
        tls.do_handshake()
    except ssl.SSLWantReadError:
        pass


def chunked_response():
    def serve(s):
        s.recv(65536)
        s.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        flood(s, chunk)

    port, flooding = start(serve)
    proxy.sendall(b"GET http://127.0.0.1:%d/ HTTP/1.1\r\nHost: a\r\n\r\n" % port)
    flooding.join(60)


def chunked_request():
    origin, _ = start(never_answer)
    proxy.sendall(
        b"POST http://127.0.0.1:%d/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" % origin)
    flood(proxy, chunk)


def requests_ahead():
    request = b"GET http://127.0.0.1:%d/ HTTP/1.1\r\nHost: a\r\n\r\n" % start(never_answer)[0]
    flood(proxy, request * 1000)


def tunnel():
    def serve(s):
        received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + "/good.pem", folder + "/good.key")
        tls = context.wrap_bio(received, sent, server_side=True)
        received.write(s.recv(65536))
        handshake(tls)
        s.sendall(sent.read())
        flood(s, b"\x17\x03\x03\x40\x00" + bytes(16384))

    port, flooding = start(serve)
    proxy.sendall(b"CONNECT 127.0.0.1:%d HTTP/1.1\r\nHost: a\r\n\r\n" % port)
    proxy.recv(1000)
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    handshake(ssl.create_default_context().wrap_bio(received, sent, server_hostname="good.test"))
    proxy.sendall(sent.read())
    flooding.join(60)


{"chunkedResponse": chunked_response, "chunkedRequest": chunked_request, "requestsAhead": requests_ahead,
 "tunnel": tunnel}[kind]()

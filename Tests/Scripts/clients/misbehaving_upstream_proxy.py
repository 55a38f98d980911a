"""An upstream proxy that fails in one way. Argument: HOW. Prints its port, and serves until it is ended.

silent: takes each request and says nothing. closing: closes after each request. no-http: greets as a mail server.
STATUS: gives every request that status; 407 with a question for a password (407-ntlm: in a scheme that few know).
early: opens each tunnel, with the first bytes of a mail server in the same piece.
early-websocket: opens each tunnel, with a server's answer to an upgrade and 500 bytes behind it in the same piece.
"""
import socket
import sys
import threading

how = sys.argv[1]
kept = []


def answer():
    if how == "early":
        return b"HTTP/1.1 200 Connection established\r\n\r\n220 mail.test\r\n"
    if how == "early-websocket":
        upgrade = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        return b"HTTP/1.1 200 Connection established\r\n\r\n" + upgrade + b"D" * 500
    status, _, scheme = how.partition("-")
    fields = b""
    if status == "407":
        fields = b"Proxy-Authenticate: NTLM\r\n" if scheme else b"Proxy-Authenticate: Basic realm=\"parent\"\r\n"
    return b"HTTP/1.1 " + status.encode() + b" Upstream's own words\r\n" + fields + b"Content-Length: 6\r\n\r\nsecret"


def serve(connection):
    if how == "no-http":
        return connection.sendall(b"220 mail.test ESMTP\r\n")
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(65536)
        if not data:
            return
        head += data
    if how == "silent":
        kept.append(connection)
    elif how == "closing":
        connection.close()
    else:
        connection.sendall(answer())
        if how == "early-websocket":
            while connection.recv(65536):
                pass
            return connection.close()
        kept.append(connection)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

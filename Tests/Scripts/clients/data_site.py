"""Publishers of data files over HTTPS. Arguments: CERTIFICATES (the folder of judged-site) and FILES.

Prints one line of JSON, the ports by name: good has a certificate that is in order, expired one that is not. Serves until it
is ended. The path is /HOW/NAME, and NAME is a file in FILES:

plain, chunked, closed: the file, with that framing. cut, cut-chunked: half of it. cut-closed: half of it, and the end of the
connection without the end of TLS. slow: a byte every 50 ms. stuck: half of it, and then nothing. gzip: in that coding. huge:
a length of 1 GB. tiny-chunks: chunks of one byte, without an end. continue: interim responses (100), without an
end. 404, 301: that status. no-http: the greeting of a mail server.
"""
import gzip
import json
import os
import socket
import ssl
import sys
import threading
import time

certificates, files = sys.argv[1:]


def answer(connection, tls, path):
    how, name = path.lstrip("/").split("?")[0].split("/", 1)
    with open(os.path.join(files, os.path.basename(name)), "rb") as file:
        body = file.read()
    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body)
    half = body[:len(body) // 2]
    if how == "plain":
        tls.sendall(head + body)
    elif how in ("chunked", "cut-chunked"):
        tls.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        sent = body if how == "chunked" else half
        for at in range(0, len(sent), 5000):
            part = sent[at:at + 5000]
            tls.sendall(b"%x\r\n" % len(part) + part + b"\r\n")
        if how == "chunked":
            tls.sendall(b"0\r\n\r\n")
    elif how in ("closed", "cut-closed"):
        tls.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + (body if how == "closed" else half))
    elif how == "cut":
        tls.sendall(head + half)
    elif how == "slow":
        tls.sendall(head)
        for byte in body:
            tls.sendall(bytes([byte]))
            time.sleep(0.05)
    elif how == "stuck":
        tls.sendall(head + half)
        print("stuck", flush=True)
        while tls.recv(65536):
            pass
    elif how == "gzip":
        body = gzip.compress(body)
        tls.sendall(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    elif how == "huge":
        tls.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + body)
    elif how == "tiny-chunks":
        tls.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            tls.sendall(b"1\r\nx\r\n" * 2000)
    elif how == "continue":
        while True:
            tls.sendall(b"HTTP/1.1 100 Continue\r\nField: " + b"a" * 1000 + b"\r\n\r\n")
    elif how == "no-http":
        tls.sendall(b"220 mail.test ESMTP\r\n")
    elif how == "301":
        tls.sendall(b"HTTP/1.1 301 Moved\r\nLocation: https://elsewhere.test/list\r\nContent-Length: 0\r\n\r\n")
    else:
        tls.sendall(b"HTTP/1.1 " + how.encode() + b" Status\r\nContent-Length: 0\r\n\r\n")
    if how != "cut-closed":
        tls.unwrap()  # close_notify


def serve(connection, context):
    try:
        connection.settimeout(60)
        tls = context.wrap_socket(connection, server_side=True)
        request = b""
        while b"\r\n\r\n" not in request:
            data = tls.recv(65536)
            if not data:
                return
            request += data
        answer(connection, tls, request.split(b" ")[1].decode())
    except (OSError, ValueError):
        pass  # The client has refused the server, or is gone.
    finally:
        connection.close()


def listen(chain):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{certificates}/{chain}.pem", f"{certificates}/ec.key")
    context.set_alpn_protocols(["h2", "http/1.1"])
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0], context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


print(json.dumps({chain: listen(chain) for chain in ("good", "expired")}), flush=True)
threading.Event().wait()

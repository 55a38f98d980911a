"""Makes loads, eight at once, and prints how many. Arguments: LOAD…, each a port of the proxy, a space and a URL"""
import concurrent.futures
import socket
import ssl
import sys
import urllib.parse

context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
context.minimum_version = ssl.TLSVersion.TLSv1
context.set_ciphers("ALL:@SECLEVEL=0")


def load(line):
    port, url = line.split()
    url = urllib.parse.urlsplit(url)
    with socket.create_connection(("127.0.0.1", int(port)), timeout=60) as proxy:
        line = f"CONNECT {url.netloc}" if url.scheme == "https" else f"GET {url.geturl()}"
        proxy.sendall(f"{line} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n\r\n".encode())
        reply = b""
        while b"\r\n\r\n" not in reply and (data := proxy.recv(1)):
            reply += data
        if url.scheme == "https" and b" 200 " in reply[:15]:
            try:
                with context.wrap_socket(proxy, server_hostname=url.hostname) as secure:
                    secure.sendall(b"GET / HTTP/1.0\r\n\r\n")
                    secure.recv(1000)
            except OSError:
                pass  # Some servers complete no handshake on purpose.


with concurrent.futures.ThreadPoolExecutor(8) as pool:
    print(len(list(pool.map(load, sys.argv[1:]))))

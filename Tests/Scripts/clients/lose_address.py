"""Serves a name at two addresses and takes the first away. Prints the status of three tunnels.

Arguments: PROXY-PORT SERVER-PORT CHAIN KEY
"""
import socket
import ssl
import sys
import threading

from proxy_client import ask_tunnel, connect

proxy, port, chain, key = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(chain, key)


def serve(address):
    server = socket.create_server((address, int(port)))

    def loop():
        while True:
            try:
                connection = server.accept()[0]
            except OSError:
                return
            try:
                context.wrap_socket(connection, server_side=True).close()
            except OSError:
                pass

    threading.Thread(target=loop, daemon=True).start()
    return server


def answer():
    with connect(proxy) as s:
        ask_tunnel(s, f"moving.test:{port}")
        return s.recv(65536).split()[1].decode()


first, second = serve("127.0.0.2"), serve("127.0.0.1")
print(answer())
first.shutdown(socket.SHUT_RDWR)
first.close()
print(answer())
print(answer())

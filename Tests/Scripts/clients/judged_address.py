"""Opens a tunnel after a second server has appeared at another address, and prints the version of TLS in it.

Arguments: PROXY-PORT SERVER-PORT ROOTS
"""
import socket
import ssl
import sys
import threading

import proxy_client

proxy, port, roots = sys.argv[1:]
target = f"good.test:{port}"
proxy_client.tunnel(proxy, target).close()
elsewhere = socket.create_server(("127.0.0.2", int(port)))
threading.Thread(target=lambda: elsewhere.accept()[0].close(), daemon=True).start()
context = ssl.create_default_context(cafile=roots)
with context.wrap_socket(proxy_client.tunnel(proxy, target), server_hostname="good.test") as tls:
    print(tls.version())

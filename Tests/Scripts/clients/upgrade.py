"""Asks the proxy for a WebSocket, and prints what comes until 0.2 s after the first 500 bytes. Arguments: PROXY-PORT HOST."""
import sys

import proxy_client

port, host = sys.argv[1:]
connection = proxy_client.connect(port)
fields = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
connection.sendall(f"GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\n{fields}{key}\r\n".encode())
connection.settimeout(20)
data = b""
try:
    while piece := connection.recv(65536):
        data += piece
        if data.count(b"D") >= 500:
            connection.settimeout(0.2)
except TimeoutError:
    pass
sys.stdout.write(data.decode("latin-1"))

"""An upstream proxy that answers each request with the request itself, as servers answer TRACE. Prints its port, and serves until
it is ended."""
import socket
import threading

from proxy_client import head


def serve(connection):
    try:
        while True:
            request = head(connection)
            fields = b"Content-Type: message/http\r\nContent-Length: %d\r\n" % len(request)
            connection.sendall(b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n" + request)
    except (EOFError, OSError):
        connection.close()


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

"""Opens a tunnel and uses it once the proxy accepts no client any more. Arguments: PROXY-PORT TARGET, which echoes lines"""
import socket
import sys
import time

import proxy_client

s = proxy_client.tunnel(*sys.argv[1:])
print("open", flush=True)
limit = time.monotonic() + 30
while time.monotonic() < limit:
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[1]))).close()
        time.sleep(0.05)
    except OSError:
        break
s.sendall(b"still here\n")
print(s.makefile("rb").readline().decode().strip())

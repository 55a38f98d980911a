"""Opens a tunnel and uses it 1.5 seconds later. Arguments: PROXY-PORT TARGET, which echoes lines"""
import sys
import time

import proxy_client

s = proxy_client.tunnel(*sys.argv[1:])
print("open", flush=True)
time.sleep(1.5)
s.sendall(b"still here\n")
print(s.makefile("rb").readline().decode().strip())

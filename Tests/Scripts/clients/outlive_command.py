"""Leaves a process behind that uses its tunnel half a second later. Argument: TARGET, which echoes lines."""
import os
import sys
import time

import proxy_client

s = proxy_client.tunnel(os.environ["http_proxy"].rsplit(":", 1)[1], sys.argv[1])
lines = s.makefile("rb")
if os.fork() == 0:
    time.sleep(0.5)
    s.sendall(b"still here\n")
    print(lines.readline().decode().strip(), flush=True)
    lines.readline()

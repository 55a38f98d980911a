"""Opens a tunnel, prints the status and holds the tunnel for thirty seconds. Arguments: PROXY-PORT TARGET"""
import sys
import time

from proxy_client import ask_tunnel, connect

s = connect(sys.argv[1])
ask_tunnel(s, sys.argv[2])
print(s.recv(12).decode(), flush=True)
time.sleep(30)

"""Asks the proxy of the environment for tunnels, and prints the hosts of those that it refuses. Arguments: TARGET…"""
import os
import sys

import proxy_client

refused = []
for target in sys.argv[1:]:
    with proxy_client.connect(os.environ["http_proxy"].rsplit(":", 1)[1]) as proxy:
        proxy_client.ask_tunnel(proxy, target)
        if b" 200 " not in proxy.recv(1000)[:15]:
            refused.append(target.split(":")[0])
print(*sorted(refused))

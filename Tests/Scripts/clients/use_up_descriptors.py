"""Opens tunnels from four addresses until the proxy refuses one, and prints the refusals. Arguments: PROXY-PORT TARGET"""
import sys

from proxy_client import ask_tunnel, connect

port, target = sys.argv[1:]
# A tunnel takes two descriptors. One more idle client makes the number left odd, and two make it even again.
for spare in range(3):
    held = [connect(port) for _ in range(spare)]
    tunnels = []
    while len(tunnels) < 80:
        client = connect(port, f"127.0.0.{len(tunnels) % 4 + 1}")
        client.settimeout(3)
        tunnels.append(client)
        ask_tunnel(client, target)
        try:
            answer = client.recv(65536).decode()
        except TimeoutError:
            break
        if not answer.startswith("HTTP/1.1 200"):
            print(answer)
            break

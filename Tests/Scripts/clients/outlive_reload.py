"""Uses a tunnel and a kept connection before and after a line on standard input. Arguments: PROXY-PORT ECHO PLAIN"""
import sys

from proxy_client import ask_tunnel, connect, status

port, echo, plain = sys.argv[1:]
tunnel = connect(port)
ask_tunnel(tunnel, echo)
print(status(tunnel), flush=True)
kept = connect(port)
ask = f"HEAD http://{plain}/ HTTP/1.1\r\nHost: plain.test\r\n\r\n".encode()
kept.sendall(ask)
print(status(kept), flush=True)
sys.stdin.readline()
tunnel.sendall(b"still here\n")
print(tunnel.makefile("rb").readline().decode().strip(), flush=True)
kept.sendall(ask)
print(status(kept), flush=True)

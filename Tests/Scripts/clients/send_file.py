"""Sends the bytes of a file to the proxy and prints the first line that comes back. Arguments: PROXY-PORT FILE"""
import sys

from proxy_client import connect

s = connect(sys.argv[1])
with open(sys.argv[2], "rb") as file:
    s.sendall(file.read())
print(s.makefile("rb").readline().decode().strip())

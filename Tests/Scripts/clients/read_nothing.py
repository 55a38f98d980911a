"""Requests a URL and reads nothing of the response for two seconds. Arguments: PROXY-PORT URL HOST"""
import socket
import sys
import time

port, url, host = sys.argv[1:]
s = socket.create_connection(("127.0.0.1", int(port)))
s.sendall(f"GET {url} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
time.sleep(2)

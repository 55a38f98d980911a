"""Requests a URL before and after a reload, on one connection, and prints both answers.

Arguments: PROXY-PORT URL FOLDER FILE PROCESS CREDENTIALS. `new` in the folder replaces FILE before the process gets
SIGHUP. CREDENTIALS are NAME:PASSWORD, or empty.
"""
import base64
import http.client
import os
import signal
import sys
import time

port, url, folder, name, process, credentials = sys.argv[1:]
proxy = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
proxy.connect()
proxy.auto_open = False
headers = {"Proxy-Authorization": "Basic " + base64.b64encode(credentials.encode()).decode()} if credentials else {}


def status():
    try:
        proxy.request("GET", url, headers=headers)
        answer = proxy.getresponse()
        answer.read()
        return str(answer.status)
    except (http.client.HTTPException, OSError):
        return "closed"


print(status())
os.rename(f"{folder}/new", f"{folder}/{name}")
os.kill(int(process), signal.SIGHUP)
for _ in range(100):
    last = status()
    if last != "200":
        break
    time.sleep(0.1)
print(last)

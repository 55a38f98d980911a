"""Sends seven passwords on one connection. Prints each answer, whether it has a length, and whether the connection is the
same. Arguments: PROXY-PORT URL
"""
import base64
import http.client
import sys

proxy = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
proxy.connect()
first = proxy.sock
for password in ["secret", "a", "b", "secret", "c", "d", "secret"]:
    sign = "Basic " + base64.b64encode(b"alice:" + password.encode()).decode()
    proxy.request("GET", sys.argv[2], headers={"Proxy-Authorization": sign})
    answer = proxy.getresponse()
    answer.read()
    print(answer.status, answer.getheader("Content-Length") is not None, proxy.sock is first)

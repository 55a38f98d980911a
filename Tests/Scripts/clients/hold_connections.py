"""Opens connections to the proxy, prints how many, sends nothing, and closes them when standard input ends, or after some
seconds. Arguments: PORT COUNT [SECONDS]."""
import socket
import sys
import time

port, count = int(sys.argv[1]), int(sys.argv[2])
connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
print(count, flush=True)
if len(sys.argv) > 3:
    time.sleep(float(sys.argv[3]))
else:
    sys.stdin.read()
for connection in connections:
    connection.close()

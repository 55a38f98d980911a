"""Prints the signals that it received, once there were six, and ends with 5."""
import signal
import sys
import time

heard = []
for number in (1, 2, 3, 15, 10, 12):
    signal.signal(number, lambda number, frame: heard.append(number))
print("ready", flush=True)
limit = time.time() + 20
while len(heard) < 6 and time.time() < limit:
    time.sleep(0.01)
print(sorted(heard))
sys.exit(5)

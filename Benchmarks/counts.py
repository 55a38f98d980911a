"""Counts the system calls and the instructions of one request, which do not depend on the load of the machine.

strace counts the calls of all threads of a proxy, callgrind the instructions outside the kernel. Each proxy has one
worker, and one client asks for one thing after the other.
"""

import pathlib
import re
import signal
import subprocess
import time

REQUESTS = 200

# title, mode and options of the load generator, our proxy, the other proxies
KINDS = [
    ("CONNECT", ["connect"], "atsproxy observe", ["haproxy", "relay"]),
    ("tunnel, TLS handshake, request", ["tls"], "atsproxy observe", []),
    ("plain HTTP, 1 KiB, keep-alive", ["http", "--bytes", "1024"], "atsproxy observe", ["haproxy"]),
]


class Counts:
    """The counts of a benchmark, whose load generator, origin and proxies are used."""

    def __init__(self, bench):
        self.bench = bench
        self.starter = bench.starter.alone(bench.directory / "atsproxy")
        # valgrind cannot read the debugging information of the program.
        subprocess.run(["objcopy", "--strip-debug", bench.arguments.atsproxy, self.starter.atsproxy], check=True)

    def report(self):
        for title, load, ours, others in KINDS:
            names = [name for name in [ours, *others] if not self.bench.arguments.proxies
                     or name.split()[0] in self.bench.arguments.proxies]
            for unit, count in [("system calls", self.system_calls), ("instructions", self.instructions)]:
                show(f"{unit}: {title}", ours, {name: count(name, load) for name in names})

    def ask(self, proxy, load, requests=REQUESTS):
        sample = self.bench.load(proxy, *load, "--clients", "1", "--requests", str(requests), seconds=600)
        if sample["errors"]:
            raise RuntimeError(f"{proxy.name} answered {sample['errors']} requests with errors")
        time.sleep(0.5)

    def system_calls(self, name, load):
        """The calls for one request, and those of each kind."""
        proxy = self.starter.start(name)
        self.ask(proxy, load, 50)
        file = proxy.home / "calls"
        tracer = subprocess.Popen(["strace", "-f", "-c", "-U", "name,calls", "-o", file, "-p", str(proxy.process.pid)],
                                  stderr=subprocess.DEVNULL)
        time.sleep(1)
        self.ask(proxy, load)
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
        calls = {call: int(count) / REQUESTS for call, count in re.findall(r"^(\w+) +(\d+)$", file.read_text(), re.M)}
        proxy.stop()
        total = calls.pop("total")
        most = sorted(calls.items(), key=lambda call: -call[1])
        return total, ", ".join(f"{call} {count:.1f}" for call, count in most if count >= 0.1)

    def instructions(self, name, load):
        """The instructions for one request, and those of the program without libraries, in all threads and in the worker's."""
        file = self.bench.directory / "instructions"
        tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes", f"--callgrind-out-file={file}"]
        proxy = self.starter.start(name, tool)
        self.ask(proxy, load, 50)
        # What a proxy does once after its first requests does not count.
        time.sleep(3)
        self.switch(proxy, "on")
        self.ask(proxy, load)
        self.switch(proxy, "off")
        proxy.process.send_signal(signal.SIGTERM)
        proxy.process.wait()
        program = pathlib.Path(proxy.process.args[len(tool)]).name
        threads = [by_object(part) for part in file.parent.glob(f"{file.name}-*")]
        for part in file.parent.glob(f"{file.name}*"):
            part.unlink()
        proxy.stop()
        own = [sum(cost for object, cost in costs.items() if pathlib.Path(object).name == program) for costs in threads]
        return (sum(sum(costs.values()) for costs in threads) / REQUESTS,
                f"{sum(own) / REQUESTS:,.0f} in {program}, {max(own) / REQUESTS:,.0f} of them in the worker")

    @staticmethod
    def switch(proxy, state):
        subprocess.run(["callgrind_control", "-i", state, str(proxy.process.pid)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def by_object(file):
    """The cost of each program and library in a file of callgrind, without that of the functions which it calls."""
    names, costs, current, is_call = {}, {}, "", False
    for line in file.read_text().splitlines():
        if match := re.match(r"c?ob=\((\d+)\)(?: (.*))?", line):
            if match[2]:
                names[match[1]] = match[2]
            if line.startswith("ob="):
                current = names[match[1]]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[-+*\d]", line):
            if not is_call:
                costs[current] = costs.get(current, 0) + int(line.split()[1])
            is_call = False
    return costs


def show(title, ours, counts):
    mine, parts = counts.pop(ours)
    best = min(counts, key=lambda name: counts[name][0] if name != "relay" else float("inf"), default=None)
    ratio = "–" if best in (None, "relay") else f"{mine / counts[best][0]:.2f} × {best}"
    others = "; ".join(f"{name} {number(count)} ({of})" for name, (count, of) in counts.items())
    print(f"| {title} | {number(mine)} ({parts}) | {ratio} | – | – | {others} |", flush=True)


def number(count):
    return f"{count:.1f}" if count < 1000 else f"{count:,.0f}"

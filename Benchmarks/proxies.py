"""Configures and starts the measured proxies, and reads their CPU time and memory."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import threading
import time

# ATS does not apply to local names, so that the measured host needs a public name.
JUDGED_HOST = "origin.example"
# With the origin's ports, 100,000 destinations.
JUDGED_NAMES = 250
TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port):
    """Whether a process listens on the port. A transparent proxy would pass a connection to its own port on to itself."""
    sockets = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    return any(fields[1].endswith(f":{port:04X}") and fields[3] == "0A" for fields in map(str.split, sockets))


def tree(root):
    """The IDs of the process and of its descendants."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, queue = [], [root]
    while queue:
        process = queue.pop()
        found.append(process)
        queue += parents.get(process, [])
    return found


class Proxy:
    """A running proxy, or no proxy (`direct`)."""

    def __init__(self, name, port=0, process=None, host="127.0.0.1", home=None):
        self.name, self.port, self.process, self.host, self.home = name, port, process, host, home

    @property
    def is_transparent(self):
        """Whether clients do not know of the proxy."""
        return "transparent" in self.name or "intercept" in self.name

    def cpu_seconds(self):
        total = 0
        for process in tree(self.process.pid) if self.process else []:
            try:
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            total += int(fields[11]) + int(fields[12])
        return total / TICK

    def resident_bytes(self):
        total = 0
        for process in tree(self.process.pid) if self.process else []:
            try:
                status = pathlib.Path(f"/proc/{process}/status").read_text()
            except OSError:
                continue
            total += sum(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
        return total

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)


class Starter:
    """Starts proxies in a directory of their own, in front of one origin."""

    def __init__(self, directory, origin_port, tls_port, certificates, atsproxy):
        self.directory, self.origin_port, self.tls_port = pathlib.Path(directory), origin_port, tls_port
        self.certificates, self.atsproxy = certificates, atsproxy
        self.workers = 2

    def alone(self, atsproxy):
        """A starter of proxies with one worker, and of another file of atsproxy."""
        other = Starter(self.directory, self.origin_port, self.tls_port, self.certificates, atsproxy)
        other.workers = 1
        return other

    def start(self, name, tool=()):
        """Starts the proxy of this name, in a tool if one is given; raises RuntimeError with the reason if the proxy
        does not start."""
        if name == "direct":
            return Proxy("direct")
        port = free_port()
        home = self.directory / f"{name.replace(' ', '-')}-{port}"
        home.mkdir()
        home.chmod(0o777)
        command, environment = getattr(self, "_" + name.split()[0].replace("-", "_"))(home, port, name)
        log = open(home / "output", "w")
        process = subprocess.Popen(
            [*tool, *command], cwd=home, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            env={**os.environ, **environment})
        host = JUDGED_HOST if name.startswith("atsproxy") else "127.0.0.1"
        proxy = Proxy(name, port, process, host, home)
        deadline = time.monotonic() + (300 if tool else 30)
        while time.monotonic() < deadline:
            if listens(port):
                time.sleep(0.5)
                return proxy
            if process.poll() is not None:
                break
            time.sleep(0.1)
        said = (home / "output").read_text()[-400:].strip()
        proxy.stop()
        raise RuntimeError(f"{name} does not start: {said}")

    def _atsproxy(self, home, port, name):
        policy = home / "policy.plist"
        domains = int(name.split()[2]) if "domains" in name else 0
        names = "".join(f"<key>host{n}.example.com</key><dict/>" for n in range(domains))
        permissive = "" if "enforce" in name else "<key>NSAllowsArbitraryLoads</key><true/>"
        policy.write_text(
            '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>'
            f"{permissive}<key>NSExceptionDomains</key><dict>{names}</dict></dict></dict></plist>")
        mode = "enforce" if "enforce" in name else "observe"
        names = [JUDGED_HOST, *(f"h{n}.{JUDGED_HOST}" for n in range(JUDGED_NAMES))]
        resolved = [option for name in names for option in ("--resolve", f"{name}:*:127.0.0.1")]
        # Segments end at a size that a measurement reaches many times.
        events = [f"{home}/events/", "--segment-size", "8M"] if "segments" in name else [home / "events.jsonl"]
        return [
            self.atsproxy, "serve", "--listen-transparent" if "transparent" in name else "--listen", f"127.0.0.1:{port}",
            "--mode", mode, "--policy", policy, "--examine", "needed", "--ca-file", self.certificates / "root.pem", *resolved,
            "--events", *events, "--limit", "facts=200000", "--verdict-ttl", "86400", "--workers", str(self.workers),
            *(["--metrics", f"127.0.0.1:{free_port()}"] if "metrics" in name else []),
        ], {}

    def _relay(self, home, port, name):
        """A relay without a proxy's own work, as a baseline: see `load/relay.c`."""
        kinds = name.split()[1:]
        origin_port = self.tls_port if "tls" in kinds else self.origin_port
        return [self.directory / "relay", str(port), origin_port, str(self.workers), *kinds], {}

    def _haproxy(self, home, port, name):
        if "transparent" in name:
            return self._transparent_haproxy(home, port)
        spliced = "spliced" in name
        splice = "option splice-request\n    option splice-response" if spliced else ""
        (home / "haproxy.cfg").write_text(f"""global
    nbthread {self.workers}
    maxconn {2000 if spliced else 9900}
    log {home}/log local0
defaults
    mode http
    log global
    option httplog
    option http-no-delay
    http-reuse always
    {splice}
    timeout connect 10s
    timeout client 1h
    timeout server 1h
frontend clients
    bind 127.0.0.1:{port}
    default_backend origin
backend origin
    server origin 127.0.0.1:{self.origin_port}
""")
        self._swallow_log(home / "log")
        return ["haproxy", "-db", "-f", home / "haproxy.cfg"], {}

    def _transparent_haproxy(self, home, port):
        """haproxy relays to the address that the client connected to, and reads nothing of what passes."""
        (home / "haproxy.cfg").write_text(f"""global
    nbthread 2
    maxconn 9900
    log {home}/log local0
defaults
    mode tcp
    log global
    option tcplog
    timeout connect 10s
    timeout client 1h
    timeout server 1h
listen clients
    bind 127.0.0.1:{port}
    option transparent
""")
        self._swallow_log(home / "log")
        return ["haproxy", "-db", "-f", home / "haproxy.cfg"], {}

    @staticmethod
    def _swallow_log(path):
        """Reads the socket that haproxy logs to; without a reader, haproxy would skip the work of logging."""
        reader = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        reader.bind(str(path))

        def swallow():
            while True:
                reader.recv(4096)

        threading.Thread(target=swallow, daemon=True).start()

    def _squid(self, home, port, name):
        intercepts = "intercept" in name
        peeks = "peek" in name or (intercepts and "plain" not in name)
        bump = f" ssl-bump tls-cert={self.certificates}/root.pem tls-key={self.certificates}/root.key"
        generator = f"/usr/lib/squid/security_file_certgen -s {home}/certificates -M 4MB"
        rules = (f"ssl_bump peek all\nssl_bump splice all\nsslproxy_cert_error allow all\nsslcrtd_program {generator}\n"
                 "tls_outgoing_options flags=DONT_VERIFY_PEER\n")
        if peeks:
            subprocess.run([*generator.split(), "-c"], check=True, capture_output=True)
            subprocess.run(["chown", "-R", "proxy", home / "certificates"], capture_output=True)
        (home / "squid.conf").write_text(f"""{"https_port" if peeks and intercepts else "http_port"} 127.0.0.1:{port}{
    " intercept" if intercepts else ""}{bump if peeks else ""}
{"http_port 127.0.0.1:" + str(free_port()) if intercepts else ""}
{rules if peeks else ""}http_access allow all
cache deny all
cache_mem 0 MB
access_log stdio:{home}/access.log
cache_log {home}/cache.log
pid_filename {home}/squid.pid
coredump_dir {home}
max_filedescriptors 40000
shutdown_lifetime 1 seconds
""")
        return ["squid", "-N", "-f", home / "squid.conf"], {}

    def _trafficserver(self, home, port, name):
        return ["traffic_server"], {
            "PROXY_CONFIG_HTTP_SERVER_PORTS": f"{port}:ip-in=127.0.0.1",
            "PROXY_CONFIG_HTTP_CONNECT_PORTS": "*",
            "PROXY_CONFIG_REVERSE_PROXY_ENABLED": "0",
            "PROXY_CONFIG_URL_REMAP_REMAP_REQUIRED": "0",
            "PROXY_CONFIG_HTTP_CACHE_HTTP": "0",
        }

    def _tinyproxy(self, home, port, name):
        (home / "tinyproxy.conf").write_text(
            f'Listen 127.0.0.1\nPort {port}\nTimeout 3600\nMaxClients 20000\nLogFile "{home}/log"\nLogLevel Connect\nAllow 127.0.0.1\n')
        return ["tinyproxy", "-d", "-c", home / "tinyproxy.conf"], {}

    def _mitmproxy(self, home, port, name):
        return ["mitmdump", "--listen-host", "127.0.0.1", "--listen-port", str(port), "--ignore-hosts", ".*",
                "--set", f"confdir={home}", "--set", "connection_strategy=lazy"], {"HOME": str(home)}

"""Clients of the soak: each uses or misuses a proxy in one way and expects certain answers."""

import base64
import hashlib
import json
import os
import random
import socket
import ssl
import time

from . import servers


class Unexpected(Exception):
    """An answer that the proxy should not give."""


def expect(condition, what):
    if not condition:
        raise Unexpected(what)


class Clients:
    """The clients of one proxy, with the proxy's ports, the servers' ports and the trusted root."""

    def __init__(self, observing, enforcing, guarded, ports, root):
        self.observing, self.enforcing, self.guarded, self.ports = observing, enforcing, guarded, ports
        self.trust = ssl.create_default_context(cafile=root)

    # Functions that clients share.

    def open(self, port, source="127.0.0.1"):
        # The soak configures shorter timeouts, so that every answer comes within this time.
        return socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))

    def at(self, name):
        return f"{name}.test:{self.ports[name]}"

    def tunnel(self, name, port=None):
        """A socket with an open tunnel, or the status of the refusal."""
        s = self.open(port or random.choice((self.observing, self.enforcing)))
        s.sendall(f"CONNECT {self.at(name)} HTTP/1.1\r\nHost: {self.at(name)}\r\n\r\n".encode())
        status = head(s)[0]
        if status == 200:
            return s
        s.close()
        return status

    def get(self, s, name, path="/", more=""):
        s.sendall(f"GET http://{self.at(name)}{path} HTTP/1.1\r\nHost: {self.at(name)}\r\n{more}\r\n".encode())

    def plain(self, name, path="/", port=None):
        """The status of a request in cleartext."""
        with self.open(port or self.observing) as s:
            self.get(s, name, path)
            return head(s)[0]

    # Correct clients and servers.

    def tls(self):
        s = self.tunnel("good")
        expect(not isinstance(s, int), f"a good server was answered with {s}")
        with self.trust.wrap_socket(s, server_hostname="good.test") as tls:
            tls.sendall(b"GET / HTTP/1.0\r\nHost: good.test\r\n\r\n")
            answer = b""
            while data := tls.recv(65536):
                answer += data
        expect(answer.endswith(b"it works\n"), "a good server's answer was cut")

    def violating(self):
        name = random.choice(("expired", "selfsigned", "small", "other", "rsa", "old"))
        status = self.tunnel(name, self.enforcing)
        expect(status == 403, f"{name} was answered with {'200' if not isinstance(status, int) else status}")

    def keep_alive(self):
        with self.open(random.choice((self.observing, self.enforcing))) as s:
            for _ in range(random.randrange(2, 20)):
                name, path = random.choice((("plain", "/"), ("origin", "/x"), ("origin", "/chunked")))
                self.get(s, name, path)
                status, fields = head(s)
                expect(status == 200, f"a kept connection was answered with {status}")
                body(s, fields)

    def upload(self):
        data = os.urandom(1000) * random.randrange(1, 4000)
        with self.open(self.observing) as s:
            if random.random() < 0.5:
                framed = b"Content-Length: %d\r\n\r\n" % len(data) + data
            else:
                pieces = [data[i:i + 70000] for i in range(0, len(data), 70000)]
                framed = b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(
                    b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
            s.sendall(f"POST http://{self.at('origin')}/ HTTP/1.1\r\nHost: {self.at('origin')}\r\n".encode() + framed)
            status, fields = head(s)
            expect(status == 200, f"an upload was answered with {status}")
            told = json.loads(body(s, fields))
            expect(told["sha256"] == hashlib.sha256(data).hexdigest(), "an upload arrived changed")

    def download(self):
        with self.open(self.observing) as s:
            size = random.randrange(1, 8 << 20)
            self.get(s, "plain", "/big", f"Range: bytes=0-{size - 1}\r\n")
            status, fields = head(s)
            expect(status == 206 and len(body(s, fields)) == size, "a download came short")

    def upgrade(self):
        with self.open(self.observing) as s:
            self.get(s, "origin", "/", "Upgrade: websocket\r\nConnection: Upgrade\r\n")
            expect(head(s)[0] == 101, "an upgrade was refused")
            for _ in range(10):
                data = os.urandom(random.randrange(1, 20000))
                s.sendall(data)
                expect(exactly(s, len(data)) == data, "an upgraded connection changed bytes")

    def half_close_of_client(self):
        with self.tunnel("late", self.observing) as s:
            data = os.urandom(random.randrange(1, 60000))
            s.sendall(b"\0" + data)
            s.shutdown(socket.SHUT_WR)
            expect(rest(s) == b"\0" + data, "a half-closed tunnel lost bytes")

    def half_close_of_server(self):
        with self.tunnel("half", self.observing) as s:
            expect(rest(s) == b"hello", "a server's half-close lost bytes")
            size = random.randrange(100000, 10000000)
            s.sendall(bytes(size))
            s.shutdown(socket.SHUT_WR)
        expect(soon(lambda: size in servers.counted), "a server that had ended its side did not get everything")
        servers.counted.remove(size)

    def local_pages(self):
        with self.open(self.observing) as s:
            for path in ("/healthz", "/proxy.pac", "/", "/nothing"):
                s.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                status, fields = head(s)
                expect(status == (404 if path == "/nothing" else 200), f"{path} was answered with {status}")
                body(s, fields)

    def dripping_request(self):
        with self.open(self.observing) as s:
            request = f"GET http://{self.at('plain')}/ HTTP/1.1\r\nHost: {self.at('plain')}\r\n\r\n".encode()
            for byte in request:
                s.sendall(bytes([byte]))
                time.sleep(0.005)
            expect(head(s)[0] == 200, "a request in drips was not answered")

    def password(self):
        right = random.random() < 0.7
        pair = base64.b64encode(b"soaker:" + (b"right" if right else os.urandom(4).hex().encode())).decode()
        # Wrong passwords come from other addresses, so that their limit does not affect the right password.
        with self.open(self.guarded, "127.0.0.1" if right else f"127.0.9.{random.randrange(1, 5)}") as s:
            for _ in range(2):
                self.get(s, "plain", "/", f"Proxy-Authorization: Basic {pair}\r\n")
                status, fields = head(s)
                expect(status == (200 if right else 407), f"a password was answered with {status}")
                body(s, fields)

    # Faulty servers and requests, and the expected answers.

    def slow_head(self):
        with self.open(self.observing) as s:
            s.sendall(b"GET http://plain.test/ HTTP/1.1\r\nHost:")
            expect(head(s)[0] == 408, "a head that never ended was not given up")

    SERVERS = (
        ("refusing", {502}), ("blackhole", {504}), ("mute", {403, 504}), ("stalls", {403, 504}), ("garbage", {403}),
        ("records", {403}), ("slams", {403, 502}), ("spits", {403, 502}), ("huge", {403}))

    def failing_server(self, case=None):
        name, allowed = case or random.choice(self.SERVERS)
        s = self.tunnel(name, self.enforcing)
        if not isinstance(s, int):
            s.close()
            s = 200
        expect(s in allowed, f"CONNECT to {name} was answered with {s}")

    ORIGINS = (
        ("refusing", {502}), ("blackhole", {504}), ("mute", {504}), ("garbage", {502}), ("slams", {502}),
        ("spits", {502}), ("drips", {200}), ("endless", {502}), ("interim", {103, 502}), ("lengths", {502}),
        ("tears", {200}))

    def failing_origin(self, case=None):
        name, allowed = case or random.choice(self.ORIGINS)
        status = self.plain(name)
        expect(status in allowed, f"GET from {name} was answered with {status}")

    PATHS = (
        ("/cut", 200), ("/noise", 502), ("/close", 502), ("/until-close", 200), ("/no-content", 204), ("/early", 413))

    def failing_path(self, case=None):
        path, status = case or random.choice(self.PATHS)
        answer = self.plain("origin", path)
        expect(answer == status, f"{path} was answered with {answer}")

    NOWHERE = ("stalls", "garbage", "records", "spits", "mute")

    def tunnel_to_nowhere(self, case=None):
        """A real handshake through an open tunnel to a server that fails in the handshake."""
        s = self.tunnel(case or random.choice(self.NOWHERE), self.observing)
        if isinstance(s, int):
            return expect(s in (502, 504), f"a tunnel in observe was answered with {s}")
        s.settimeout(random.uniform(0.1, 3))
        try:
            self.trust.wrap_socket(s, server_hostname="good.test").close()
        except (OSError, ssl.SSLError):
            s.close()

    MALFORMED = [
        (b"GET http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\nContent-Length: 1\r\n"
         b"Transfer-Encoding: chunked\r\n\r\n", 400),
        (b"GET http://plain.test/ HTTP/1.1\r\nHost : plain.test\r\n\r\n", 400),
        (b"GET http://plain.test/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET http://plain.test/ HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", 400),
        (b"GET http://plain.test/ HTTP/1.1\r\nHost: a\0b\r\n\r\n", 400),
        (b"POST http://plain.test/ HTTP/1.1\r\nHost: plain.test\r\nContent-Length: +1\r\n\r\nx", 400),
        (b"CONNECT plain.test HTTP/1.1\r\nHost: plain.test\r\n\r\n", 400),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        (b"GET http://plain.test/" + b"x" * 20000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET http://plain.test/" + b"x" * 1000000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET http://plain.test/ HTTP/1.1\r\nX: " + b"x" * 70000 + b"\r\n\r\n", 431),
        (b"GET http://plain.test/ HTTP/1.1\r\n" + b"X: y\r\n" * 300 + b"\r\n", 431),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    ]

    def malformed(self, case=None):
        request, status = case or random.choice(self.MALFORMED)
        with self.open(random.choice((self.observing, self.enforcing))) as s:
            try:
                s.sendall(request)
            except (BrokenPipeError, ConnectionResetError):
                pass  # The proxy answered before the end of the request; the answer can still be read.
            answer = head(s)[0]
            expect(answer == status, f"{request[:60]!r} was answered with {answer}")

    # Misbehaving clients.

    def noise(self):
        with self.open(self.observing) as s:
            s.sendall(os.urandom(random.randrange(1, 5000)))

    STAGES = range(8)

    def vanishing(self, case=None):
        """Resets the connection at one of several stages."""
        stage = random.choice(self.STAGES) if case is None else case
        s = self.open(random.choice((self.observing, self.enforcing)))
        request = f"CONNECT {self.at('echoing')} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        if stage == 1:
            s.sendall(request[:random.randrange(1, len(request) - 1)])
        elif stage == 2:
            s.sendall(request)
        elif stage == 3:
            s.close()
            s = self.tunnel("echoing", self.observing)
            s.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
        elif stage == 4:
            s.close()
            s = self.tunnel("echoing", self.observing)
            s.sendall(b"\0" * 300000)
        elif stage == 5:
            s.sendall(f"POST http://{self.at('origin')}/ HTTP/1.1\r\nHost: {self.at('origin')}\r\n"
                      "Content-Length: 1000000\r\n\r\n".encode() + b"x" * 5000)
        elif stage == 6:
            self.get(s, "plain", "/big")
            head(s)
        elif stage == 7:
            self.get(s, random.choice(("mute", "blackhole", "drips")))
        time.sleep(random.choice((0, 0, 0.02, 0.2)))
        servers.reset(s)

    def not_reading(self):
        s = self.open(self.observing)
        if random.random() < 0.5:
            self.get(s, "plain", "/big")
        else:
            s.close()
            s = self.tunnel("echoing", self.observing)
            s.settimeout(0.5)
            try:
                while True:
                    s.sendall(b"\0" * 65536)
            except TimeoutError:
                pass  # The timeout is expected: the proxy reads no more than it can send.
        time.sleep(random.uniform(1, 6))
        random.choice((socket.socket.close, servers.reset))(s)

    def not_reading_replies(self):
        """Sends many requests and reads no response."""
        with self.open(self.observing) as s:
            s.settimeout(0.5)
            try:
                for _ in range(2000):
                    self.get(s, "origin", "/" + "x" * 4000)
            except (TimeoutError, BrokenPipeError, ConnectionResetError):
                pass
            time.sleep(random.uniform(0, 2))

    def idle(self):
        with self.open(self.observing) as s:
            s.settimeout(20)
            expect(s.recv(1) == b"", "an idle connection was answered")

    WAYS = {
        tls: 12, violating: 6, keep_alive: 20, upload: 3, download: 3, upgrade: 6, half_close_of_client: 8,
        half_close_of_server: 4, local_pages: 4, dripping_request: 4, password: 2, slow_head: 2, failing_server: 8,
        failing_origin: 12, failing_path: 8, tunnel_to_nowhere: 6, malformed: 14, noise: 4, vanishing: 14,
        not_reading: 2, not_reading_replies: 1, idle: 1,
    }

    def once(self):
        """Runs one client, chosen at random by weight; returns its name."""
        return self.go(random.choices(list(self.WAYS), list(self.WAYS.values()))[0])

    def go(self, way, *case):
        """Runs the client and returns its name; raises every error as Unexpected."""
        try:
            way(self, *case)
        except Unexpected as unexpected:
            raise Unexpected(f"{way.__name__}: {unexpected}") from None
        except (OSError, ValueError, AttributeError) as error:
            raise Unexpected(f"{way.__name__}: {error!r}") from None
        return way.__name__


def soon(condition, seconds=15):
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if condition():
            return True
        time.sleep(0.01)
    return False


def exactly(s, count):
    data = b""
    while len(data) < count:
        more = s.recv(min(count - len(data), 1 << 20))
        expect(more, f"the connection ended {count - len(data)} bytes early")
        data += more
    return data


def rest(s):
    data = b""
    while more := s.recv(65536):
        data += more
    return data


def head(s):
    """Status and fields of the next response, without reading any byte behind the head."""
    text = b""
    while not text.endswith(b"\r\n\r\n"):
        piece = s.recv(1024, socket.MSG_PEEK)
        expect(piece, f"the connection ended within a head: {text[:60]!r}")
        end = (text + piece).find(b"\r\n\r\n")
        take = len(piece) if end < 0 else end + 4 - len(text)
        text += s.recv(take)
    lines = text.decode("latin-1").split("\r\n")
    return int(lines[0].split()[1]), {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:])}


def body(s, fields):
    if "chunked" not in fields.get("transfer-encoding", ""):
        return exactly(s, int(fields.get("content-length", 0)))
    data = b""
    while True:
        size = int(line(s), 16)
        if size == 0:
            while line(s):
                pass
            return data
        data += exactly(s, size)
        line(s)


def line(s):
    text = b""
    while not text.endswith(b"\r\n"):
        text += exactly(s, 1)
    return text[:-2]

import Foundation
import Testing

/// Limits that only a running proxy can show to hold: of connections, of time, of what is kept open.
@Suite struct LimitJourneyTests {
    /// Runs a script against a proxy of one worker with those options. It has `connect()` for a connection to the proxy,
    /// `answer(s)` for the status of the next response on it, and `get` for a request that is answered with 200.
    private func run(_ options: String..., script: (Site) throws -> String) throws -> (output: String, proxy: Proxy) {
        let site = try Site.shared.get()
        let proxy = try Proxy("--examine", "needed", "--workers", "1", site: site, adding: options)
        let opening = """
            import socket, threading, time
            def connect():
                return socket.create_connection(("127.0.0.1", \(proxy.port)), timeout=20)
            def answer(s):
                head = b""
                while not head.endswith(b"\\r\\n\\r\\n"): head += s.recv(1)
                return int(head.split()[1])
            get = b"GET http://plain.test:\(try site.port("plain"))/ HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n"

            """
        let client = try Program("/usr/bin/python3", ["-c", opening + (try script(site))])
        #expect(client.end() == 0, "\(client.errors)")
        return (client.output, proxy)
    }

    @Test func oneConnectionTooManyWaitsForItsTurn() throws {
        let (output, _) = try run("--mode", "observe", "--limit", "connections=2") { _ in
            """
            first, second, third = connect(), connect(), connect()
            third.sendall(get)
            third.settimeout(1)
            try: print(third.recv(1))
            except TimeoutError: print("waits")
            first.close()
            third.settimeout(20)
            print(answer(third))
            """
        }
        #expect(output == "waits\n200\n")
    }

    @Test func oneConnectionTooManyOfOneClientIsRefused() throws {
        let (output, proxy) = try run("--mode", "observe", "--limit", "connections-per-client=1") { _ in
            """
            first, second = connect(), connect()
            for s in (second, first):
                s.sendall(get)
                print(answer(s))
            """
        }
        #expect(output == "503\n200\n")
        #expect(try proxy.failures { $0 == "127.0.0.1 holds too many connections." } == 1)
    }

    @Test func oneProbeTooManyIsRefused() throws {
        let (output, _) = try run("--limit", "examinations=1", "--handshake-timeout", "5") { site in
            """
            def ask(name):
                s = connect()
                s.sendall(f"CONNECT {name} HTTP/1.1\\r\\nHost: {name}\\r\\n\\r\\n".encode())
                return s
            first = ask("silent.test:\(try site.port("silent"))")
            time.sleep(0.5)
            second = ask("good.test:\(try site.port("good"))")
            print(answer(second), answer(first))
            print(answer(ask("good.test:\(try site.port("good"))")))
            """
        }
        #expect(output == "503 504\n200\n")
    }

    @Test func aHeadInDripsMustBeWholeInTime() throws {
        let (output, _) = try run("--mode", "observe", "--limit", "request-head=2") { _ in
            """
            s, began = connect(), time.monotonic()
            def drip():
                try:
                    for _ in range(60):
                        s.sendall(b"G")
                        time.sleep(0.1)
                except OSError: pass
            threading.Thread(target=drip, daemon=True).start()
            print(answer(s), 1.5 < time.monotonic() - began < 5)
            """
        }
        #expect(output == "408 True\n")
    }

    @Test func aTunnelInWhichNothingPassesIsEnded() throws {
        let (output, proxy) = try run("--mode", "observe", "--limit", "tunnel-idle=1") { site in
            """
            s = connect()
            s.sendall(b"CONNECT echo.test:\(try site.port("echo")) HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
            print(answer(s))
            for _ in range(4):
                time.sleep(0.5)
                s.sendall(b"busy\\n")
                assert s.recv(100) == b"busy\\n"
            try: print(s.recv(1))
            except ConnectionResetError: print("reset")
            """
        }
        #expect(output == "200\nreset\n")
        #expect(try proxy.end(of: "echo.test")["how"] as? String == "timeout")
    }

    /// What is not whole in time never passes where TLS is required, however good the rest would be.
    @Test func aHelloThatStopsIsAFault() throws {
        let (output, proxy) = try run("--limit", "tunnel-hello=1") { site in
            """
            import ssl
            s = connect()
            s.sendall(b"CONNECT good.test:\(try site.port("good")) HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
            print(answer(s))
            received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = ssl.create_default_context(cafile="\(site.root)").wrap_bio(
                received, sent, server_hostname="good.test")
            try: tls.do_handshake()
            except ssl.SSLWantReadError: pass
            hello = sent.read()
            s.sendall(hello[:40])
            try: print(s.recv(65536))
            except ConnectionResetError: print("reset")
            """
        }
        #expect(output == "200\nreset\n")
        let decision = try proxy.tunnelDecision(about: "good.test")
        #expect(decision.decision == "blocked" && decision.violations == ["tunnel.cleartext"])
        // The reset of one tunnel is the end of no other.
        #expect(try proxy.curl("--insecure", Site.shared.get().url("good")).connect == 200)
        #expect(proxy.program.isRunning)
    }

    /// Of two origins both are kept open, or one.
    @Test(arguments: [("idle-origins=2", "2 open\n"), ("idle-origins=1", "1 open\n")])
    func originsAreKeptWithinTheirNumber(limit: String, expected: String) throws {
        #expect(try origins(limit, wait: 0.5) == expected)
    }

    @Test func originsAreKeptForTheirTime() throws {
        #expect(try origins("idle-origin-seconds=1", wait: 3) == "0 open\n")
    }

    /// How many of two origins have an open connection that long after they answered.
    private func origins(_ limit: String, wait: Double) throws -> String {
        try run("--mode", "observe", "--limit", limit) { _ in
            """
            ended = []
            def origin():
                server = socket.create_server(("127.0.0.1", 0))
                def serve():
                    s, _ = server.accept()
                    while s.recv(65536): s.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n")
                    ended.append(s)
                threading.Thread(target=serve, daemon=True).start()
                return server.getsockname()[1]
            s = connect()
            for port in (origin(), origin()):
                s.sendall(b"GET http://127.0.0.1:%d/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" % port)
                assert answer(s) == 200
            time.sleep(\(wait))
            print(2 - len(ended), "open")
            """
        }.output
    }
}

extension Proxy {
    /// How many failures were recorded whose message is as wanted, once there is one.
    func failures(where isWanted: (String) -> Bool) throws -> Int {
        var count = 0
        _ = try holds {
            count = try events().compactMap { ($0["error"] as? [String: Any])?["message"] as? String }.count(
                where: isWanted)
            return count > 0
        }
        return count
    }
}

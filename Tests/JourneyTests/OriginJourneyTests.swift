import Testing

/// Connections to origins that serve one request after another, and whom they must not serve.
@Suite struct OriginJourneyTests {
    /// Runs a script against a proxy of one worker that observes. It has `connect()` for a connection to the proxy,
    /// `head(s)` for the next head on a socket, `body(s)` for the body of the next response, `request(*fields)` for a
    /// request, and what `serve(s)` of the script does with each connection that the origin accepts.
    private func run(_ script: String) throws -> String {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", "--examine", "needed", "--workers", "1", site: site)
        let opening = """
            import socket, threading, time
            def connect():
                return socket.create_connection(("127.0.0.1", \(proxy.port)), timeout=20)
            def head(s):
                lines = b""
                while not lines.endswith(b"\\r\\n\\r\\n"):
                    more = s.recv(1)
                    if not more: raise EOFError
                    lines += more
                return lines
            def body(s):
                lines = head(s)
                left = int(lines.lower().split(b"content-length: ")[1].split(b"\\r")[0])
                whole = b""
                while len(whole) < left: whole += s.recv(left - len(whole))
                return lines[9:12].decode(), whole[-4:].decode()
            origin = socket.create_server(("127.0.0.1", 0))
            def request(*fields):
                lines = ["GET http://127.0.0.1:%d/ HTTP/1.1" % origin.getsockname()[1], "Host: a", *fields, "", ""]
                return "\\r\\n".join(lines).encode()
            def reply(text):
                return b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(text), text)
            def guarded(s, number):
                try: serve(s, number)
                except (EOFError, OSError): s.close()
            def accept():
                for number in range(8):
                    threading.Thread(target=guarded, args=(origin.accept()[0], number), daemon=True).start()
            threading.Thread(target=accept, daemon=True).start()

            """
        let client = try Program("/usr/bin/python3", ["-c", opening + script])
        #expect(client.end() == 0, "\(client.errors)")
        return client.output
    }

    /// The connections that lie idle may all be dead by the time that one is needed.
    @Test func aRequestThatMetADeadConnectionIsSentOnANewOne() throws {
        let output = try run(
            """
            both = threading.Barrier(2)
            def serve(s, number):
                head(s)
                if number < 2: both.wait()
                s.sendall(reply(b"good"))
                head(s)
                s.close()
            first, second = connect(), connect()
            for s in (first, second): s.sendall(request())
            print(body(first), body(second))
            first.sendall(request())
            print(body(first))
            """)
        #expect(output == "('200', 'good') ('200', 'good')\n('200', 'good')\n")
    }

    /// NTLM and Negotiate authenticate a connection, which then answers as to whoever did that.
    @Test(arguments: ["NTLM TlRMTVNTUAAD", "Negotiate YII="])
    func aConnectionThatAClientHasAuthenticatedServesNobodyElse(credentials: String) throws {
        let output = try run(
            """
            def serve(s, number):
                owner = b"none"
                while True:
                    if b"\(credentials)" in head(s): owner = b"anne"
                    s.sendall(reply(owner))
            first, second = connect(), connect()
            first.sendall(request("Authorization: \(credentials)"))
            print(body(first)[1])
            second.sendall(request())
            print(body(second)[1])
            first.sendall(request())
            print(body(first)[1])
            """)
        #expect(output == "anne\nnone\nanne\n")
    }

    /// What an origin sends behind a response is no answer to the next request, whoever asks.
    @Test func whatFollowsAResponseIsNotTheNextOne() throws {
        let output = try run(
            """
            def serve(s, number):
                head(s)
                if number > 0: return s.sendall(reply(b"good"))
                whole = reply(b"x" * 200_000)
                s.sendall(whole[:100_000])
                time.sleep(0.3)
                s.sendall(whole[100_000:] + reply(b"evil"))
                head(s)
            s = connect()
            s.sendall(request() + request())
            print(body(s), body(s))
            """)
        #expect(output == "('200', 'xxxx') ('200', 'good')\n")
    }
}

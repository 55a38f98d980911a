import Foundation

/// Clients of tunnels that do what curl does not, each a few lines of Python.
enum TunnelClient {
    /// Opens a tunnel to that server, begins a handshake in it of these versions at most, and says what it received of
    /// the server: how many bytes, and how the connection ended.
    static func handshake(through proxy: Proxy, to name: String, at port: Int, newest: String) throws -> String {
        try run(
            """
            import socket, ssl
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.\(newest)
            received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = context.wrap_bio(received, sent, server_hostname="\(name)")
            try:
                tls.do_handshake()
            except ssl.SSLWantReadError:
                pass
            tunnel.sendall(sent.read())
            count = 0
            try:
                while data := tunnel.recv(65536):
                    count += len(data)
                    break
                print(count, "bytes")
            except ConnectionResetError:
                print(count, "reset")
            """, through: proxy, to: name, at: port)
    }

    /// Opens a tunnel, sends that text, and says what comes back first.
    static func say(_ text: String, through proxy: Proxy, to name: String, at port: Int) throws -> String {
        try run(
            """
            try:
                tunnel.sendall(\(literal(text)))
                print(tunnel.recv(65536).split(b"\\r\\n")[0].decode())
            except ConnectionResetError:
                print("reset")
            """, through: proxy, to: name, at: port)
    }

    /// Makes two handshakes of TLS 1.2 one after the other, the second resuming the first.
    static func resume(through proxy: Proxy, to name: String, at port: Int, root: String) throws -> String {
        try run(
            """
            import ssl
            context = ssl.create_default_context(cafile=\(literal(root)))
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            session = None
            for tunnel in (tunnel, connect()):
                with context.wrap_socket(tunnel, server_hostname="\(name)", session=session) as tls:
                    tls.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
                    while tls.recv(65536): pass
                    session = tls.session
                    print(tls.session_reused)
            """, through: proxy, to: name, at: port)
    }

    /// Runs a script that has such a tunnel as `tunnel`, and says what it printed.
    static func run(_ body: String, through proxy: Proxy, to name: String, at port: Int) throws -> String {
        let opening = """
            import socket
            def connect():
                tunnel = socket.create_connection(("127.0.0.1", \(proxy.port)), timeout=20)
                tunnel.sendall(b"CONNECT \(name):\(port) HTTP/1.1\\r\\nHost: \(name):\(port)\\r\\n\\r\\n")
                head = b""
                while not head.endswith(b"\\r\\n\\r\\n"): head += tunnel.recv(1)
                assert head.split()[1] == b"200", head
                return tunnel
            tunnel = connect()

            """
        let client = try Program("/usr/bin/python3", ["-c", opening + body])
        guard client.end() == 0 else { throw JourneyError(text: client.errors) }
        return client.output
    }

    /// The text as a literal of Python's, its bytes or its characters.
    private static func literal(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
            .replacingOccurrences(of: "\r", with: "\\r").replacingOccurrences(of: "\n", with: "\\n")
        return text.hasPrefix("/") ? "\"\(escaped)\"" : "b\"\(escaped)\""
    }
}

extension Proxy {
    /// The decision about what passed in the tunnel to that host, waited for; the first, or the one after so many.
    func tunnelDecision(about host: String, after count: Int = 0) throws -> DecisionFacts {
        DecisionFacts(
            try event(about: host, after: count) {
                $0["event"] as? String == "decision" && ($0["tls"] as? [String: Any])?["source"] as? String == "tunnel"
            })
    }

    /// The end of the tunnel to that host, waited for; the first, or the one after so many.
    func end(of host: String, after count: Int = 0) throws -> [String: Any] {
        try event(about: host, after: count) { $0["event"] as? String == "closed" }
    }

    private func event(
        about host: String, after count: Int, where isWanted: ([String: Any]) -> Bool
    ) throws -> [String: Any] {
        var found: [String: Any]?
        _ = try holds {
            found = try events().filter { $0["host"] as? String == host && isWanted($0) }.dropFirst(count).first
            return found != nil
        }
        guard let found else { throw JourneyError(text: "an event about \(host) is missing") }
        return found
    }
}

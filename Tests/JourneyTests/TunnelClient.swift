import Foundation

/// What a client does in a tunnel, by the program `tunnel_client`.
enum TunnelClient {
    /// Begins a handshake of at most the given version. Returns how many bytes the server's first ones are, and whether
    /// the connection was reset.
    static func handshake(through proxy: Proxy, to name: String, at port: Int, newest: String) throws -> String {
        try run("handshake", newest, through: proxy, to: name, at: port)
    }

    /// Sends text. Returns the first line that comes back.
    static func say(_ text: String, through proxy: Proxy, to name: String, at port: Int) throws -> String {
        try run("say", text, through: proxy, to: name, at: port)
    }

    /// Makes two handshakes of TLS 1.2, the second with the session of the first. Returns whether each resumed one.
    static func resume(through proxy: Proxy, to name: String, at port: Int, root: String) throws -> String {
        try run("resume", root, through: proxy, to: name, at: port)
    }

    /// Makes a handshake and a request in small pieces. Returns the beginning of the response.
    static func drip(through proxy: Proxy, to name: String, at port: Int, root: String) throws -> String {
        try run("drip", root, through: proxy, to: name, at: port)
    }

    private static func run(
        _ action: String, _ argument: String, through proxy: Proxy, to name: String, at port: Int
    ) throws -> String {
        try Client.output("tunnel_client", ["\(proxy.port)", "\(name):\(port)", action, argument])
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

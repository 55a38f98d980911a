import ForwardProxy
import ProxyServer
import TransportSecurity

/// What is said about a listener once it accepts connections.
struct Announcement {
    /// One line for the listener; and, where other machines can reach it, what to type into a phone.
    let lines: [String]

    init(_ port: ProxyPort) {
        let rules = port.jurisdiction
        var lines = ["listening on \(port.address) (\(rules.mode.rawValue), \(rules.os), policy \(rules.policyName))"]
        for endpoint in port.endpoints where !endpoint.address.isLoopback {
            let server = endpoint.address.description
            lines.append(
                "  on a phone: server \(server), port \(endpoint.port); then open http://\(LocalPages.setupHost)/")
            if !port.proxiedHosts.isEmpty {
                lines.append("  or, for the policy's hosts alone, automatic: http://\(endpoint)/proxy.pac")
            }
        }
        self.lines = lines
    }

    func say() {
        for line in lines { Console.say(line) }
    }
}

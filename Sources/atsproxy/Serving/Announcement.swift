import ForwardProxy
import ProxyServer
import TransportSecurity

/// The lines that announce a listener which accepts connections.
struct Announcement {
    /// One line about the listener and, if other machines can reach it, the settings for a phone.
    let lines: [String]

    init(_ port: ProxyPort) {
        let rules = port.policyScope
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

    func print() {
        for line in lines { Console.say(line) }
    }
}

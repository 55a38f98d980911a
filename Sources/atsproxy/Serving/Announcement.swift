import ForwardProxy
import ProxyServer
import TransportSecurity

/// The lines that announce a listener which accepts connections.
struct Announcement {
    /// One line about the listener, one for each policy of certain apps, and, if other machines can reach the listener,
    /// the settings for a phone.
    let lines: [String]

    init(_ port: ProxyPort) {
        var lines = ["listening on \(port.address) (\(Self.rules(of: port)))"] + Self.policiesOfApps(at: port)
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

    /// The mode, and the OS and the policy for apps that have none of their own.
    static func rules(of port: ProxyPort) -> String {
        let rules = port.policyScope
        let apps = port.policies.entries.isEmpty ? "" : " for other apps"
        return "\(rules.mode.rawValue), \(rules.os), policy \(rules.policyName)\(apps)"
    }

    /// A line for each policy of certain apps, in the order in which they are tried.
    static func policiesOfApps(at port: ProxyPort) -> [String] {
        port.policies.entries.map { "  for \($0.selector): \($0.scope.os), policy \($0.scope.policyName)" }
    }

    func print() {
        for line in lines { Console.say(line) }
    }
}

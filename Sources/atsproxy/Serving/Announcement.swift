import Networking
import ProxyServer
import SetupPages
import TransportSecurity

/// The lines that announce a listener which accepts connections.
struct Announcement {
    /// One line about the listener, one for each policy of certain apps, one for the upstream proxy, and, if other
    /// machines can reach the listener, the settings for a phone.
    let lines: [String]

    init(_ listener: ListenerConfiguration) {
        let how = listener.isTransparent ? "listening transparently on" : "listening on"
        var lines = ["\(how) \(listener.address) (\(Self.rules(of: listener)))"] + Self.policiesOfApps(at: listener)
        if listener.isTransparent, !OriginalDestination.acceptsForeignAddresses {
            lines.append("  for connections of redirect rules; those of tproxy rules need CAP_NET_ADMIN")
        }
        lines += Self.upstreamProxy(of: listener)
        if listener.excludesOwnNetworks {
            lines.append("  --allow-client permits no device in the networks of this machine")
        }
        for endpoint in listener.deviceEndpoints {
            let server = endpoint.address.description
            lines.append(
                "  on a phone: server \(server), port \(endpoint.port); then open http://\(LocalPages.setupHost)/")
            if !listener.proxiedHosts.isEmpty {
                lines.append("  or, for the policy's hosts alone, automatic: http://\(endpoint)/proxy.pac")
            }
        }
        self.lines = lines
    }

    /// The mode, and the OS and the policy for apps that have none of their own.
    static func rules(of listener: ListenerConfiguration) -> String {
        let rules = listener.appliedPolicy
        let apps = listener.policies.entries.isEmpty ? "" : " for other apps"
        return "\(rules.mode.rawValue), \(rules.os), policy \(rules.policyName)\(apps)"
    }

    /// A line for each policy of certain apps, in the order in which they are tried.
    static func policiesOfApps(at listener: ListenerConfiguration) -> [String] {
        listener.policies.entries.map {
            "  for \($0.selector): \($0.appliedPolicy.os), policy \($0.appliedPolicy.policyName)"
        }
    }

    /// A line about the upstream proxy, without its password; none if there is no upstream proxy, as at transparent
    /// listeners.
    static func upstreamProxy(of listener: ListenerConfiguration) -> [String] {
        guard let upstreamProxy = listener.upstreamProxy else { return [] }
        let password = upstreamProxy.hasCredentials ? ", with a password" : ""
        let direct = upstreamProxy.bypass.isEmpty ? "" : "; directly: \(upstreamProxy.bypass)"
        return ["  through the upstream proxy \(upstreamProxy)\(password)\(direct)"]
    }

    func print() {
        for line in lines { Console.say(line) }
    }
}

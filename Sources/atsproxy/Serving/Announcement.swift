import Foundation
import InternetNames
import Networking
import ProxyServer
import QRCode
import SetupPages
import StandardStreams
import TransportSecurity

/// The announcement of a listener that accepts connections, such as
/// `listening on 127.0.0.1:8080 (enforce, ios27, policy MyApp)`.
struct Announcement {
    /// The lines: one about the listener, one about each policy for certain apps, one about the upstream proxy, and, if
    /// other machines can reach the listener, those with the settings of a phone.
    let lines: [String]

    init(_ listener: ListenerConfiguration) {
        let how = listener.isTransparent ? "listening transparently on" : "listening on"
        var lines = ["\(how) \(listener.address) (\(Self.rules(of: listener)))"] + Self.policiesOfApps(at: listener)
        if listener.isTransparent, !OriginalDestination.acceptsForeignAddresses {
            lines.append("  for connections of redirect rules; those of tproxy rules need CAP_NET_ADMIN")
        }
        lines += Self.upstreamProxy(of: listener)
        if listener.excludesOwnNetworks, let range = listener.deviceEndpoints.first?.address.likelyNetwork {
            lines.append("  --allow-client permits no device in the networks of this machine, such as \(range)")
        }
        for endpoint in listener.deviceEndpoints {
            let server = endpoint.address.description
            lines.append(
                "  on a phone: server \(server), port \(endpoint.port); then open http://\(LocalPages.setupHost)/")
            if !listener.proxiedHosts.isEmpty {
                lines.append("  or, only for the policy's hosts, automatic: http://\(endpoint)/proxy.pac")
            }
        }
        self.lines = lines
    }

    /// The mode, with the OS and the policy for apps without a policy of their own.
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

    /// A line about the upstream proxy, without its password. There is no line without an upstream proxy, and none for
    /// a transparent listener.
    static func upstreamProxy(of listener: ListenerConfiguration) -> [String] {
        guard let upstreamProxy = listener.upstreamProxy else { return [] }
        let password = upstreamProxy.hasCredentials ? ", with a password" : ""
        let direct = upstreamProxy.bypass.isEmpty ? "" : "; directly: \(upstreamProxy.bypass)"
        return ["  through the upstream proxy \(upstreamProxy)\(password)\(direct)"]
    }

    /// Prints the lines on standard error.
    func print() {
        for line in lines { Output.say(line) }
    }
}

/// The QR code of a listener's set-up page, which a phone reads from the terminal.
struct SetupCode {
    /// The address of the page.
    let url: String
    private let code: QRCode

    /// Creates the code of the first address at which other machines reach the listener; nil if there is none.
    init?(_ listener: ListenerConfiguration) {
        guard let endpoint = listener.deviceEndpoints.first else { return nil }
        url = "http://\(endpoint)/"
        guard let code = QRCode(url) else { return nil }
        self.code = code
    }

    /// Prints the code on standard error if that is a terminal of sufficient width.
    func show() {
        var size = winsize()
        let name = ProcessInfo.processInfo.environment["TERM", default: ""]
        guard isatty(STDERR_FILENO) == 1, !name.isEmpty, name != "dumb" else { return }
        let hasSize = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        // NO_COLOR does not remove the colours, because they make the code readable on every background.
        let text = QRCodeText(code, hasColours: true)
        guard text.width <= (hasSize ? Int(size.ws_col) : Terminal.defaultWidth) else { return }
        Output.show(text.lines)
        Output.say("this code opens \(url) on a phone in the same network; the page says how to set the phone up.")
    }
}

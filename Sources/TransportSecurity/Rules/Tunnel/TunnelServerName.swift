import InternetNames

/// Inside the tunnel the client must ask for the host in CONNECT, because that host was probed.
///
/// Only two names can differ. If there is no name, if CONNECT has an address, or if an encrypted hello may hide another
/// name, the answer is not known and the outcome is a note. With `--strict-tunnel` an unknown answer is a violation,
/// except for an address in CONNECT without a name inside, since server_name cannot have an address (RFC 6066 §3).
public struct TunnelServerName: TunnelRule {
    public static let id = RuleID.tunnelSNI
    public static let citation = Citation("RFC 6066", "§3; RFC 9110 §9.3.6; RFC 9849 §6 for encrypted hellos")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        guard let hello = tunnel.hello else { return .notApplicable }
        let host = requirements.host
        switch host {
        case .address:
            let message = "The host is an address, \(host), so there is no name to compare"
            guard let name = hello.serverName.map({ Self.shown($0.text) }) else {
                return open(
                    message + ".", actual: "an encrypted hello (ECH)", isStrict: tunnel.isStrict && hello.mayHideName,
                    requirements)
            }
            return open(
                message + "; the client asked for \(name).", actual: name, isStrict: tunnel.isStrict,
                requirements)
        case .name(let expected):
            guard let name = hello.serverName else {
                return open(
                    "The client of \(host) named no server (SNI), so the server chose.",
                    actual: "no name", isStrict: tunnel.isStrict, requirements)
            }
            return outcome(of: name, comparedTo: expected, in: hello, isStrict: tunnel.isStrict, under: requirements)
        }
    }

    private func outcome(
        of name: ByteString, comparedTo expected: String, in hello: TunnelObservation.Hello, isStrict: Bool,
        under requirements: Requirements
    ) -> Outcome {
        let isSame = name.octets.elementsEqual(expected.utf8) || Self.comparable(name.text) == Self.comparable(expected)
        let shown = Self.shown(name.text)
        let message = "CONNECT named \(expected), but inside the tunnel the client asked for \(shown)"
        if isSame {
            guard hello.mayHideName else { return .compliant }
            return open(
                "The client's hello has an encrypted part (ECH), which may hide another name than \(expected); "
                    + "clients also send it empty, which looks the same.",
                actual: "an encrypted hello (ECH)", isStrict: isStrict, requirements)
        }
        if hello.mayHideName {
            return open(
                message + " and hid the true name in an encrypted hello (ECH).", actual: "an encrypted hello (ECH)",
                isStrict: isStrict, requirements)
        }
        guard requirements.applies else { return .note(message + ".") }
        return .violation(Finding(rule: Self.id, message: message + ".", expected: expected, actual: shown))
    }

    /// The outcome if the answer is not known.
    private func open(
        _ message: String, actual: String, isStrict: Bool, _ requirements: Requirements
    ) -> Outcome {
        guard isStrict, requirements.applies else { return .note(message, .notSeen) }
        return .violation(
            Finding(rule: Self.id, message: message, expected: requirements.host.description, actual: actual))
    }

    /// The name in the form in which SNI is compared: without a trailing dot and case. SNI is ASCII (RFC 6066 §3), so
    /// any other name is compared unchanged.
    private static func comparable(_ name: String) -> String {
        let text = Host(name)?.description ?? name
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// The name, truncated to 253 characters, the longest valid name.
    private static func shown(_ name: String) -> String {
        name.unicodeScalars.count > 253 ? String(String.UnicodeScalarView(name.unicodeScalars.prefix(253))) + "…" : name
    }
}

/// Inside the tunnel the client must ask for the host that its CONNECT named: what was assessed is that host.
///
/// Only two names can differ. No name, an address in CONNECT, and an encrypted hello, behind which the true name may
/// hide, leave the question open; the remark says so.
public struct TunnelServerName: TunnelRule {
    public static let id = RuleID.tunnelSNI
    public static let citation = Citation("RFC 6066", "§3; RFC 9110 §9.3.6; RFC 9849 §6 for encrypted hellos")

    public func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome {
        guard let hello = tunnel.hello else { return .notApplicable }
        let host = requirements.host
        switch host {
        case .address:
            let name = hello.serverName.map { "; inside the client asked for \(Self.shown($0.text))" } ?? ""
            return .remark("CONNECT named an address, \(host), so there is no name to compare\(name).")
        case .name(let expected):
            guard let name = hello.serverName else {
                return .remark("Inside the tunnel to \(host) the client named no server (SNI), so the server chose.")
            }
            return outcome(of: name, comparedTo: expected, in: hello, under: requirements)
        }
    }

    private func outcome(
        of name: WireText, comparedTo expected: WireText, in hello: TunnelObservation.Hello,
        under requirements: Requirements
    ) -> Outcome {
        let isSame = name == expected || Self.comparable(name.text) == Self.comparable(expected.text)
        let shown = Self.shown(name.text)
        let message = "CONNECT named \(expected), but inside the tunnel the client asked for \(shown)"
        if isSame {
            return hello.mayHideName
                ? .remark(
                    "The client's hello has an encrypted part (ECH), which may hide another name than \(expected); "
                        + "clients also send it empty, which looks the same.") : .compliant
        }
        if hello.mayHideName { return .remark(message + " and hid the true name in an encrypted hello (ECH).") }
        guard requirements.applies else { return .remark(message + ".") }
        return .violation(Finding(rule: Self.id, message: message + ".", expected: expected.text, actual: shown))
    }

    /// SNI has no trailing dot (RFC 6066 §3), and no case.
    private static func comparable(_ name: String) -> String {
        let text = Host(name)?.description ?? name.lowercased()
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// As much of a name as a sentence holds; no true one is longer.
    private static func shown(_ name: String) -> String {
        name.unicodeScalars.count > 253 ? String(String.UnicodeScalarView(name.unicodeScalars.prefix(253))) + "…" : name
    }
}

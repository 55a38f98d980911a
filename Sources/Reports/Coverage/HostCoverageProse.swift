import Documents

/// The coverage in words.
extension HostCoverage {
    /// The figure, such as `75 %` or `at most 75 %`; `unknown` if no host is known.
    public var figure: String {
        guard let percent else { return "unknown" }
        return isAtMost ? "at most \(percent) %" : "\(percent) %"
    }

    /// The figure in one sentence.
    public var headline: String {
        guard known > 0 else { return "Coverage is unknown: no host is known that the apps contact." }
        return "Coverage is \(figure): \(Quantity.grouped(covered)) of \(Quantity.of(known, "known host")) "
            + "\(covered == 1 ? "was" : "were") judged in every load, on complete evidence."
    }

    /// The figure with its reasons, in one to three sentences.
    public var sentence: String {
        var sentences = [headline]
        if !reasons.isEmpty {
            sentences.append("Not covered: \(reasons.map(\.clause).joined(separator: "; ")).")
        }
        if isAtMost { sentences.append("It may be less: \(boundReasons.joined(separator: "; ")).") }
        return sentences.joined(separator: " ")
    }
}

extension HostCoverage.Gap {
    /// The reason with its count, such as `2 hosts with loads that failed`.
    public var clause: String { "\(Quantity.of(hosts.count, "host")) \(reason.clause)" }
}

extension CoverageReason {
    /// The reason as the end of a clause that begins with a number of hosts.
    fileprivate var clause: String {
        switch self {
        case .notLoaded: return "expected, but without a judged load"
        case .failed: return "with loads that failed"
        case .facts: return "with loads that could not be judged from what is known"
        case .unfinishedHandshake: return "with loads in which no handshake was completed, or that a device refused"
        case .clientClaim: return "with loads that are not judged: the client says that it is a browser"
        case .opaqueTunnel: return "with loads that hide their server or content (ECH, no server name, not readable)"
        case .http3: return "that may use HTTP/3, which no HTTP proxy sees"
        case .refusedQUIC: return "whose QUIC a gateway refused, without a load over TCP"
        }
    }
}

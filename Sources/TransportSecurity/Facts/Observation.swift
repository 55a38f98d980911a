import InternetNames

/// The result of the probe of one destination. Together with requirements and time, this is the whole input of the
/// rules.
public enum Observation: Hashable, Sendable {
    /// The load uses cleartext, `http:` or `ws:`, and has no handshake.
    case cleartext(Load.Scheme)
    /// The server answered a hello, either with the judging offer or, if the server refused that, with the first
    /// accepted offer of `RelaxedOffers`; `Handshake.isComplete` tells whether the handshake ended. Rules rely on this
    /// order: the result of a relaxed offer is the server's best. The case is indirect because the values are large and
    /// are copied often.
    indirect case secure(Handshake, ChainEvaluation)
    /// Certificates without a handshake, such as from a file. Of the rules about handshakes, only that on keys
    /// applies.
    case certificates(ChainEvaluation)
    /// No offer led to a handshake; the failure is that of the judging offer.
    case noHandshake(HandshakeFailure)
}

/// The parts of an observation that certificate rules use.
extension Observation {
    /// The chain that certificate rules judge; nil for cleartext, and if no certificate was seen.
    package var chain: ChainEvaluation? {
        switch self {
        case .cleartext, .noHandshake: return nil
        case .secure(_, let evaluation), .certificates(let evaluation):
            return evaluation.path.isEmpty && evaluation.presented.isEmpty ? nil : evaluation
        }
    }
}

extension ChainEvaluation {
    /// The server's own certificate; nil if the server sent none that can be parsed.
    public var leaf: Certificate? {
        path.first ?? presented.first
    }

    /// The certificates to judge, leaf first: the path, or only the leaf if there is no path.
    var judged: [Certificate] {
        path.isEmpty ? Array(presented.prefix(1)) : path
    }

    /// The judged certificates without the anchor. An anchor is trusted as it is, whatever its signature.
    var belowAnchor: ArraySlice<Certificate> {
        anchor == .none ? judged[...] : judged.dropLast()
    }

    /// Whether a user or an administrator installed the leaf itself as trusted.
    var isLeafTrustedDirectly: Bool {
        anchor == .user && path.count == 1
    }
}

extension Certificate {
    /// The certificate's name in messages.
    var title: String {
        subject.isEmpty ? subjectAltNames?.dnsNames.first?.visible() ?? "a certificate without a subject" : subject
    }
}

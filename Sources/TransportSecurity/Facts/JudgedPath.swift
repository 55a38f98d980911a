/// What certificate rules look at in an observation.
extension Observation {
    /// The chain that the certificate rules judge; nil for cleartext, and where no certificate was seen.
    var chain: ChainEvaluation? {
        switch self {
        case .cleartext, .unexaminable: return nil
        case .secure(_, let evaluation), .certificates(let evaluation):
            return evaluation.path.isEmpty && evaluation.presented.isEmpty ? nil : evaluation
        }
    }
}

extension ChainEvaluation {
    /// The server's own certificate; nil where it sent none that can be read.
    public var leaf: Certificate? {
        path.first ?? presented.first
    }

    /// The certificates to judge, leaf first: the path, or the leaf alone where no path could be begun.
    var judged: [Certificate] {
        path.isEmpty ? Array(presented.prefix(1)) : path
    }

    /// The judged certificates without the anchor, which is trusted for its own sake.
    var belowAnchor: ArraySlice<Certificate> {
        anchor == .none ? judged[...] : judged.dropLast()
    }

    /// Whether the leaf itself is what a person or an administrator chose to trust.
    var isLeafTrustedDirectly: Bool {
        anchor == .user && path.count == 1
    }
}

extension Certificate {
    /// How sentences name the certificate.
    var title: String {
        subject.isEmpty ? subjectAltNames?.dnsNames.first?.visible() ?? "a certificate without a subject" : subject
    }
}

import TransportSecurity

/// The pins of one source beside the chain of a server: the certificates that match, and the effect of a renewal.
public struct PinPlacement: Hashable, Sendable {
    /// The pins.
    public let pins: PinSet
    /// The certificates that match, leaf first.
    public let matches: [Certificate]
    private let chain: [Certificate]

    /// Sets pins beside a chain.
    ///
    /// - Parameter chain: The certificates of the validated path, leaf first.
    public init(_ pins: PinSet, beside chain: [Certificate]) {
        self.pins = pins
        self.chain = chain
        let counted: ArraySlice<Certificate>
        switch pins.scope {
        case .chain: counted = chain[...]
        case .leaf: counted = chain.prefix(1)
        case .authorities: counted = chain.dropFirst()
        }
        matches = counted.filter { pins.digests.contains($0.publicKeySHA256) }
    }

    /// The number of pins that no certificate of the chain matches.
    private var spareCount: Int { pins.digests.subtracting(matches.map(\.publicKeySHA256)).count }

    /// The certificates that match, each in a sentence with its end.
    public var sentences: [String] {
        matches.map { certificate in
            let isLeaf = certificate == chain.first
            let subject = isLeaf ? "the server's certificate" : "the authority \(certificate.subject)"
            return "A pin of \(pins.source) is the key of \(subject), which ends on \(certificate.notAfter.date)."
        }
    }

    /// The condition that the pins do not hold, or will not after the next renewal; nil if they do.
    public var condition: Condition? {
        guard let leaf = chain.first else { return nil }
        if matches.isEmpty {
            return Condition(
                .pin, name: "\(pins.source): no match",
                text: "No pin of \(pins.source) is in the chain, so the app refuses the server. The keys are "
                    + "\(chain.map(Self.named).joined(separator: "; ")).")
        }
        guard matches == [leaf], spareCount == 0 else { return nil }
        return Condition(
            .pin, name: "\(pins.source): leaf",
            text: "The only matching pin of \(pins.source) is that of the server's certificate, which ends on "
                + "\(leaf.notAfter.date): a renewal with a new key breaks the app. \(advice)")
    }

    private var advice: String {
        guard pins.scope == .chain, let issuer = chain.dropFirst().first else {
            return "Pin the key of the next certificate as well, before it is in use."
        }
        return "Pin the key of its issuer as well: \(Self.named(issuer))."
    }

    private static func named(_ certificate: Certificate) -> String {
        "\(certificate.subject) sha256/\(Base64.encode(certificate.publicKeySHA256))"
    }
}

extension PinnedIdentities {
    /// The lists of `NSPinnedDomains` as pins, each of which has to match.
    public var sets: [PinSet] {
        [
            leaves.map { PinSet(source: "NSPinnedLeafIdentities", digests: $0, scope: .leaf) },
            authorities.map { PinSet(source: "NSPinnedCAIdentities", digests: $0, scope: .authorities) },
        ].compactMap(\.self)
    }
}

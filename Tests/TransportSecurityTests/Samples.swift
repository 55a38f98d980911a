import InternetNames
import TransportSecurity

/// Default facts: a server without violations, on 2026-01-15, under the newest iOS.
enum Sample {
    static let host = Host.name("example.com")
    static let now = Instant(year: 2026, month: 1, day: 15)

    static func requirements(
        _ os: OSVersion = .newest, change: (inout Requirements) -> Void = { _ in }
    ) -> Requirements {
        var requirements = Requirements(host: host, os: os)
        change(&requirements)
        return requirements
    }

    /// ATS off for this load.
    static func off(_ requirements: inout Requirements) {
        requirements.applies = false
        requirements.allowsInsecureHTTPLoads = true
        requirements.minimumTLSVersion = .tls1_0
        requirements.requiresForwardSecrecy = false
    }

    static func handshake(
        _ version: TLSVersion = .tls1_3, _ suite: UInt16 = 0x1301, change: (inout Handshake) -> Void = { _ in }
    ) -> Handshake {
        var handshake = Handshake(
            offer: Offer(generation: .current), version: version, cipherSuite: CipherSuite(rawValue: suite),
            group: .x25519,
            certificates: [[1], [2]])
        change(&handshake)
        return handshake
    }

    static func leaf(change: (inout Certificate) -> Void = { _ in }) -> Certificate {
        var leaf = Certificate(
            der: [1], subject: "CN=example.com", issuer: "CN=Intermediate",
            notBefore: Instant(year: 2025, month: 12, day: 1), notAfter: Instant(year: 2026, month: 3, day: 1),
            key: .rsa(bits: 2048), signature: .init(name: "sha256WithRSAEncryption", digest: .sha256),
            commonNames: ["example.com"], subjectAltNames: .init(dnsNames: ["example.com"]),
            extendedKeyUsage: ["1.3.6.1.5.5.7.3.1"], sha256: [1], publicKeySHA256: [11])
        change(&leaf)
        return leaf
    }

    static func intermediate(change: (inout Certificate) -> Void = { _ in }) -> Certificate {
        var certificate = authority(2, "CN=Intermediate", issuer: "CN=Root")
        change(&certificate)
        return certificate
    }

    static func root(change: (inout Certificate) -> Void = { _ in }) -> Certificate {
        var certificate = authority(3, "CN=Root", issuer: "CN=Root")
        certificate.isSelfSigned = true
        change(&certificate)
        return certificate
    }

    static func chain(
        _ leaf: Certificate = leaf(), _ intermediate: Certificate = intermediate(), _ root: Certificate = root(),
        anchor: ChainEvaluation.Anchor = .system, change: (inout ChainEvaluation) -> Void = { _ in }
    ) -> ChainEvaluation {
        var chain = ChainEvaluation(
            presented: [leaf, intermediate], path: [leaf, intermediate, root], anchor: anchor,
            timestamps: [timestamp(1), timestamp(2)], revocation: .good)
        change(&chain)
        return chain
    }

    static func secure(_ chain: ChainEvaluation = chain(), _ handshake: Handshake = handshake()) -> Observation {
        .secure(handshake, chain)
    }

    static func timestamp(
        _ log: UInt8, _ source: SignedCertificateTimestamp.Source = .embedded,
        at timestamp: Instant = Instant(year: 2025, month: 12, day: 1), valid: Bool? = true
    ) -> SignedCertificateTimestamp {
        SignedCertificateTimestamp(logID: [log], timestamp: timestamp, source: source, isSignatureValid: valid)
    }

    /// Ten usable logs of ten operators, on a list of 2026-01-01.
    static func logs(
        date: Instant? = Instant(year: 2026, month: 1, day: 1),
        change: (inout [TransparencyLogList.Log]) -> Void = { _ in }
    ) -> TransparencyLogList {
        var logs = (1...10).map { number in
            TransparencyLogList.Log(
                id: [UInt8(number)], key: [], name: "Log \(number)", operatorName: "Operator \(number)", state: .usable)
        }
        change(&logs)
        return TransparencyLogList(date: date, logs: logs)
    }

    private static func authority(_ number: UInt8, _ subject: String, issuer: String) -> Certificate {
        Certificate(
            der: [number], subject: subject, issuer: issuer, notBefore: Instant(year: 2015, month: 1, day: 1),
            notAfter: Instant(year: 2035, month: 1, day: 1), key: .rsa(bits: 2048),
            signature: .init(name: "sha256WithRSAEncryption", digest: .sha256), isAuthority: true, sha256: [number],
            publicKeySHA256: [number + 10])
    }
}

extension Outcome {
    /// The kind of an outcome without its text.
    enum Kind {
        case notApplicable, compliant, note, violation, undetermined, unproven
    }

    var kind: Kind {
        switch self {
        case .notApplicable: return .notApplicable
        case .compliant: return .compliant
        case .note: return .note
        case .violation: return .violation
        case .undetermined: return .undetermined
        case .unproven: return .unproven
        }
    }

    var finding: Finding? {
        if case .violation(let finding) = self { return finding }
        return nil
    }

    var text: String? {
        switch self {
        case .note(let text, _), .undetermined(let text, _), .unproven(let text, _): return text
        case .violation(let finding): return finding.message
        case .notApplicable, .compliant: return nil
        }
    }
}

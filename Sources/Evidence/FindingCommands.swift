import InternetNames
import TransportSecurity

/// The shell commands of an evidence bundle that show the facts in findings: properties of certificates, hellos that
/// the server refuses, and loads in cleartext.
struct FindingCommands {
    /// The server.
    let server: ServerEvidence

    /// The commands for the findings of all decisions, in the order of the rules.
    var all: [EvidenceCommand] {
        let rules = Set(server.events.decisions.flatMap { $0.violations + $0.warnings }.map(\.rule))
        return RuleID.allCases.filter(rules.contains).flatMap(commands).distinct
    }

    private func commands(for rule: RuleID) -> [EvidenceCommand] {
        switch rule {
        case .cleartext:
            return [eventCommand("A load went in cleartext.", pattern: #""scheme":"\(http\|ws\)""#)]
        case .tunnelCleartext, .tunnelVersion, .tunnelCipher, .tunnelSNI, .tunnelCertificate:
            return [eventCommand("A decision has the finding in the tunnel.", pattern: #""rule":"\#(rule.rawValue)""#)]
        case .certificateValidity: return validityCommands { $0.notAfter < server.time || $0.notBefore > server.time }
        case .certificateLifetime: return validityCommands { $0 == server.certificates.first }
        case .certificateKeySize: return commands(forCertificatesWhere: Self.hasWeakKey, keyCommand(_:of:))
        // Every server has commands about the hellos that it refused. Beside these, a key of a kind that no hello
        // permits is shown, because it may be the cause.
        case .tlsHandshake: return commands(forCertificatesWhere: Self.hasUnknownKey, keyCommand(_:of:))
        case .certificateSignature: return commands(forCertificatesWhere: Self.hasWeakDigest, signatureCommand(_:of:))
        case .certificateUsage: return commands(forCertificatesWhere: Self.lacksServerUsage, usageCommand(_:of:))
        case .certificateTransparency: return timestamps
        case .niapExtendedMasterSecret, .certificateTrust, .certificateHostname, .certificateRevoked, .certificatePin,
            .tlsVersion, .tlsCipher, .tlsForwardSecrecy, .niapCipher, .niapSignature:
            // Commands about the chain, the name, the staple, keys and hellos are there for every server.
            return []
        }
    }

    /// The command that finds a pattern of `grep` in the events.
    private func eventCommand(_ purpose: String, pattern: String) -> EvidenceCommand {
        EvidenceCommand(purpose: purpose, line: "grep -c '\(pattern)' events.jsonl")
    }

    /// The command that finds no embedded timestamp.
    private var timestamps: [EvidenceCommand] {
        guard !server.certificates.isEmpty, server.chain?.timestamps.contains(where: { $0.source == .embedded }) != true
        else { return [] }
        return [
            EvidenceCommand(
                purpose: "The certificate has no embedded timestamp of a CT log.",
                line: "\(EvidenceCommand.x509(1)) && "
                    + "! \(EvidenceCommand.x509(1)) -ext ct_precert_scts 2>/dev/null | "
                    + "grep -F 'Log ID'")
        ]
    }
}

extension FindingCommands {
    /// The commands for the certificates of the path that are at fault.
    ///
    /// - Parameter command: Makes the command for a certificate and its number in the path, from 1; nil for none.
    private func commands(
        forCertificatesWhere isAtFault: (Certificate) -> Bool,
        _ command: (_ number: Int, _ certificate: Certificate) -> EvidenceCommand?
    ) -> [EvidenceCommand] {
        server.certificates.enumerated().compactMap { index, certificate in
            isAtFault(certificate) ? command(index + 1, certificate) : nil
        }
    }

    private func validityCommands(where isAtFault: (Certificate) -> Bool) -> [EvidenceCommand] {
        commands(forCertificatesWhere: isAtFault) { number, certificate in
            let (start, end) = (Self.text(certificate.notBefore), Self.text(certificate.notAfter))
            return EvidenceCommand(
                purpose: "Certificate \(number) of the path is valid from \(start) to \(end).",
                line:
                    "\(EvidenceCommand.x509(number)) -dates -dateopt iso_8601 | paste -s -d ' ' | "
                    + "grep -Fx 'notBefore=\(start) notAfter=\(end)'")
        }
    }

    private static let acceptedCurves = ["prime256v1", "secp384r1", "secp521r1"]

    private func keyCommand(_ number: Int, of certificate: Certificate) -> EvidenceCommand? {
        let key = "The key of certificate \(number) of the path"
        let text = "\(EvidenceCommand.x509(number)) -text"
        switch certificate.key {
        case .rsa(let bits), .ellipticCurve(let bits):
            return EvidenceCommand(
                purpose: "\(key) has \(bits) bits.", line: "\(text) | grep -F 'Public-Key: (\(bits) bit)'")
        // `CertificateReader` reads a key on an accepted curve as one of another kind if its point is not uncompressed.
        // The first byte of the point tells its form (X9.62): 2 and 3 the compressed one, 6 and 7 the hybrid one.
        case .other(let kind) where Self.acceptedCurves.contains { kind == "EC on \($0)" }:
            return EvidenceCommand(
                purpose: "\(key) has its point in compressed or hybrid form.",
                line: "\(text) | grep -A 1 'pub:' | grep '^ *0[2367]:'")
        // Names of kinds and curves differ between versions of OpenSSL. The command therefore finds the line with a
        // name that is not one of the accepted ones.
        case .other(let kind) where kind.hasPrefix("EC "):
            return EvidenceCommand(
                purpose: "\(key) is on a curve other than P-256, P-384 and P-521.",
                line: "\(text) | grep -e 'ASN1 OID: ' -e 'Field Type: ' | "
                    + "grep -v \(Self.acceptedCurves.map { "-e \($0)" }.joined(separator: " "))")
        case .other:
            return EvidenceCommand(
                purpose: "\(key) is not of RSA and not on an elliptic curve.",
                line: "\(text) | grep -F 'Public Key Algorithm: ' | "
                    + "grep -v -e ': rsaEncryption$' -e ': id-ecPublicKey$'")
        }
    }

    private func signatureCommand(_ number: Int, of certificate: Certificate) -> EvidenceCommand? {
        guard let digest = certificate.signature.digest else { return nil }
        let name = certificate.signature.name
        guard EvidenceCommand.isPlain(name) else { return nil }
        return EvidenceCommand(
            purpose: "Certificate \(number) of the path is signed with \(digest.rawValue).",
            line:
                "\(EvidenceCommand.x509(number)) -text | grep -F 'Signature Algorithm: \(name)'"
        )
    }

    private func usageCommand(_ number: Int, of certificate: Certificate) -> EvidenceCommand? {
        EvidenceCommand(
            purpose: "Certificate \(number) of the path names no TLS server among its purposes.",
            line: "\(EvidenceCommand.x509(number)) && "
                + "! \(EvidenceCommand.x509(number)) -ext extendedKeyUsage 2>/dev/null | "
                + "grep -F 'TLS Web Server Authentication'")
    }

    /// Whether the key is weaker than ATS permits: RSA of 2048 bits and elliptic curves of 256 bits.
    private static func hasWeakKey(_ certificate: Certificate) -> Bool {
        switch certificate.key {
        case .rsa(let bits): return bits < 2048
        case .ellipticCurve(let bits): return bits < 256
        case .other: return true
        }
    }

    /// Whether the key is of a kind that Apple's systems do not know.
    private static func hasUnknownKey(_ certificate: Certificate) -> Bool {
        switch certificate.key {
        case .rsa, .ellipticCurve: return false
        case .other: return true
        }
    }

    /// Whether the certificate is signed with a digest weaker than SHA-256.
    private static func hasWeakDigest(_ certificate: Certificate) -> Bool {
        switch certificate.signature.digest {
        // The signature of a self-signed certificate is not checked.
        case .md2, .md4, .md5, .sha1, .sha224: return !certificate.isSelfSigned
        case .sha256, .sha384, .sha512, nil: return false
        }
    }

    /// Whether the certificate must name the purpose of a TLS server, and does not. A CA's certificate must do so only
    /// if it names any purposes.
    private static func lacksServerUsage(_ certificate: Certificate) -> Bool {
        guard let purposes = certificate.extendedKeyUsage else { return certificate.isAuthority != true }
        return !purposes.contains("1.3.6.1.5.5.7.3.1")
    }

    /// A time as OpenSSL prints it with `-dateopt iso_8601`.
    private static func text(_ time: Instant) -> String {
        time.description.prefix(19).replacing("T", with: " ") + "Z"
    }
}

/// A fault of a certificate path that rules do not find in the certificates themselves.
public struct PathFault: Hashable, Codable, Sendable {
    /// The kind of fault.
    public var reason: Reason
    /// The subject of the faulty certificate; nil if the fault concerns the whole path.
    public var subject: String?

    /// Creates a fault of the certificate with the given subject.
    public init(_ reason: Reason, subject: String? = nil) {
        self.reason = reason
        self.subject = subject
    }

    /// Kinds of faults of a path, after RFC 5280 §6.
    public enum Reason: Hashable, Codable, Sendable {
        /// The leaf is self-signed and not trusted.
        case selfSigned
        /// The path ends in a self-signed certificate that is not trusted.
        case untrustedRoot
        /// The issuer of the last certificate is not known: the server did not send an intermediate, or the root is
        /// unknown.
        case missingIssuer
        /// A signature in the path does not verify.
        case badSignature
        /// A signature of an algorithm, or by a key, that Apple's evaluator does not verify; the text names both.
        case unsupportedSignature(String)
        /// An issuing certificate is not of a CA, or may not sign certificates.
        case notAnIssuer
        /// The key identifier of an issuer differs from the authority key identifier of the certificate below it.
        case keyIdentifier
        /// A path length constraint is exceeded.
        case pathLength
        /// The path length constraint of the trust anchor is exceeded: a fault from iOS 15.
        case anchorPathLength
        /// A name constraint forbids a name of the leaf.
        case nameConstraint
        /// A name constraint forbids the common name of a leaf without DNS names: a fault only on systems that take the
        /// common name for a host name.
        case commonNameConstraint
        /// A name constraint of the trust anchor forbids a name of the leaf: a fault from iOS 13.
        case anchorNameConstraint
        /// A certificate demands a valid certificate policy and there is none, or maps `anyPolicy` (RFC 5280 §6.1).
        case certificatePolicies
        /// A certificate has an empty subject and is not a server certificate with a critical `subjectAltName`.
        case emptySubject
        /// A critical extension is not understood.
        case unknownCriticalExtension(String)
        /// A certificate or an extension cannot be parsed, or is duplicated.
        case unreadable(String)
        /// The path was not examined as a whole, because a limit of this program was reached; the text is a clause. A
        /// system might accept the certificates.
        case limit(String)
        /// Any other error of the validation, in the words of the library.
        case other(String)

        /// Whether only some systems take this for a fault.
        public var dependsOnSystem: Bool {
            switch self {
            case .anchorPathLength, .anchorNameConstraint, .commonNameConstraint: return true
            case .selfSigned, .untrustedRoot, .missingIssuer, .badSignature, .unsupportedSignature, .notAnIssuer,
                .keyIdentifier, .pathLength,
                .nameConstraint, .certificatePolicies, .emptySubject, .unknownCriticalExtension, .unreadable, .limit,
                .other:
                return false
            }
        }
    }

    /// The fault as a clause, such as `the issuer of CN=… is not known`.
    public var prose: String {
        let who = subject.flatMap { $0.isEmpty ? nil : $0 } ?? "a certificate"
        switch reason {
        case .selfSigned: return "\(who) is self-signed and not a trusted root"
        case .untrustedRoot: return "the root \(who) is not trusted"
        case .missingIssuer: return "the issuer of \(who) is not known, and the server did not send it"
        case .badSignature: return "the signature of \(who) does not verify"
        case .unsupportedSignature(let kind):
            return "\(who): its signature (\(kind)) is of a kind that Apple's systems do not verify"
        case .notAnIssuer: return "\(who) may not issue certificates"
        case .keyIdentifier: return "\(who) names another key of its issuer than the one that signed it"
        case .pathLength, .anchorPathLength: return "\(who) allows fewer certificates below it"
        case .nameConstraint, .anchorNameConstraint: return "a name constraint above \(who) forbids its names"
        case .commonNameConstraint: return "a name constraint above \(who) forbids its common name"
        case .certificatePolicies: return "a CA of the path demands a certificate policy, and none is valid in it"
        case .emptySubject:
            return "a certificate has an empty subject, which only a server's with a critical subjectAltName may have"
        case .unknownCriticalExtension(let identifier):
            return "\(who) has the critical extension \(identifier), which is not understood"
        case .unreadable(let what): return "\(who) cannot be read: \(what)"
        case .limit(let text): return text
        case .other(let text): return "\(who): \(text)"
        }
    }
}

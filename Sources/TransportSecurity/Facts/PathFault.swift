/// Something that does not hold in a certificate path, other than what rules read off the certificates.
public struct PathFault: Hashable, Codable, Sendable {
    /// What does not hold.
    public var reason: Reason
    /// The subject of the certificate at fault; nil where it concerns the whole path.
    public var subject: String?

    /// A fault with that reason, at the certificate of that subject.
    public init(_ reason: Reason, subject: String? = nil) {
        self.reason = reason
        self.subject = subject
    }

    /// Kinds of faults of a path, after RFC 5280 §6.
    public enum Reason: Hashable, Codable, Sendable {
        /// The leaf is its own issuer and is not trusted.
        case selfSigned
        /// The path ends in a self-signed certificate that is not trusted.
        case untrustedRoot
        /// No certificate of the last issuer is known: the server left out an intermediate, or its root is unknown.
        case missingIssuer
        /// A signature in the path does not verify.
        case badSignature
        /// A certificate that is no CA, or may not sign certificates, stands as an issuer.
        case notAnIssuer
        /// The issuer's key identifier is not the one by which a certificate names its issuer's key.
        case keyIdentifier
        /// A path length constraint is exceeded.
        case pathLength
        /// A name constraint forbids a name of the leaf.
        case nameConstraint
        /// A name constraint forbids the common name of a leaf without DNS names. Only systems that read the common name
        /// for a host's take this for a fault.
        case commonNameConstraint
        /// A certificate has an empty subject, and is not one that a critical `subjectAltName` names in its place.
        case emptySubject
        /// A critical extension is not understood.
        case unknownCriticalExtension(String)
        /// A certificate, or an extension in it, cannot be read, or stands twice.
        case unreadable(String)
        /// Anything else that the validation reports, in its words.
        case other(String)
    }

    /// What does not hold, as a clause: `the issuer of CN=… is not known`.
    public var prose: String {
        let who = subject.flatMap { $0.isEmpty ? nil : $0 } ?? "a certificate"
        switch reason {
        case .selfSigned: return "\(who) is self-signed and not a trusted root"
        case .untrustedRoot: return "the root \(who) is not trusted"
        case .missingIssuer: return "the issuer of \(who) is not known, and the server did not send it"
        case .badSignature: return "the signature of \(who) does not verify"
        case .notAnIssuer: return "\(who) may not issue certificates"
        case .keyIdentifier: return "\(who) names another key of its issuer than the one that signed it"
        case .pathLength: return "\(who) allows fewer certificates below it"
        case .nameConstraint: return "a name constraint above \(who) forbids its names"
        case .commonNameConstraint: return "a name constraint above \(who) forbids its common name"
        case .emptySubject:
            return "a certificate has an empty subject, which only a server's with a critical subjectAltName may have"
        case .unknownCriticalExtension(let identifier):
            return "\(who) has the critical extension \(identifier), which is not understood"
        case .unreadable(let what): return "\(who) cannot be read: \(what)"
        case .other(let text): return "\(who): \(text)"
        }
    }
}

/// The end of a path that leads to no trusted root: the certificate that is missing or unknown there, and whose task it
/// is to supply it.
public struct UntrustedEnd: Hashable, Sendable {
    /// The kind of end.
    public var kind: Kind
    /// The certificate that is missing or unknown, by its subject; empty if it has none.
    public var name: String
    /// The last certificate of the path, by its subject.
    public var below: String
    /// Whether the server did not send the issuer of its own certificate, which names no place to fetch it from. The
    /// issuer may then be a root.
    public var isPerhapsRoot = false
    /// Whether the server sent other certificates beside its own.
    public var hasOthers = false
    /// The trust stores of other systems that have the unknown root, by their first system, oldest first.
    public var storesWithRoot: [String] = []
    /// The address in the last certificate from which its issuer could have been fetched; nil if there is none.
    public var location: String?

    /// The kinds of ends. Each has another fix.
    public enum Kind: Sendable {
        /// The server's own certificate is self-signed.
        case selfSigned
        /// The server did not send the issuer of its own certificate.
        case notSent
        /// The path leads to a root that is not in the trust store.
        case unknownRoot
    }

    /// The cause of the finding on this end.
    var cause: Finding.Cause {
        switch kind {
        case .selfSigned: return .selfSigned
        case .notSent: return .issuerNotSent
        case .unknownRoot: return storesWithRoot.isEmpty ? .unknownRoot : .rootOfOtherSystem
        }
    }

    /// Creates the end that a fault of a path states; nil if the fault is about something else.
    init?(_ fault: PathFault, of chain: ChainEvaluation) {
        guard let last = chain.judged.last else { return nil }
        below = last.title
        switch fault.reason {
        case .selfSigned:
            (kind, name) = (.selfSigned, last.title)
        case .untrustedRoot:
            (kind, name) = (.unknownRoot, last.title)
            storesWithRoot = chain.storesWithRoot
        case .missingIssuer:
            // Servers do not send the root (RFC 8446 §4.4.2). The certificate missing above an intermediate is
            // presumably the root.
            kind = chain.judged.count == 1 ? .notSent : .unknownRoot
            name = last.issuer
            location = last.issuerLocations?.first
            isPerhapsRoot = kind == .notSent && location == nil
            hasOthers = chain.presented.count > 1
        case .badSignature, .unsupportedSignature, .notAnIssuer, .keyIdentifier, .pathLength, .anchorPathLength,
            .nameConstraint,
            .anchorNameConstraint, .commonNameConstraint, .certificatePolicies, .emptySubject,
            .unknownCriticalExtension, .unreadable, .limit, .other:
            return nil
        }
    }

    /// The fault, as a clause that names the certificate.
    var fault: String {
        let name = name.isEmpty ? "without a name" : name
        switch kind {
        case .selfSigned: return "\(name) is self-signed and not a known root"
        case .notSent where isPerhapsRoot && hasOthers:
            return "the server sends other certificates with \(below), but not its issuer \(name)"
        case .notSent where isPerhapsRoot: return "the chain has \(below) alone, without its issuer \(name)"
        case .notSent: return "the server did not send its intermediate \(name)"
        case .unknownRoot where name == below: return "the root \(name) is not known here\(elsewhere)"
        case .unknownRoot: return "\(name), presumably the root above \(below), is not known here"
        }
    }

    /// The systems that know the root, as the end of a clause.
    private var elsewhere: String {
        guard let first = storesWithRoot.first, let last = storesWithRoot.last else { return "" }
        return first == last
            ? " (of all trust stores, that of \(first) has it)" : " (the trust stores of \(first) to \(last) have it)"
    }

    /// The fault and its fix, as clauses.
    var prose: String { "\(fault)\(notFetched); \(fix)" }

    private var fix: String {
        switch kind {
        case .selfSigned:
            return "install a certificate that a CA issued, or give this one by --ca-file if it is a test's own"
        case .notSent where isPerhapsRoot:
            return "it should send the full chain, or, if that issuer is the root of a company or a test, give "
                + "the root by --ca-file"
        case .notSent:
            return "it should send the full chain"
        case .unknownRoot where !storesWithRoot.isEmpty:
            return "install a certificate under a root that this system has"
        case .unknownRoot:
            return "give it by --ca-file if it is a company's or a test's own"
        }
    }

    /// The expected value in a finding about this end.
    var expected: String {
        switch kind {
        case .selfSigned: return "a certificate issued by a CA"
        case .notSent: return "the full chain, with \(name)"
        case .unknownRoot: return "a known root, not \(name)"
        }
    }

    private var notFetched: String {
        guard let location else { return "" }
        return ", nor was it fetched from \(location.visible(limit: Self.shownLength)), which \(below) names"
    }

    /// The number of characters of an address that are shown.
    private static let shownLength = 200
}

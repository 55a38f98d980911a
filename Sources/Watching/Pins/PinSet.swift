import InternetNames
import TransportSecurity

/// The pins of one host from one source, of which one has to match.
public struct PinSet: Hashable, Sendable {
    /// The name of the source for readers, such as `NSPinnedLeafIdentities` or the path of a file.
    public var source: String
    /// The SHA-256 of each pinned SubjectPublicKeyInfo.
    public var digests: Set<[UInt8]>
    /// The certificates of the chain that count.
    public var scope: Scope

    /// Creates pins.
    public init(source: String, digests: Set<[UInt8]>, scope: Scope = .chain) {
        self.source = source
        self.digests = digests
        self.scope = scope
    }

    /// The certificates of a chain that can match a pin.
    public enum Scope: Hashable, Sendable {
        /// Every certificate, as for TrustKit, OkHttp and Android.
        case chain
        /// Only the server's own certificate.
        case leaf
        /// Only certificates above the server's own.
        case authorities
    }
}

/// The pins of a list for hosts that match a pattern.
public struct PinEntry: Hashable, Sendable {
    /// The hosts.
    public var pattern: Pattern
    /// The SHA-256 of each pinned SubjectPublicKeyInfo.
    public var digests: Set<[UInt8]>

    /// Creates an entry.
    public init(pattern: Pattern, digests: Set<[UInt8]>) {
        self.pattern = pattern
        self.digests = digests
    }

    /// The 32 bytes of a digest in Base64; nil for another text.
    static func digest(_ text: String) -> [UInt8]? {
        PinnedDomain.digest(text).flatMap { $0.count == 32 ? $0 : nil }
    }

    /// A pattern of hosts, with a domain in lower case.
    public enum Pattern: Hashable, Sendable {
        /// Only this host.
        case host(String)
        /// Hosts with exactly one more label (`*.` of OkHttp).
        case child(of: String)
        /// The domain and all its subdomains (`**.` of OkHttp, `TSKIncludeSubdomains`, `includeSubdomains`).
        case tree(String)

        /// The domain without a wildcard.
        var domain: String {
            switch self {
            case .host(let domain), .child(let domain), .tree(let domain): domain
            }
        }

        /// Whether the pattern covers a host.
        public func covers(_ host: Host) -> Bool {
            let name = host.description.lowercased()
            switch self {
            case .host(let own): return name == own
            case .tree(let domain): return name == domain || name.hasSuffix(".\(domain)")
            case .child(let domain):
                guard name.hasSuffix(".\(domain)") else { return false }
                return !name.dropLast(domain.count + 1).contains(".")
            }
        }
    }
}

/// The fault of a list of pins.
public struct MalformedPins: Error, Hashable, Sendable {
    /// The number of the line, from 1; nil if no single line has the fault.
    public var line: Int?
    /// The fault as a sentence without its subject.
    public var reason: String

    /// Creates a fault.
    public init(line: Int?, reason: String) {
        self.line = line
        self.reason = reason
    }
}

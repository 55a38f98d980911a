import InternetNames
import TransportSecurity

/// The pins of an app that are not in its `NSPinnedDomains`: those of OkHttp's `CertificatePinner`, of TrustKit, or of
/// Android's network security configuration.
public struct PinList: Hashable, Sendable {
    /// The name of the list for readers.
    public var name: String
    /// The entries, in order.
    public var entries: [PinEntry]
    /// Whether only the entry with the longest domain counts for a host, as for TrustKit and Android. Else all entries
    /// that cover the host count.
    private var countsNearestOnly = false

    /// Whether a pin is in force. Expired pins and those that are only reported refuse nothing.
    public var isInForce: Bool { entries.contains { !$0.digests.isEmpty } }

    /// The largest number of entries.
    public static let entryLimit = 10_000

    /// The fault of a list.
    public typealias Malformed = MalformedPins

    /// The pins of a host; nil if no entry covers it.
    public func pins(of host: Host) -> PinSet? {
        var covering = entries.filter { $0.pattern.covers(host) }
        if countsNearestOnly, let nearest = covering.max(by: { $0.pattern.domain.count < $1.pattern.domain.count }) {
            covering = [nearest]
        }
        let digests = covering.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.digests) }
        return digests.isEmpty ? nil : PinSet(source: name, digests: digests)
    }
}

extension PinList {
    /// Reads lines of the form `HOST sha256/BASE64=`, as OkHttp's `CertificatePinner` has its pins: `*.` before a
    /// domain stands for one more label, `**.` for the domain and all below it. A line may have several pins. Text
    /// after `#` is a comment.
    public init(lines text: String, named name: String) throws(Malformed) {
        self.init(name: name, entries: [])
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "," || $0 == ";" }
            guard let first = words.first else { continue }
            let number = index + 1
            guard let pattern = PinEntry.Pattern(okHttp: String(first)), words.count > 1 else {
                throw Malformed(line: number, reason: "is not of the form HOST sha256/BASE64")
            }
            var digests: Set<[UInt8]> = []
            for word in words.dropFirst() {
                guard word.hasPrefix("sha256/"), let digest = PinEntry.digest(String(word.dropFirst(7))) else {
                    throw Malformed(line: number, reason: "has a pin that is not sha256/ with 32 bytes in Base64")
                }
                digests.insert(digest)
            }
            try add(PinEntry(pattern: pattern, digests: digests), line: number)
        }
        guard !entries.isEmpty else { throw Malformed(line: nil, reason: "holds no pin") }
    }

    /// Reads the `TSKConfiguration` of an Info.plist, or that dictionary without the rest; nil if there is none.
    ///
    /// TrustKit takes the entry of the host itself, or else that of the nearest parent with `TSKIncludeSubdomains`. An
    /// entry that is excluded, not enforced or expired refuses nothing, and still takes precedence over a parent.
    ///
    /// - Parameter time: The present time; nil to ignore `TSKExpirationDate`.
    public init?(
        trustKit propertyList: [String: PropertyValue], named name: String, at time: Instant? = nil
    ) throws(Malformed) {
        let configuration =
            if case .dictionary(let own) = propertyList["TSKConfiguration"] { own } else { propertyList }
        guard case .dictionary(let domains) = configuration["TSKPinnedDomains"] else { return nil }
        self.init(name: name, entries: [])
        countsNearestOnly = true
        for (domain, value) in domains.sorted(by: { $0.key < $1.key }) {
            guard case .dictionary(let entry) = value else { continue }
            let isExcluded = entry["TSKExcludeSubdomainFromParentPolicy"] == .boolean(true)
            let hashes: [PropertyValue]
            if isExcluded {
                hashes = []
            } else if case .array(let own) = entry["TSKPublicKeyHashes"] {
                hashes = own
            } else {
                continue
            }
            var digests: Set<[UInt8]> = []
            for case .string(let text) in hashes {
                guard let digest = PinEntry.digest(text) else {
                    throw Malformed(
                        line: nil, reason: "has a hash of \(domain.visible()) that is not 32 bytes in Base64")
                }
                digests.insert(digest)
            }
            let name = domain.lowercased()
            let isTree = entry["TSKIncludeSubdomains"] == .boolean(true) && !isExcluded
            if !Self.isEnforced(entry, at: time) { digests = [] }
            try add(PinEntry(pattern: isTree ? .tree(name) : .host(name), digests: digests), line: nil)
        }
    }

    /// Reads Android's `network_security_config.xml`; nil for any other file.
    ///
    /// Android takes the entry of the host itself, or else that of the nearest parent with `includeSubdomains`. An
    /// entry without a `pin-set` has that of the element around it. An empty or expired one refuses nothing.
    ///
    /// - Parameter time: The present time; nil to ignore `expiration`.
    public init?(networkSecurity bytes: [UInt8], named name: String, at time: Instant? = nil) throws(Malformed) {
        guard let file = try NetworkSecurityFile(bytes) else { return nil }
        self.init(name: name, entries: [])
        countsNearestOnly = true
        for configuration in file.configurations {
            let pins = file.pins(of: configuration)
            let isEnforced = try Self.isEnforced(until: pins?.expiration, at: time)
            for (pattern, line) in configuration.domains {
                try add(PinEntry(pattern: pattern, digests: isEnforced ? pins?.digests ?? [] : []), line: line)
            }
        }
        guard file.configurations.contains(where: { file.pins(of: $0)?.digests.isEmpty == false }) else {
            throw Malformed(line: nil, reason: "has no pins")
        }
    }

    /// Whether pins are in force at a time.
    ///
    /// - Parameter day: The first day without them, as `yyyy-MM-dd`; nil for none.
    private static func isEnforced(until day: String?, at time: Instant?) throws(Malformed) -> Bool {
        guard let day else { return true }
        guard let end = Instant("\(day)T00:00:00Z") else {
            throw Malformed(line: nil, reason: "has the expiration \(day.visible(limit: 40)), which is not a date")
        }
        return time.map { $0.seconds < end.seconds } ?? true
    }

    /// Whether TrustKit refuses a server for an entry. An entry that only reports, or has ended, refuses none.
    private static func isEnforced(_ entry: [String: PropertyValue], at time: Instant?) -> Bool {
        guard entry["TSKEnforcePinning"] != .boolean(false) else { return false }
        guard let time, case .string(let date) = entry["TSKExpirationDate"],
            let end = Instant("\(date)T00:00:00Z")
        else { return true }
        return time.seconds < end.seconds
    }

    private mutating func add(_ entry: PinEntry, line: Int?) throws(Malformed) {
        guard entries.count < Self.entryLimit else {
            throw Malformed(line: line, reason: "has more than \(Self.entryLimit) entries")
        }
        entries.append(entry)
    }
}

extension PinEntry.Pattern {
    /// Creates a pattern from its form in OkHttp; nil if no host can match it.
    init?(okHttp text: String) {
        let text = text.lowercased()
        let (domain, make): (Substring, (String) -> Self) =
            if text.hasPrefix("**.") {
                (text.dropFirst(3), Self.tree)
            } else if text.hasPrefix("*.") {
                (text.dropFirst(2), { .child(of: $0) })
            } else {
                (text[...], Self.host)
            }
        guard let host = Host(String(domain)) else { return nil }
        self = make(host.description)
    }
}

import InternetNames

/// The exceptions of a policy, indexed by name and by address range.
///
/// A look-up takes at most one dictionary access for each label of a name, or for each prefix length of the ranges.
struct ExceptionTable: Hashable {
    private var entries: [String: ExceptionDomain] = [:]
    private var ranges: [AddressRange: ExceptionDomain] = [:]
    /// The prefix lengths of all ranges, longest first.
    private var prefixLengths: [Int] = []

    /// Creates the table from the value of `NSExceptionDomains` as an OS reads it, and from the OS's built-in
    /// exceptions.
    init(_ value: PropertyValue?, readBy os: OSVersion) {
        if os.hasBuiltInExceptions {
            for exception in ExceptionDomain.builtIn { entries[exception.key] = exception }
        }
        guard case .dictionary(let dictionary) = value else { return }
        // The entries are inserted in the order of their keys. If two keys denote the same range, the last one always
        // wins.
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            guard case .dictionary(let entry) = value else { continue }
            insert(ExceptionDomain(key: key, dictionary: entry, readBy: os))
        }
        prefixLengths = Set(ranges.keys.map(\.prefixLength)).sorted(by: >)
    }

    /// All exceptions, in the order of their keys.
    var all: [ExceptionDomain] { entries.values.sorted { $0.key < $1.key } }

    /// An exception that covers a host.
    struct Match: Hashable {
        /// The exception.
        let exception: ExceptionDomain
        /// The number of labels of the host to the left of the key.
        let depth: Int
    }

    /// The most specific exception for a name. For a subdomain, an entry without `NSIncludesSubdomains` is skipped, and
    /// the search continues with the next parent domain (testIncludesSubdomains).
    func match(name: String) -> Match? {
        var suffix = Substring(name)
        var depth = 0
        while !suffix.isEmpty {
            if let exception = entries[String(suffix)], depth == 0 || exception.includesSubdomains {
                return Match(exception: exception, depth: depth)
            }
            guard let dot = suffix.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
            suffix = suffix[suffix.utf8.index(after: dot)...]
            depth += 1
        }
        return nil
    }

    /// The exception for an address: an entry with the address as its key, else the range with the longest prefix
    /// (testCIDRExceptions).
    func match(address: IPAddress) -> Match? {
        if let exception = entries[address.description] { return Match(exception: exception, depth: 0) }
        return prefixLengths.lazy
            .compactMap { AddressRange(around: address, prefixLength: $0) }
            .compactMap { ranges[$0] }
            .first.map { Match(exception: $0, depth: 0) }
    }

    private mutating func insert(_ exception: ExceptionDomain) {
        guard let range = AddressRange(exception.key) else {
            entries[exception.key] = exception
            return
        }
        var exception = exception
        let network = exception.key.prefix { $0 != "/" }
        if network.utf8.count >= (network.contains(":") ? 38 : 14) {
            // The buffer in the published engine is too short for this key (SecProtocolConfiguration.m).
            exception.notes.append("Some builds of the system ignore the key \(exception.key) for its length.")
        }
        entries[exception.key] = exception
        ranges[range] = exception
    }
}

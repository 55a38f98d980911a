import InternetNames

/// All exceptions of a policy, found by host in one dictionary look-up a label, or by address in one a prefix length.
struct ExceptionTable: Hashable {
    private var entries: [String: ExceptionDomain] = [:]
    private var ranges: [AddressRange: ExceptionDomain] = [:]
    /// The lengths of prefix that occur, longest first.
    private var prefixLengths: [Int] = []

    /// The exceptions that an OS reads in the value of `NSExceptionDomains`, and those that it brings along.
    init(_ value: PropertyValue?, readBy os: OSVersion) {
        if os.hasBuiltInExceptions {
            for exception in ExceptionDomain.builtIn { entries[exception.key] = exception }
        }
        guard case .dictionary(let dictionary) = value else { return }
        // In the order of the keys, so that of two ranges that are the same one always wins: the last.
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            guard case .dictionary(let entry) = value else { continue }
            insert(ExceptionDomain(key: key, dictionary: entry, readBy: os))
        }
        prefixLengths = Set(ranges.keys.map(\.prefixLength)).sorted(by: >)
    }

    /// Every exception, in the order of the keys.
    var all: [ExceptionDomain] { entries.values.sorted { $0.key < $1.key } }

    /// An exception that covers a host.
    struct Match: Hashable {
        /// The exception.
        let exception: ExceptionDomain
        /// How many labels of the host are left of its key.
        let depth: Int
    }

    /// The most specific exception for a name. One without `NSIncludesSubdomains` is passed over for subdomains, and
    /// the search goes on upwards (testIncludesSubdomains).
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

    /// The exception for an address: its text itself, else the longest range around it (testCIDRExceptions).
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
            // The buffer of the published engine, SecProtocolConfiguration.m, is too short for it.
            exception.remarks.append("Some builds of the system ignore the key \(exception.key) for its length.")
        }
        entries[exception.key] = exception
        ranges[range] = exception
    }
}

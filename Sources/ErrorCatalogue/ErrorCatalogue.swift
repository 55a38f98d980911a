import TransportSecurity

/// The errors with a code that have an explanation.
///
/// The numbers and names are those of Apple's published headers, which `config/data/errors.txt` names.
enum ErrorCatalogue {
    /// The errors with a code. No code and no name occurs twice.
    static let entries = ErrorTable.shipped.entries

    /// The errors by code.
    static let byCode = Dictionary(
        entries.compactMap { entry in entry.code.map { ($0, entry) } }, uniquingKeysWith: { first, _ in first })

    /// The errors by name. Names of `CFNetworkErrors.h` and of Swift's `URLError.Code` are included.
    static let byName = Dictionary(entries.flatMap(named), uniquingKeysWith: { first, _ in first })

    /// The names of an entry, each with the entry.
    private static func named(_ entry: ErrorExplanation) -> [(String, ErrorExplanation)] {
        let prefix = "NSURLError"
        guard entry.name.hasPrefix(prefix) else { return [(entry.name, entry)] }
        let rest = entry.name.dropFirst(prefix.count)
        // Swift's names begin in lower case. An acronym at the beginning, as in `DNSLookupFailed`, is lower case as a
        // whole, except the capital of the next word.
        let capitals = rest.prefix(while: \.isUppercase)
        let lowered = capitals.count > 1 ? capitals.dropLast() : capitals
        let swiftName = "." + lowered.lowercased() + rest.dropFirst(lowered.count)
        return [(entry.name, entry), ("kCFURLError\(rest)", entry), (swiftName, entry)]
    }
}

extension ErrorExplanation {
    /// Creates the explanation of a code; nil if the code is not known.
    public init?(code: Int) {
        guard let known = ErrorCatalogue.byCode[code] else { return nil }
        self = known
    }
}

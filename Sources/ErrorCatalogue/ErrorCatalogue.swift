import CShippedData
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

    /// The names of an entry, each with the entry. `NSURLErrorTimedOut` is also `kCFURLErrorTimedOut` and `.timedOut`.
    private static func named(_ entry: ErrorExplanation) -> [(String, ErrorExplanation)] {
        let prefix = "NSURLError"
        guard entry.name.hasPrefix(prefix) else { return [(entry.name, entry)] }
        let suffix = entry.name.dropFirst(prefix.count)
        // Swift's names begin in lower case. An acronym at the beginning, as in `DNSLookupFailed`, is lower case as a
        // whole, except the capital of the next word.
        let capitals = suffix.prefix(while: \.isUppercase)
        let loweredLetters = capitals.count > 1 ? capitals.dropLast() : capitals
        let swiftName = "." + loweredLetters.lowercased() + suffix.dropFirst(loweredLetters.count)
        return [(entry.name, entry), ("kCFURLError\(suffix)", entry), (swiftName, entry)]
    }
}

extension ErrorExplanation {
    /// Creates the explanation of a code; nil if the code is not known.
    public init?(code: Int) {
        guard let explanation = ErrorCatalogue.byCode[code] else { return nil }
        self = explanation
    }
}

/// The reader of `config/data/errors.txt`, a table of errors with their explanations:
///
///     [load]
///     -1001 NSURLErrorTimedOut unreachable The server did not answer in time.
///       cause A firewall drops the packets.
///
/// A line has the code, the name, the raw value of an `ErrorKind` and the meaning. The name in brackets is the layer of
/// the errors below it. An indented line has a cause, an advice or rules, in place of those of the kind.
struct ErrorTable {
    /// The explanations, in the order of the table.
    private(set) var entries: [ErrorExplanation] = []
    /// The layer of the present section; nil before the first section.
    private var layer: ErrorExplanation.Layer?
    /// The names of the details of the last entry that lines have set. The others are those of the entry's kind.
    private var details: Set<Substring> = []

    /// The error for a line that has another form.
    struct Fault: Error, Equatable {
        /// The number of the line, from 1 on.
        let line: Int
    }

    /// Reads a table.
    init(_ text: String) throws(Fault) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard read(line) else { throw Fault(line: index + 1) }
        }
    }

    /// The table that is compiled into the program. A test ensures that it can be read; otherwise it would be empty.
    static let shipped: ErrorTable = {
        let bytes = UnsafeBufferPointer(start: shipped_errors_address(), count: shipped_errors_length)
        do throws(Fault) {
            return try ErrorTable(String(decoding: bytes, as: UTF8.self))
        } catch {
            return ErrorTable()
        }
    }()

    private init() {}

    /// Reads a line. Returns false if it has another form.
    private mutating func read(_ line: Substring) -> Bool {
        if line.hasPrefix("  ") { return readDetail(line.dropFirst(2)) }
        if line.hasPrefix("["), line.hasSuffix("]") {
            layer = ErrorExplanation.Layer(named: line.dropFirst().dropLast())
            return layer != nil
        }
        let parts = line.split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let layer, let code = Int(parts[0]), let kind = ErrorKind(rawValue: String(parts[2]))
        else { return false }
        entries.append(
            ErrorExplanation(layer: layer, code: code, name: String(parts[1]), kind: kind, meaning: String(parts[3])))
        details = []
        return true
    }

    /// Reads a detail of the last entry. Returns false if the line has another form.
    private mutating func readDetail(_ line: Substring) -> Bool {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let last = entries.indices.last else { return false }
        let (name, text) = (parts[0], String(parts[1]))
        // The first line replaces the value of the kind, and further lines add to it.
        let isFirst = details.insert(name).inserted
        switch Detail(rawValue: String(name)) {
        case .cause:
            if isFirst { entries[last].causes = [] }
            entries[last].causes.append(text)
        case .advice:
            if isFirst { entries[last].advice = [] }
            entries[last].advice.append(text)
        case .rules:
            let rules = text.split(separator: " ").map { RuleID(rawValue: String($0)) }
            guard isFirst, !rules.contains(nil) else { return false }
            entries[last].rules = rules.compactMap(\.self)
        case nil: return false
        }
        return true
    }

    /// The details of an entry that a line may set.
    private enum Detail: String {
        case cause, advice, rules
    }
}

extension ErrorExplanation.Layer {
    /// Creates the layer with a name of the table; nil for any other name.
    fileprivate init?(named name: Substring) {
        let names: [Substring: Self] = ["trust": .trust, "connection": .connection, "proxy": .proxy, "load": .load]
        guard let layer = names[name] else { return nil }
        self = layer
    }
}

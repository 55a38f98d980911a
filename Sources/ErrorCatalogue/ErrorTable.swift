import CShippedData
import TransportSecurity

/// Errors with their explanations, in the form of `config/data/errors.txt`. The first lines of that file describe the
/// form.
struct ErrorTable {
    /// The explanations, in the order of the table.
    private(set) var entries: [ErrorExplanation] = []
    /// The part of the system that the present section of the table is about; nil before the first section.
    private var layer: ErrorExplanation.Layer?
    /// The members of the last entry that lines of the table have set. The others have the value of the entry's kind.
    private var details: Set<Substring> = []

    /// A line without the form of the table.
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

    /// The table that is compiled into the program; empty if the file were damaged, which a test excludes.
    static let shipped: ErrorTable = {
        let bytes = UnsafeBufferPointer(start: shipped_errors_address(), count: shipped_errors_length)
        do throws(Fault) {
            return try ErrorTable(String(decoding: bytes, as: UTF8.self))
        } catch {
            return ErrorTable()
        }
    }()

    private init() {}

    /// Reads a line. Returns false if it is not of the form.
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

    /// Reads a line that sets a member of the last entry. Returns false if it is not of the form.
    private mutating func readDetail(_ line: Substring) -> Bool {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let last = entries.indices.last else { return false }
        let (name, text) = (parts[0], String(parts[1]))
        // The first line of a member replaces the value of the kind, and further lines add to it.
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

    /// The members of an entry that a line may set.
    private enum Detail: String {
        case cause, advice, rules
    }
}

extension ErrorExplanation.Layer {
    /// Creates the part with a name of the table; nil for any other name.
    fileprivate init?(named name: Substring) {
        let names: [Substring: Self] = ["trust": .trust, "connection": .connection, "proxy": .proxy, "load": .load]
        guard let layer = names[name] else { return nil }
        self = layer
    }
}

/// Numbers of loads by name, such as the address of a device. At most `limit` names are kept.
///
/// The kept names are the least ones. The numbers therefore do not depend on the order of the loads: a name is either
/// counted from its first load to its last, or not at all.
public struct NamedCounts: Hashable, Sendable {
    /// The number of loads of each kept name.
    public private(set) var counts: [String: Int] = [:]
    /// The number of loads of all other names.
    public private(set) var others = 0
    /// The largest number of names.
    public let limit: Int
    /// The greatest kept name once there are `limit` of them; nil before.
    private var greatest: String?

    /// Creates numbers without names.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Creates the numbers of the given names.
    public init(_ counts: [String: Int], others: Int = 0, limit: Int) {
        self.init(limit: limit)
        for (name, loads) in counts { add(loads, of: name) }
        self.others += others
    }

    /// Whether no load is counted under a name.
    public var isEmpty: Bool { counts.isEmpty }

    /// The kept names, sorted.
    public var names: [String] { counts.keys.sorted() }

    /// The names with their numbers of loads, sorted by name.
    public var sorted: [(name: String, loads: Int)] {
        counts.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// The number of loads of kept names.
    public var total: Int { counts.values.reduce(0, +) }

    /// The numbers of the kept names for which the closure returns true, without those of other names.
    public func keeping(_ isKept: (String) -> Bool) -> NamedCounts {
        NamedCounts(counts.filter { isKept($0.key) }, limit: limit)
    }

    /// Counts loads of a name.
    public mutating func add(_ loads: Int, of name: String) {
        if counts.count < limit {
            counts[name, default: 0] += loads
            if counts.count == limit { greatest = counts.keys.max() }
        } else if let index = counts.index(forKey: name) {
            counts.values[index] += loads
        } else if let greatest, name < greatest {
            others += counts.removeValue(forKey: greatest) ?? 0
            counts[name] = loads
            self.greatest = counts.keys.max()
        } else {
            others += loads
        }
    }

    /// Counts loads whose names are not kept.
    public mutating func addOthers(_ loads: Int) { others += loads }

    /// Adds other numbers.
    public mutating func add(_ other: NamedCounts) {
        if counts.isEmpty, limit == other.limit {
            let others = others
            self = other
            return addOthers(others)
        }
        for (name, loads) in other.counts { add(loads, of: name) }
        others += other.others
    }

    /// Whether the kept names, their numbers and the number of other loads are equal.
    public static func == (left: NamedCounts, right: NamedCounts) -> Bool {
        left.counts == right.counts && left.others == right.others
    }

    /// Hashes the kept names, their numbers and the number of other loads.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(counts)
        hasher.combine(others)
    }
}

/// A sample of many texts, such as paths: the least ones by their UTF-8. The sample therefore does not depend on the
/// order in which the texts are inserted.
public struct TextSample: Hashable, Sendable {
    /// The texts, sorted.
    public private(set) var texts: [String] = []

    /// The largest number of texts.
    public static let limit = 3

    /// Creates a sample without texts.
    public init() {}

    /// Adds a text, unless the sample has it, or is full and has only lesser texts.
    public mutating func insert(_ text: String) {
        // UTF-8 is compared. `String` takes canonically equivalent spellings for equal, and the sample would depend on
        // which of them came first.
        let index = texts.firstIndex { !$0.utf8.lexicographicallyPrecedes(text.utf8) } ?? texts.count
        let isKnown = index < texts.count && texts[index].utf8.elementsEqual(text.utf8)
        guard index < Self.limit, !isKnown else { return }
        texts.insert(text, at: index)
        if texts.count > Self.limit { texts.removeLast() }
    }
}

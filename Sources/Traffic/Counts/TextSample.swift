/// A sample of many texts: the least ones by their UTF-8. The sample therefore does not depend on the order in which
/// the texts are inserted.
public struct TextSample: Hashable, Sendable {
    /// The texts, sorted.
    public private(set) var texts: [String] = []

    /// The largest number of texts.
    public static let limit = 3

    /// Creates a sample without texts.
    public init() {}

    /// Adds a text, unless the sample has it, or is full and has only lesser texts.
    public mutating func insert(_ text: String) {
        // UTF-8 is compared, because `String` takes canonically equivalent spellings for equal. The first one would
        // stay.
        let index = texts.firstIndex { !$0.utf8.lexicographicallyPrecedes(text.utf8) } ?? texts.count
        let isKnown = index < texts.count && texts[index].utf8.elementsEqual(text.utf8)
        guard index < Self.limit, !isKnown else { return }
        texts.insert(text, at: index)
        if texts.count > Self.limit { texts.removeLast() }
    }
}

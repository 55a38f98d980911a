/// A few of many texts, as a sample: the least ones by their UTF-8. The sample therefore does not depend on their
/// order.
public struct LeastTexts: Hashable, Sendable {
    /// The texts, sorted.
    public private(set) var texts: [String] = []

    /// The largest number of texts.
    public static let limit = 3

    /// Creates a sample without texts.
    public init() {}

    /// Adds a text, unless it is known or greater than all of a full sample.
    public mutating func insert(_ text: String) {
        // `String` takes canonically equivalent spellings for equal, of which the first would stay.
        let place = texts.firstIndex { !$0.utf8.lexicographicallyPrecedes(text.utf8) } ?? texts.count
        guard place < Self.limit, place == texts.count || !texts[place].utf8.elementsEqual(text.utf8) else { return }
        texts.insert(text, at: place)
        if texts.count > Self.limit { texts.removeLast() }
    }
}

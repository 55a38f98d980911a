/// A few of many texts, as a sample: the least ones, so that the sample does not depend on their order.
public struct LeastTexts: Hashable, Sendable {
    /// The texts, sorted.
    public private(set) var texts: [String] = []

    /// The largest number of texts.
    public static let limit = 3

    /// Creates a sample without texts.
    public init() {}

    /// Adds a text, unless it is known or greater than all of a full sample.
    public mutating func insert(_ text: String) {
        let place = texts.firstIndex { $0 >= text } ?? texts.count
        guard place < Self.limit, place == texts.count || texts[place] != text else { return }
        texts.insert(text, at: place)
        if texts.count > Self.limit { texts.removeLast() }
    }
}

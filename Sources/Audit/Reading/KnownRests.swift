/// The rests of decisions that were read before: all that follows the members of a single load, in the spelling of
/// `JSONWriter`.
///
/// A decision begins with its time, identifier, listener and client. Many loads have the same rest, nine tenths of a line,
/// which says the kind of the load, its user and its test case. Rests are known by their hashes alone, so that their bytes
/// need not be kept.
struct KnownRests {
    private var places = HashPlaces()
    private var rests: [Rest] = []
    /// The users and test cases of rests, each once; the first one is empty.
    private var texts: [[UInt8]] = [[]]
    private var textPlaces: [ByteKey: Int32] = [ByteKey([]): 0]

    /// The largest number of rests. At this number all are forgotten.
    private let limit: Int
    /// The largest number of users and test cases. Rests with further ones are not kept.
    private static let textLimit = 16_384

    private struct Rest {
        var kind: Int32
        var user: Int32
        var label: Int32
    }

    /// Knows no rest yet.
    init(limit: Int = 1 << 17) {
        self.limit = limit
    }

    /// The place of a rest with a hash; nil if it is not known.
    func place(of hash: UInt64) -> Int? { places[hash] }

    /// The index of the kind of loads with a rest.
    func kind(of place: Int) -> Int { Int(rests[place].kind) }

    /// The user of loads with a rest; empty if there is none.
    func user(of place: Int) -> [UInt8] { texts[Int(rests[place].user)] }

    /// The test case of loads with a rest; empty if there is none.
    func label(of place: Int) -> [UInt8] { texts[Int(rests[place].label)] }

    /// Keeps a rest. Returns its place; nil if it is not kept.
    mutating func keep(_ hash: UInt64, kind: Int, user: [UInt8], label: [UInt8]) -> Int? {
        guard rests.count < limit, let user = place(ofText: user), let label = place(ofText: label) else { return nil }
        places.insert(rests.count, for: hash)
        rests.append(Rest(kind: Int32(kind), user: user, label: label))
        return rests.count - 1
    }

    /// Whether no further rest is kept.
    var isFull: Bool { rests.count >= limit }

    /// Forgets all rests.
    mutating func removeAll() {
        self = KnownRests(limit: limit)
    }

    private mutating func place(ofText text: [UInt8]) -> Int32? {
        let key = ByteKey(text)
        if let known = textPlaces[key] { return known }
        guard texts.count < Self.textLimit else { return nil }
        textPlaces[key] = Int32(texts.count)
        texts.append(text)
        return Int32(texts.count - 1)
    }
}

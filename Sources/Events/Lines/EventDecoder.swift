/// Decodes lines of recordings by a JSON decoder and a digest that the user provides, because this module needs neither
/// Foundation nor OpenSSL.
public struct EventDecoder {
    /// Decodes one line of JSON. A line for which an error is thrown counts as broken.
    public typealias Decode = (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent

    private let decode: Decode
    /// Computes SHA-256, for the identifiers of kinds of loads and of events.
    package let digest: ([UInt8]) -> [UInt8]

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - digest: Computes SHA-256.
    ///   - decode: Decodes one line of JSON.
    public init(digest: @escaping ([UInt8]) -> [UInt8], decode: @escaping Decode) {
        (self.digest, self.decode) = (digest, decode)
    }

    /// Decodes a line. Throws an error if it is not an event, or if an object in it has duplicate members.
    package func event(in text: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        var scanner = JSONScanner(text)
        try scanner.unambiguousValue()
        return try decode(text)
    }
}

extension JSONScanner {
    /// Skips a value of any kind. Throws an error if an object in it has two members with the same name, because their
    /// meaning is not defined (RFC 8259 §4).
    ///
    /// - Parameter depth: The number of objects and arrays around the value.
    mutating func unambiguousValue(depth: Int = 0) throws(Malformed) {
        if isAtObject() {
            guard depth <= Self.depthLimit else { throw Malformed() }
            var names = DistinctNames()
            try object { name, scanner throws(Malformed) in
                guard names.insert(name) else { throw Malformed() }
                try scanner.unambiguousValue(depth: depth + 1)
            }
        } else if isAtArray() {
            guard depth <= Self.depthLimit else { throw Malformed() }
            try array { scanner throws(Malformed) in try scanner.unambiguousValue(depth: depth + 1) }
        } else {
            try value()
        }
    }
}

/// The names of the members of one object, for the detection of duplicates.
private struct DistinctNames {
    /// Seeded 64-bit hashes of the first 32 names. Collisions are too improbable to be handled.
    private var few: [Int] = []
    /// The hashes of all names once there are more than 32; empty before. For fewer names, the search in an array is
    /// faster.
    private var many: Set<Int> = []

    /// Inserts a name. Returns false if it is a duplicate.
    mutating func insert(_ name: JSONScanner.Slice) -> Bool {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: name)))
        let hash = hasher.finalize()
        if few.count < 32 {
            guard !few.contains(hash) else { return false }
            few.append(hash)
            return true
        }
        if many.isEmpty { many = Set(few) }
        return many.insert(hash).inserted
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The line after its time, in the spelling of `JSONWriter`; in other spellings the whole line.
    package var withoutTime: Swift.Slice<UnsafeBufferPointer<UInt8>> {
        let start = #"{"time":""#.utf8.count
        let end = start + 24
        guard count > end, starts(with: #"{"time":""#.utf8), self[end] == UInt8(ascii: "\"") else { return self[...] }
        return self[end...]
    }

    /// A hash of a line of that kind after its time. Seeded 64-bit hashes collide so rarely that it need not be
    /// handled.
    ///
    /// The hash of facts does not depend on the bytes that were on the wire, in the spelling of `JSONWriter`. Each
    /// probe of a server has others, and a line of known facts need not be decoded.
    package func contentHash(of event: ScannedLine.Event) -> Int {
        var hasher = Hasher()
        var rest = withoutTime
        if event == .facts {
            var place = rest.startIndex
            while let start = firstIndex(of: UInt8(ascii: "{"), from: place) {
                place = start + 1
                guard let end = endOfExchange(from: start) else { continue }
                hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest[..<start])))
                rest = rest[end...]
                place = end
            }
        }
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)))
        return hasher.finalize()
    }

    /// The index behind the `HelloExchange` at an index; nil if there is something else.
    private func endOfExchange(from start: Int) -> Int? {
        var rest = self[start...]
        for name in [#"{"sent":""#, #"","received":""#] {
            guard rest.starts(with: name.utf8) else { return nil }
            let value = rest.dropFirst(name.utf8.count)
            rest = value.drop(while: \.isBase64)
            // Anything else would be an error of decoding.
            guard (rest.startIndex - value.startIndex) % 4 == 0 else { return nil }
        }
        return rest.starts(with: #""}"#.utf8) ? rest.startIndex + 2 : nil
    }
}

extension UInt8 {
    fileprivate var isBase64: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        case _: false
        }
    }
}

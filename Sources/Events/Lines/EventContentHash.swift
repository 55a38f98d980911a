extension UnsafeBufferPointer<UInt8> {
    /// The part of the line after the time, such as `","event":"label",…}`. A line that does not begin like those of
    /// `JSONWriter` is returned as a whole.
    package var withoutTime: Swift.Slice<UnsafeBufferPointer<UInt8>> {
        let start = #"{"time":""#.utf8.count
        // A time such as 2026-11-28T09:15:00.123Z has 24 characters.
        let end = start + 24
        guard count > end, starts(with: #"{"time":""#.utf8), self[end] == UInt8(ascii: "\"") else { return self[...] }
        return self[end...]
    }

    /// A hash of the line without its time. Collisions of seeded 64-bit hashes are too rare to be handled.
    ///
    /// The hash of facts leaves out the bytes of handshakes, if the line has the spelling of `JSONWriter`. These bytes
    /// differ in each probe of a server. A line with known facts therefore need not be decoded again.
    ///
    /// - Parameter event: The kind of the event in the line.
    package func contentHash(of event: ScannedLine.Event) -> Int {
        var hasher = Hasher()
        var unhashed = withoutTime
        if event == .facts {
            var searchStart = unhashed.startIndex
            while let start = firstIndex(of: UInt8(ascii: "{"), from: searchStart) {
                searchStart = start + 1
                guard let end = endOfExchange(from: start) else { continue }
                hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: unhashed[..<start])))
                unhashed = unhashed[end...]
                searchStart = end
            }
        }
        hasher.combine(bytes: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: unhashed)))
        return hasher.finalize()
    }

    /// The index after the `HelloExchange` that begins at an index, such as `{"sent":"FgMB…","received":"FgMD…"}`; nil
    /// if there is another value.
    private func endOfExchange(from start: Int) -> Int? {
        var remaining = self[start...]
        for name in [#"{"sent":""#, #"","received":""#] {
            guard remaining.starts(with: name.utf8) else { return nil }
            let value = remaining.dropFirst(name.utf8.count)
            remaining = value.drop(while: \.isBase64)
            // With another length, the value is not Base64, and the line must be decoded to report it.
            guard (remaining.startIndex - value.startIndex) % 4 == 0 else { return nil }
        }
        return remaining.starts(with: #""}"#.utf8) ? remaining.startIndex + 2 : nil
    }
}

extension UInt8 {
    /// Whether the byte is a character of Base64.
    fileprivate var isBase64: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        case _: false
        }
    }
}

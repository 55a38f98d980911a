/// Text prepared for a search of sentences: in lower case, with straight quotes and with single spaces.
struct PlainText {
    /// The text in UTF-8.
    private let bytes: [UInt8]

    /// Creates the prepared form of a text.
    init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "A"..."Z": bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case "\u{2018}", "\u{2019}": bytes.append(UInt8(ascii: "'"))
            case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": bytes.append(UInt8(ascii: "\""))
            case _ where scalar.properties.isWhitespace:
                if bytes.last != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
            case _: bytes += Array(String(scalar).utf8)
            }
        }
        self.bytes = bytes
    }

    /// Whether the text has the phrase, in any case.
    func contains(_ phrase: String) -> Bool { bytes.nextEnd(of: Array(phrase.lowercased().utf8), from: 0) != nil }

    /// The offsets of the ends of all occurrences of the phrase.
    func ends(of phrase: String) -> [Int] {
        let phrase = Array(phrase.lowercased().utf8)
        var ends: [Int] = []
        while let end = bytes.nextEnd(of: phrase, from: ends.last ?? 0) { ends.append(end) }
        return ends
    }

    /// The text from an offset on, at most the given number of bytes.
    func text(from start: Int, count: Int) -> String {
        String(decoding: bytes[start...].prefix(count), as: UTF8.self)
    }

    /// Whether the phrase stands immediately before an offset.
    func hasPhrase(_ phrase: String, before end: Int) -> Bool {
        bytes[..<end].suffix(phrase.utf8.count).elementsEqual(phrase.utf8)
    }
}

extension [UInt8] {
    /// The offset of the end of the first occurrence of the bytes that begins at `start` or later; nil if there is
    /// none.
    func nextEnd(of phrase: [UInt8], from start: Int) -> Int? {
        withUnsafeBufferPointer { bytes in
            guard let first = phrase.first, bytes.count >= phrase.count else { return nil }
            var index = start
            while index + phrase.count <= bytes.count {
                if bytes[index] == first, bytes[index..<(index + phrase.count)].elementsEqual(phrase) {
                    return index + phrase.count
                }
                index += 1
            }
            return nil
        }
    }
}

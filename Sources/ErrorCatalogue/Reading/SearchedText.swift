/// Text prepared for a search of English sentences: in lower case, with straight quotes and with single spaces.
struct PlainText {
    /// The text in UTF-8.
    private let bytes: [UInt8]

    /// Creates the prepared form of a text.
    init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            // A small letter of ASCII has the bit 0x20, and its capital has not.
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

/// Text prepared for a search of sentences in any language: only its letters and digits, in lower case. White space,
/// punctuation and the kind of quotes vary between logs, terminals and web pages.
struct LetterText {
    /// The letters and digits in UTF-8.
    private let bytes: [UInt8]

    /// Creates the letters and digits of a text.
    init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            let isDigit = ("0"..."9").contains(scalar)
            if isLetter || isDigit { bytes += Array(scalar.properties.lowercaseMapping.utf8) }
        }
        self.bytes = bytes
    }

    /// Whether the text has the letters and digits of the phrase.
    func contains(_ phrase: String) -> Bool { bytes.nextEnd(of: LetterText(phrase).bytes, from: 0) != nil }

    /// Whether the text has the letters and digits of one of the phrases.
    func contains(anyOf phrases: [String]) -> Bool { phrases.contains(where: contains) }

    /// The texts around the occurrences of a word, at most a hundred, because a log repeats its sentences. Each text is
    /// about two sentences: 300 bytes before the end of the word and 300 bytes after it.
    func surroundings(of word: String) -> [LetterText] {
        let word = LetterText(word).bytes
        var texts: [LetterText] = []
        var start = 0
        while texts.count < 100, let end = bytes.nextEnd(of: word, from: start) {
            texts.append(LetterText(slice: bytes[max(0, end - 300)..<min(bytes.count, end + 300)]))
            // An occurrence within 150 bytes is skipped. The last text has the 150 bytes behind it.
            start = end + 150
        }
        return texts
    }

    private init(slice: ArraySlice<UInt8>) { bytes = Array(slice) }
}

/// Text prepared for a search of sentences in any language: only its letters and digits, in lower case. White space,
/// punctuation and the kind of quotes vary between logs, terminals and web pages.
struct LetterText {
    private let bytes: [UInt8]

    init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "A"..."Z": bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case _:
                guard !scalar.isASCII, scalar.properties.isAlphabetic else { continue }
                bytes += Array(scalar.properties.lowercaseMapping.utf8)
            }
        }
        self.bytes = bytes
    }

    /// Whether the text has the letters and digits of the phrase.
    func contains(_ phrase: String) -> Bool { bytes.nextEnd(of: LetterText(phrase).bytes, from: 0) != nil }

    /// The texts around a word, about two sentences for each occurrence, at most a hundred.
    func surroundings(of word: String) -> [LetterText] {
        let word = LetterText(word).bytes
        var texts: [LetterText] = []
        var start = 0
        while texts.count < 100, let end = bytes.nextEnd(of: word, from: start) {
            texts.append(LetterText(slice: bytes[max(0, end - 300)..<min(bytes.count, end + 300)]))
            // The last text already covers occurrences near its word.
            start = end + 150
        }
        return texts
    }

    private init(slice: ArraySlice<UInt8>) { bytes = Array(slice) }
}

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

    /// The texts around the occurrences of a word, about two sentences each; at most a hundred.
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

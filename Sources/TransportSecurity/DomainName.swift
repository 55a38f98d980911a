/// A domain name as DNS and certificates spell it: ASCII, lower case, A-labels where it was international.
///
/// The mapping is that of UTS #46 as far as the standard library goes: lower case, full-width forms to ASCII, and
/// composition (NFC) for scripts whose letters have composed forms outside Hangul. Compatibility mappings (NFKC), the
/// Bidi rule and the contextual rules for joiners are not implemented: what needs them is refused or encoded as it is.
/// That is harmless for a proxy, to which clients send A-labels.
struct DomainName: Hashable {
    /// The name; a trailing dot stays.
    let text: String

    /// Reads a name; nil where it has an empty label, a label of more than 63 bytes, more than 253 bytes without a
    /// trailing dot (RFC 1035 §2.3.4), or a character that no name has.
    init?(_ text: String) {
        if Self.isFinal(text.utf8) {
            self.text = text
            return
        }
        var labels: [String] = []
        for label in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isDot) {
            guard let label = Self.label(String(label)) else { return nil }
            labels.append(label)
        }
        let significant = labels.count > 1 && labels.last == "" ? labels.dropLast() : labels[...]
        let length = significant.reduce(significant.count - 1) { $0 + $1.utf8.count }
        guard !significant.contains(""), length <= 253 else { return nil }
        self.text = labels.joined(separator: ".")
    }

    /// Whether the text is a name in its final spelling already, as nearly every name is that a client sends. False says
    /// nothing.
    static func isFinal(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 253 else { return false }
        var labelLength = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                labelLength += 1
                guard labelLength <= 63 else { return false }
            case UInt8(ascii: ".") where labelLength > 0:
                labelLength = 0
            case _:
                return false
            }
        }
        return labelLength > 0
    }

    /// The dots that UTS #46 takes for one: full stop, ideographic, full-width and half-width ideographic.
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
    }

    /// One label in its final spelling; empty stays empty.
    private static func label(_ text: String) -> String? {
        let mapped = text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : composed(narrowed(text).lowercased())
        guard mapped.unicodeScalars.allSatisfy(isPermitted) else { return nil }
        guard !mapped.utf8.allSatisfy({ $0 < 0x80 }) else { return mapped.utf8.count <= 63 ? mapped : nil }
        // RFC 5891 §4.2.3.2: a label does not begin with a mark, which would join what stands before the name.
        guard mapped.unicodeScalars.first?.isMark == false else { return nil }
        guard let encoded = Punycode.encode(mapped), encoded.utf8.count <= 59 else { return nil }
        return "xn--" + encoded
    }

    /// Letters, digits and hyphen; the underscore besides, which service names have (RFC 8552) and clients look up.
    /// Beyond ASCII whatever is visible: letters, marks, digits, and the symbols that registries once admitted.
    private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "-", "_": return true
        case "\0"..."\u{7F}": return false
        case _: break
        }
        guard !scalar.properties.isDefaultIgnorableCodePoint, !scalar.properties.isWhitespace else { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber,
            .otherSymbol, .otherPunctuation, .letterNumber, .mathSymbol, .titlecaseLetter, .uppercaseLetter:
            return true
        case .enclosingMark, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .currencySymbol, .modifierSymbol,
            .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate, .privateUse,
            .unassigned:
            return false
        @unknown default:
            return false
        }
    }
}

extension DomainName {
    /// Full-width ASCII (U+FF01 to U+FF5E) as the ASCII that it looks like.
    private static func narrowed(_ text: String) -> String {
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isWide = (0xFF01...0xFF5E).contains(scalar.value)
            narrow.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        return String(narrow)
    }

    /// Each character in its composed form. `Character` compares by canonical equivalence, so a table of composed
    /// letters finds them from any spelling.
    private static func composed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for character in text {
            if let letter = letters[character] {
                result.append(letter)
            } else {
                result.append(contentsOf: character.unicodeScalars)
            }
        }
        return String(result)
    }

    /// The letters of Latin, Greek, Cyrillic, Hebrew and Arabic, and of the Indic and kana blocks.
    private static let letters: [Character: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [0xC0...0xDFF, 0x1E00...0x1FFF, 0x3040...0x30FF]
        let scalars = blocks.joined().compactMap(Unicode.Scalar.init).filter { $0.properties.isAlphabetic }
        // Two code points may be canonically the same letter; the normal form is the lower one, which comes first.
        return Dictionary(scalars.map { (Character($0), $0) }, uniquingKeysWith: { first, _ in first })
    }()
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        case _: return false
        }
    }
}

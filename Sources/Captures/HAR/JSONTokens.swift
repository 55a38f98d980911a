/// Reads JSON (RFC 8259) from pieces of any size, without keeping more than the beginning of one string.
///
/// The reader also accepts some malformed texts, such as those with too many commas. The limits hold for every input.
struct JSONTokens {
    private var state = State.between
    /// The string or literal that is being read.
    private var text: [UInt8] = []
    /// Whether the next string is the name of a member.
    private var isKey = false
    /// The number of digits of the present `\u` escape that are still to be read.
    private var pendingUnicodeDigits = 0
    /// The value of the digits of the present `\u` escape.
    private var unicode: UInt32 = 0
    /// The open objects and arrays, outermost first.
    private var openContainers: [Container] = []
    /// The first half of a surrogate pair, whose second half may be the next escape; nil for none.
    private var leadingSurrogate: UInt16?
    /// The number of bytes that were read, which is the offset of the malformed byte if there is one.
    private(set) var offset: Int64 = 0

    private enum Container { case object, array }

    /// A part of the JSON.
    enum Token {
        case beginObject
        case endObject
        case beginArray
        case endArray
        /// The name of the next member.
        case name([UInt8])
        /// A string other than a name, with its escapes replaced. Only its first `textLimit` bytes are kept.
        case text([UInt8])
        /// A number, `true`, `false` or `null`, as it is spelled.
        case literal([UInt8])
    }

    /// The error for bytes that are not JSON.
    struct Malformed: Error {}

    /// The largest number of bytes of a string or literal that are kept.
    static let textLimit = 8192
    /// The largest number of objects and arrays within one another.
    static let depthLimit = 64

    private enum State {
        /// Between strings and literals.
        case between
        /// Within a string.
        case text
        /// Behind a backslash.
        case escape
        /// Within the digits of a `\u` escape.
        case unicode
        /// Within a literal.
        case literal
    }

    /// Whether all that was begun has ended.
    var isComplete: Bool { openContainers.isEmpty && state == .between }

    /// Reads the next piece. Throws an error at the first byte that cannot be JSON.
    mutating func read(_ piece: UnsafeBufferPointer<UInt8>, each: (Token) -> Void) throws(Malformed) {
        var offset = 0
        defer { self.offset += Int64(offset) }
        let bytes = piece.span
        while offset < bytes.count {
            let byte = bytes[offset]
            switch state {
            case .between: try readBetween(byte, each: each)
            case .text: readText(bytes, at: &offset, each: each)
            case .escape: try readEscape(byte)
            case .unicode: try readUnicode(byte)
            case .literal:
                guard Self.isLiteral(byte) else {
                    endLiteral(each: each)
                    // The byte is read again, in the new state.
                    continue
                }
                append(byte)
            }
            offset += 1
        }
    }

    private mutating func readBetween(_ byte: UInt8, each: (Token) -> Void) throws(Malformed) {
        switch Mark(rawValue: byte) {
        case .space, .tab, .lineFeed, .carriageReturn: return
        case .beginObject: try begin(.object, each: each)
        case .beginArray: try begin(.array, each: each)
        case .endObject: try end(.object, each: each)
        case .endArray: try end(.array, each: each)
        case .comma: isKey = openContainers.last == .object
        case .colon: isKey = false
        case .quote: state = .text
        case nil:
            // Nothing would show the end of a literal at the top.
            guard Self.isLiteral(byte), !openContainers.isEmpty else { throw Malformed() }
            state = .literal
            append(byte)
        }
    }

    /// A byte between strings and literals.
    private enum Mark: UInt8 {
        case space = 0x20
        case tab = 0x09
        case lineFeed = 0x0A
        case carriageReturn = 0x0D
        case beginObject = 0x7B
        case endObject = 0x7D
        case beginArray = 0x5B
        case endArray = 0x5D
        case comma = 0x2C
        case colon = 0x3A
        case quote = 0x22
    }

    private mutating func begin(_ container: Container, each: (Token) -> Void) throws(Malformed) {
        guard openContainers.count < Self.depthLimit else { throw Malformed() }
        openContainers.append(container)
        isKey = container == .object
        each(container == .object ? .beginObject : .beginArray)
    }

    private mutating func end(_ container: Container, each: (Token) -> Void) throws(Malformed) {
        guard openContainers.popLast() == container else { throw Malformed() }
        isKey = false
        each(container == .object ? .endObject : .endArray)
    }

    /// Reads up to the end of the string or the next escape. Leaves the offset at the last byte that was read.
    private mutating func readText(_ bytes: Span<UInt8>, at offset: inout Int, each: (Token) -> Void) {
        while true {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\\") { return state = .escape }
            endSurrogate()
            if byte == UInt8(ascii: "\"") { return endText(each: each) }
            append(byte)
            guard offset + 1 < bytes.count else { return }
            offset += 1
        }
    }

    private mutating func endText(each: (Token) -> Void) {
        state = .between
        each(isKey ? .name(text) : .text(text))
        text.removeAll(keepingCapacity: true)
    }

    private mutating func endLiteral(each: (Token) -> Void) {
        state = .between
        each(.literal(text))
        text.removeAll(keepingCapacity: true)
    }

    private mutating func readEscape(_ byte: UInt8) throws(Malformed) {
        state = .text
        if byte != UInt8(ascii: "u") { endSurrogate() }
        if "\"\\/".utf8.contains(byte) {
            append(byte)
        } else if "nrtbf".utf8.contains(byte) {
            // A space stands for each control character, because no value that is used has one.
            append(0x20)
        } else if byte == UInt8(ascii: "u") {
            (state, pendingUnicodeDigits, unicode) = (.unicode, 4, 0)
        } else {
            throw Malformed()
        }
    }

    private mutating func readUnicode(_ byte: UInt8) throws(Malformed) {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
        unicode = unicode << 4 | UInt32(digit)
        pendingUnicodeDigits -= 1
        guard pendingUnicodeDigits == 0 else { return }
        state = .text
        append(codeUnit: UInt16(truncatingIfNeeded: unicode))
    }

    /// Appends the character of a code unit in UTF-16, or keeps the first half of a surrogate pair.
    private mutating func append(codeUnit unit: UInt16) {
        if let first = leadingSurrogate, UTF16.isTrailSurrogate(unit) {
            leadingSurrogate = nil
            append(characters: String(decoding: [first, unit], as: UTF16.self))
            return
        }
        endSurrogate()
        guard !UTF16.isLeadSurrogate(unit) else { return leadingSurrogate = unit }
        append(characters: String(decoding: [unit], as: UTF16.self))
    }

    /// Replaces a first half without a second one by U+FFFD.
    private mutating func endSurrogate() {
        guard leadingSurrogate != nil else { return }
        leadingSurrogate = nil
        append(characters: "\u{FFFD}")
    }

    /// Appends text, of which no part of a character is kept.
    private mutating func append(characters: String) {
        guard text.count + characters.utf8.count <= Self.textLimit else { return }
        text += characters.utf8
    }

    private mutating func append(_ byte: UInt8) {
        if text.count < Self.textLimit { text.append(byte) }
    }

    /// Whether a literal may have the byte. Some makers write the numbers `NaN` and `Infinity`.
    private static func isLiteral(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || "EIN+-.".utf8.contains(byte)
    }
}

import InternetNames

/// Writes text as a JSON string (RFC 8259 §7) that is safe to show in a terminal, a pager or a browser.
///
/// Besides the characters that JSON requires, all characters are escaped that are not visible
/// (`Unicode.Scalar.isVisible`). Each byte that is not part of well-formed UTF-8 becomes U+FFFD.
enum JSONEscape {
    /// Appends the text in quotes, and the byte `end`: the comma that `JSONWriter` writes after each value.
    static func append(_ text: UnsafeBufferPointer<UInt8>, end: UInt8, to bytes: inout ByteBuffer) {
        var position = 0
        // The closure returns the number of bytes that it has written.
        bytes.append(atMost: text.count + 3) { room in
            room[0] = UInt8(ascii: "\"")
            position = copyPlain(text, to: room + 1)
            // Only the opening quote and the plain bytes are written here; `appendRest` writes the rest.
            guard position == text.count else { return position + 1 }
            room[position + 1] = UInt8(ascii: "\"")
            room[position + 2] = end
            return position + 3
        }
        if position < text.count { appendRest(of: text, from: position, end: end, to: &bytes) }
    }

    /// Appends the text from its first character that is not plain, the closing quote, and the byte `end`.
    private static func appendRest(
        of text: UnsafeBufferPointer<UInt8>, from start: Int, end: UInt8, to bytes: inout ByteBuffer
    ) {
        var position = start
        while position < text.count {
            position += append(scalarAt: position, of: text, to: &bytes)
            let rest = UnsafeBufferPointer(rebasing: text[position...])
            bytes.append(atMost: rest.count) { room in
                let length = copyPlain(rest, to: room)
                position += length
                return length
            }
        }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(end)
    }

    /// Copies the bytes at the beginning that are ASCII and need no escape. Returns their number.
    private static func copyPlain(_ text: UnsafeBufferPointer<UInt8>, to room: UnsafeMutablePointer<UInt8>) -> Int {
        let source = UnsafeRawBufferPointer(text)
        var position = 0
        while text.count >= 8, position < text.count {
            // The last eight bytes may overlap the eight before them. No remainder is left.
            let start = min(position, text.count - 8)
            let eight = source.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            guard isPlain(eight) else { break }
            UnsafeMutableRawPointer(room + start).storeBytes(of: eight, as: UInt64.self)
            position = start + 8
        }
        while position < text.count, isPlain(text[position]) {
            room[position] = text[position]
            position += 1
        }
        return position
    }

    /// Whether a byte is an ASCII character that needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte < 0x7F
    }

    /// Whether all of eight bytes are plain (Mycroft's test for a zero byte). A borrow may mark a plain byte next to
    /// one that is not plain, which does not change the result for all eight.
    private static func isPlain(_ bytes: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        func zeroes(_ bytes: UInt64) -> UInt64 { (bytes &- ones) & ~bytes }
        let controls = (bytes &- ones &* 0x20) & ~bytes
        let quotes = zeroes(bytes ^ ones &* 0x22) | zeroes(bytes ^ ones &* 0x5C)
        return (bytes | controls | quotes | zeroes(bytes ^ ones &* 0x7F)) & highs == 0
    }

    /// Appends the scalar at `position`, escaped if necessary. Returns the number of bytes of the text that it takes.
    private static func append(
        scalarAt position: Int, of text: UnsafeBufferPointer<UInt8>, to bytes: inout ByteBuffer
    ) -> Int {
        guard text[position] >= 0x80 else {
            append(ascii: text[position], to: &bytes)
            return 1
        }
        let (scalar, length) = decoded(text, at: position)
        if let scalar, scalar.isVisible {
            bytes.append(UnsafeBufferPointer(rebasing: text[position..<(position + length)]))
        } else {
            append(escaped: scalar ?? "\u{FFFD}", to: &bytes)
        }
        return length
    }

    /// Appends an ASCII character that is not plain, as an escape such as `\n` or `\u001b`.
    private static func append(ascii byte: UInt8, to bytes: inout ByteBuffer) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0D: letter = UInt8(ascii: "r")
        case 0x09: letter = UInt8(ascii: "t")
        case _: return append(escaped: Unicode.Scalar(byte), to: &bytes)
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }

    /// Appends a scalar as an escape such as `\u2028`, or as the two escapes of its surrogate pair in UTF-16.
    private static func append(escaped scalar: Unicode.Scalar, to bytes: inout ByteBuffer) {
        let codeUnits = UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter
        for unit in codeUnits {
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] as [UInt16] {
                let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }

    /// The scalar at `start` and its length in bytes; nil and 1 if the bytes are malformed (RFC 3629 §4).
    private static func decoded(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> (Unicode.Scalar?, Int) {
        let lead = text[start]
        let length: Int
        let least: UInt32
        var value: UInt32
        switch lead {
        case 0xC2...0xDF: (length, least, value) = (2, 0x80, UInt32(lead & 0x1F))
        case 0xE0...0xEF: (length, least, value) = (3, 0x800, UInt32(lead & 0x0F))
        case 0xF0...0xF4: (length, least, value) = (4, 0x10000, UInt32(lead & 0x07))
        case _: return (nil, 1)
        }
        guard text.count - start >= length else { return (nil, 1) }
        for offset in 1..<length {
            let byte = text[start + offset]
            guard byte & 0xC0 == 0x80 else { return (nil, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // Overlong forms are below `least`. Surrogates and values above U+10FFFF are not scalars.
        guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
        return (scalar, length)
    }
}

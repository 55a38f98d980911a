import Events

/// A line of a device's log: its message, and the process that wrote it.
///
/// The forms are those that Apple's `log show` prints: one JSON object a line (`--style ndjson`), and text in the
/// styles `default`, `syslog` and `compact`. Two examples, each with the process `mdmclient`:
///
///     {"processImagePath":"\/usr\/libexec\/mdmclient","eventMessage":"Error [ATS violation]: …"}
///     2026-11-20 10:00:00.000 E  mdmclient[123:4567] [com.apple.network:boringssl] Error [ATS violation]: …
struct DeviceLogLine {
    /// The message. In text, the whole line.
    var message: String
    /// The name of the process; nil if the line names none.
    var process: String?

    /// Reads a line.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        if bytes.first == UInt8(ascii: "{"), let line = Self.json(bytes) {
            self = line
        } else {
            let text = String(decoding: bytes, as: UTF8.self)
            self.init(message: text, process: Self.process(in: text))
        }
    }

    /// Whether a line has a form of `log show`: a JSON object with a message, a part of such an object that takes
    /// several lines, or text that begins with a date.
    static func hasKnownForm(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "{"), json(bytes) != nil { return true }
        let start = String(decoding: bytes.prefix(40), as: UTF8.self)
        if start.contains("\"eventMessage\"") { return true }
        return beginsWithDate(start)
    }

    /// Whether a text begins with a year and a hyphen, as in `2026-11-20`.
    private static func beginsWithDate(_ text: String) -> Bool {
        let date = text.prefix(5)
        return date.count == 5 && date.hasSuffix("-") && date.dropLast().allSatisfy(\.isNumber)
    }

    private init(message: String, process: String?) {
        (self.message, self.process) = (message, process)
    }

    private static func json(_ bytes: UnsafeBufferPointer<UInt8>) -> DeviceLogLine? {
        var (message, path): (String?, String?)
        var scanner = JSONScanner(bytes)
        do throws(JSONScanner.Malformed) {
            try scanner.object { name, scanner throws(JSONScanner.Malformed) in
                if name.isEqual(to: "eventMessage") {
                    message = try scanner.optionalString { String(decoding: $0, as: UTF8.self) } ?? nil
                } else if name.isEqual(to: "processImagePath") {
                    path = try scanner.optionalString { String(decoding: $0, as: UTF8.self) } ?? nil
                } else {
                    try scanner.value()
                }
            }
        } catch {
            return nil
        }
        return message.map { DeviceLogLine(message: $0, process: path?.split(separator: "/").last.map(String.init)) }
    }

    /// The process of a line of text: the word before `[NUMBER`, or the word that ends in a colon before the message.
    ///
    /// A line that does not begin with a date begins with its process or its message, in which other words may have a
    /// colon.
    private static func process(in text: String) -> String? {
        let words = text.prefix(200).split(separator: " ")
        for word in words.prefix(beginsWithDate(text) ? 10 : 1) {
            if let bracket = word.firstIndex(of: "["), word[bracket...].dropFirst().first?.isNumber == true {
                return isName(word[..<bracket]) ? String(word[..<bracket]) : nil
            }
            if word.hasSuffix(":"), isName(word.dropLast()) { return String(word.dropLast()) }
        }
        return nil
    }

    private static func isName(_ word: Substring) -> Bool {
        word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
    }
}

/// A fast test for lines that may be about a failure of TLS. Each such line has one of a few texts.
enum DeviceLogMarks {
    private struct Mark {
        /// The text in lower case.
        let text: [UInt8]
        /// The index of a rare letter in the text. The text is compared only where a line has this letter.
        let anchor: Int

        init(_ text: String, anchor: Int) {
            (self.text, self.anchor) = (Array(text.utf8), anchor)
        }
    }

    private static let marks = [
        Mark("violation]", anchor: 0), Mark("ats violation", anchor: 4), Mark("trust evaluate failure:", anchor: 7),
        Mark("cleartext http connection to", anchor: 7), Mark("nsurlerrordomain", anchor: 2),
    ]
    private static let anchors = Set(marks.map { $0.text[$0.anchor] }).sorted()

    /// Whether a line may be about a failure. Most lines of a log are not, and a log may have gigabytes.
    static func mayConcern(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        // Local copies spare the check at each byte whether the statics are initialized.
        let (marks, anchors) = (marks, anchors)
        for index in line.indices where anchors.contains(line[index] | 0x20) {
            for mark in marks where has(mark, in: line, at: index - mark.anchor) { return true }
        }
        return false
    }

    private static func has(_ mark: Mark, in line: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard start >= 0, line.count - start >= mark.text.count else { return false }
        for offset in mark.text.indices where lower(line[start + offset]) != mark.text[offset] { return false }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }
}

import Events

/// A line of a device's log: its message, and the process that wrote it.
///
/// The forms are those that Apple's `log show` prints: one JSON object a line (`--style ndjson`), and text in the
/// styles `default`, `syslog` and `compact`.
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

    /// Whether a line has a form of `log show`: a JSON object with a message, also of several lines, or text that
    /// begins with a date.
    static func hasKnownForm(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "{"), json(bytes) != nil { return true }
        let start = String(decoding: bytes.prefix(40), as: UTF8.self)
        if start.contains("\"eventMessage\"") { return true }
        return beginsWithDate(start)
    }

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

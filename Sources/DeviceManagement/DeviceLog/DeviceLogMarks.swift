/// The texts of which a line of a device's log about a failure has at least one.
enum DeviceLogMarks {
    private struct Mark {
        /// The text in lower case.
        let text: [UInt8]
        /// The index of a rare letter, at which a comparison begins.
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
        // Local copies spare a check at each byte, because statics are initialized at their first use.
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

import Events
import JSONWriting

/// The last line of a condensed recording: `{"event":"end","lines":7}`. A recording without this line was cut off.
public struct CondensedEnd: Equatable, Sendable {
    /// The number of lines before this one.
    public var lines = 0

    /// Creates the line that follows a number of lines.
    public init(lines: Int) {
        self.lines = lines
    }

    /// Reads the line. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var number: Int?
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "lines") {
                number = try scanner.count()
            } else {
                try scanner.value()
            }
        }
        try scanner.end()
        guard let number else { throw JSONScanner.Malformed() }
        lines = number
    }

    /// The line.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("end")
            json.member("lines", lines)
        }
        return json.bytes
    }
}

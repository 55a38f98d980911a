import JSONWriting

/// The first line of a condensed recording: `{"event":"condensed","version":1}`.
public struct CondensedHeader: Hashable, Sendable {
    /// The version of the format.
    public var version = Self.knownVersion
    /// Whether loads of several recordings are counted together, as in an export of a store. Such a recording cannot be
    /// merged, and is not read together with a recording that it counts.
    public var isAddedUp = false

    /// The version that is written, and the newest one that is read.
    public static let knownVersion = 1

    /// Creates the line of a recording in the newest version.
    public init(isAddedUp: Bool = false) {
        self.isAddedUp = isAddedUp
    }

    /// Reads the line. Throws an error if it is not the first line of a condensed recording.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var event = false
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "event") {
                event = try scanner.value().isEqual(to: #""condensed""#)
            } else if name.isEqual(to: "version") {
                version = try scanner.count()
            } else if name.isEqual(to: "isAddedUp") {
                isAddedUp = try scanner.boolean()
            } else {
                try scanner.value()
            }
        }
        try scanner.end()
        guard event else { throw JSONScanner.Malformed() }
    }

    /// The line.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain("condensed")
            json.member("version", version)
            if isAddedUp { json.member("isAddedUp", true) }
        }
        return json.bytes
    }

    /// Whether this program reads recordings of the version.
    public var isKnown: Bool { version <= Self.knownVersion }

    /// Why a recording of an unknown version is not read, after its name.
    public var fault: String { "is a condensed recording of version \(version), which only a newer atsproxy reads" }

    /// The first line of a condensed recording; nil if a recording that begins with the bytes, up to a line feed, is none.
    public static func beginning(_ bytes: UnsafeBufferPointer<UInt8>) -> CondensedHeader? {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return line.count < 256 ? try? CondensedHeader(UnsafeBufferPointer(rebasing: line)) : nil
    }
}

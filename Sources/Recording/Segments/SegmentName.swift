import TransportSecurity

/// The name of a segment's file: the time at which the segment was begun, in UTC, and the name of the proxy, such as
/// `20261123T091500.123Z-lab-3.jsonl`. The names of a proxy's segments are ordered by time.
struct SegmentName: Hashable, Sendable {
    /// The name while the segment is written, and until it is compressed.
    let file: String

    /// Creates the name of a segment that a proxy begins at a time.
    init(of proxy: ProxyName, at time: Instant) {
        let digits = time.description.filter { $0 != "-" && $0 != ":" }
        file = "\(digits)-\(proxy)\(RecordingDirectory.suffix)"
    }

    /// Reads the name of a file; nil if the file is not a segment of the proxy.
    init?(_ file: String, of proxy: ProxyName) {
        guard let stem = Self.stem(of: file, before: RecordingDirectory.suffix), Self.isStem(stem, of: proxy) else {
            return nil
        }
        self.file = file
    }

    /// Creates the name of the segment to which a temporary file of a compression belongs; nil if the file is not of
    /// that form, or belongs to another proxy.
    init?(temporary file: String, of proxy: ProxyName) {
        guard let stem = Self.stem(of: file, before: Self.temporarySuffix), Self.isStem(stem, of: proxy) else {
            return nil
        }
        self.file = stem + RecordingDirectory.suffix
    }

    /// The name once the segment is compressed.
    var compressed: String { file + ".gz" }

    /// The name of the compressed segment while it is written.
    var temporary: String { file + Self.temporarySuffix.dropFirst(RecordingDirectory.suffix.count) }

    /// The end of the names of temporary files. No reader treats files with this end as recordings.
    private static let temporarySuffix = RecordingDirectory.compressedSuffix + ".partial"

    /// The name without a suffix; nil if the name does not end with it.
    private static func stem(of file: String, before suffix: String) -> String? {
        file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : nil
    }

    /// The form of a time in the names of files. A zero stands for any digit.
    private static let timeForm = Array("00000000T000000.000Z".utf8)

    /// Whether a name without its suffix is a time and the name of the proxy.
    private static func isStem(_ stem: String, of proxy: ProxyName) -> Bool {
        let characters = Array(stem.utf8)
        guard characters.count > timeForm.count else { return false }
        let hasTime = zip(characters, timeForm).allSatisfy { matches($0, form: $1) }
        return hasTime && characters[timeForm.count...].elementsEqual("-\(proxy)".utf8)
    }

    private static func matches(_ character: UInt8, form: UInt8) -> Bool {
        guard form == UInt8(ascii: "0") else { return character == form }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }
}

extension SegmentName: Comparable {
    static func < (left: SegmentName, right: SegmentName) -> Bool {
        left.file.utf8.lexicographicallyPrecedes(right.file.utf8)
    }
}

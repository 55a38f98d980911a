import InternetNames
import TransportSecurity

extension OSSpan {
    /// Creates a span from its text: `ios18.1` is one version, `ios9...ios16` a range, and `ios17...` or `ios17-` a
    /// range to the newest version. A last version without a minor number has all of its updates.
    package init(text: String) throws(MalformedOSSpan) {
        guard let (begin, end) = Self.bounds(in: text) else {
            self.init(try Self.version(text[...]))
            return
        }
        let first = try Self.version(begin)
        guard !end.isEmpty else {
            self.init(from: first, through: VersionHistory.of(first.family).newest ?? first)
            return
        }
        let named = try Self.version(end)
        let last = end.contains(".") ? named : named.withUpdates
        guard first.family == last.family else {
            throw MalformedOSSpan("'\(text.visible())' mixes two systems; write a list, such as [ios17-, macos14-].")
        }
        guard first.version <= last.version else {
            throw MalformedOSSpan("'\(text.visible())' ends before it begins; write the older version first.")
        }
        self.init(from: first, through: last)
    }

    private static func bounds(in text: String) -> (begin: Substring, end: Substring)? {
        guard let mark = text.firstRange(of: "...") ?? text.firstRange(of: "-") else { return nil }
        return (text[..<mark.lowerBound], text[mark.upperBound...])
    }

    private static func version(_ name: Substring) throws(MalformedOSSpan) -> OSVersion {
        do throws(UnknownOSVersion) {
            return try OSVersion(name: String(name).visible())
        } catch {
            throw MalformedOSSpan(error.description)
        }
    }
}

/// The error for a text that names no span of versions.
package struct MalformedOSSpan: Error, Hashable, Sendable {
    /// The fault in one sentence.
    package let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

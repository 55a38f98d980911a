import InternetNames
import TransportSecurity

extension OSSpan {
    /// Creates a span from its text.
    ///
    /// - `ios18.1` is one version.
    /// - `ios18` is a major version with all of its updates, from `ios18.0` on.
    /// - `ios9...ios16`, or `ios9-ios16`, is a range from `ios9.0` to the last update of iOS 16.
    /// - `ios17...`, or `ios17-`, is a range to the newest version.
    package init(text: String) throws(MalformedOSSpan) {
        guard let (begin, end) = Self.bounds(in: text) else {
            self.init(from: try Self.first(text[...]), through: try Self.last(text[...]))
            return
        }
        let first = try Self.first(begin)
        guard !end.isEmpty else {
            self.init(from: first, through: VersionHistory.of(first.family).newest ?? first)
            return
        }
        let last = try Self.last(end)
        guard first.family == last.family else {
            throw MalformedOSSpan("'\(text.visible())' mixes two systems; write a list, such as [ios17-, macos14-].")
        }
        guard first.version <= last.version else {
            throw MalformedOSSpan("'\(text.visible())' ends before it begins; write the older version first.")
        }
        self.init(from: first, through: last)
    }

    /// The texts before and after the mark of a range; nil without a mark.
    private static func bounds(in text: String) -> (begin: Substring, end: Substring)? {
        guard let mark = text.firstRange(of: "...") ?? text.firstRange(of: "-") else { return nil }
        return (text[..<mark.lowerBound], text[mark.upperBound...])
    }

    /// The first version of a name: `ios18.0` for `ios18`.
    private static func first(_ name: Substring) throws(MalformedOSSpan) -> OSVersion {
        let version = try version(name)
        return name.contains(".") ? version : OSVersion(version.family, version.version.major)
    }

    /// The last version of a name: the last update of iOS 18 for `ios18`.
    private static func last(_ name: Substring) throws(MalformedOSSpan) -> OSVersion {
        let version = try version(name)
        return name.contains(".") ? version : version.withUpdates
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

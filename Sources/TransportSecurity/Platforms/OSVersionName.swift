extension OSVersion: CustomStringConvertible, LosslessStringConvertible {
    /// The version that `--os` names so; nil for a name that is none, and for a version that never existed.
    ///
    /// Minor numbers are not checked, because old systems still receive updates; a third number is read and dropped.
    public init?(_ name: String) {
        guard let version = OSVersion(spelling: name), version.isKnown else { return nil }
        self = version
    }

    /// The version that `--os` names so.
    public init(name: String) throws(UnknownOSVersion) {
        guard let version = OSVersion(name) else { throw UnknownOSVersion(name: name) }
        self = version
    }

    /// The name of the version, `ios26.4`, `ios26`; `ios12.0` in full, because `ios12` is 12.2.
    public var description: String {
        let bareName = "\(family.rawValue)\(version.major)"
        guard version.minor == Self.minor(ofBareMajor: version.major, in: family) else {
            return "\(bareName).\(version.minor)"
        }
        return version.minor == 0 ? bareName : "\(bareName).\(version.minor)"
    }

    /// The version of a name that has the right form, whether or not that version ever existed.
    init?(spelling name: String) {
        let lowercase = name.lowercased()
        guard let family = Family.allCases.first(where: { lowercase.hasPrefix($0.rawValue) }),
            let version = Version(
                digits: lowercase.dropFirst(family.rawValue.count),
                minorOfBareMajor: { Self.minor(ofBareMajor: $0, in: family) })
        else { return nil }
        self.init(family, version.major, version.minor)
    }

    /// Bare `ios12` is the 12.2 that brought TLS 1.3; every other bare number is its .0.
    private static func minor(ofBareMajor major: Int, in family: Family) -> Int {
        family == .ios && major == 12 ? 2 : 0
    }

    private var isKnown: Bool {
        if family == .macos && version.major == 10 { return (11...15).contains(version.minor) }
        return family.majors.contains { $0.contains(version.major) }
    }
}

extension OSVersion: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let version = OSVersion(spelling: name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(name) is not an OS version")
        }
        self = version
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A name that `--os` does not know.
public struct UnknownOSVersion: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given.
    public var name: String

    /// One sentence that lists what would be known.
    public var description: String {
        let newest = OSVersion.newest.version.major
        return "'\(name)' is not an OS version that has ATS; known are ios9 to ios18, macos10.11 to macos10.15, "
            + "macos11 to macos15, tvos9 to tvos18, watchos2 to watchos11, visionos1, visionos2, and 26 to \(newest) "
            + "of each, with a minor number where it matters, as in ios26.4; and system27, Apple's own processes."
    }
}

extension OSVersion.Version {
    /// Reads `26`, `26.4` or `10.15.7`, each number of one to three digits without a leading zero.
    init?(digits text: Substring, minorOfBareMajor: (Int) -> Int = { _ in 0 }) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Int? in
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                part == "0" || !part.hasPrefix("0")
            else { return nil }
            return Int(part)
        }
        guard let major = numbers.first, numbers.count == parts.count, numbers.count <= 3 else { return nil }
        self.init(major: major, minor: numbers.count > 1 ? numbers[1] : minorOfBareMajor(major))
    }
}

extension OSVersion.Family {
    /// The major numbers that were given out: each system its own until 2024, one for all from 26.
    fileprivate var majors: [ClosedRange<Int>] {
        let shared = 26...OSVersion.newest.version.major
        switch self {
        case .ios, .tvos: return [9...18, shared]
        case .macos: return [11...15, shared]
        case .watchos: return [2...11, shared]
        case .visionos: return [1...2, shared]
        case .system: return [27...OSVersion.newest.version.major]
        }
    }
}

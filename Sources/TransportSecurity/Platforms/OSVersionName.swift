extension OSVersion: CustomStringConvertible, LosslessStringConvertible {
    /// Creates the version that a value of `--os` names; nil if the name is malformed, or names a major version that
    /// never existed.
    ///
    /// Minor numbers are not checked, because old systems still receive updates. A third number is read and ignored.
    public init?(_ name: String) {
        guard let version = OSVersion(spelling: name), version.isKnown else { return nil }
        // iPadOS began with 13.
        guard version.version.major >= 13 || !name.lowercased().hasPrefix(Self.iPadOS) else { return nil }
        self = version
    }

    /// Creates the version that a value of `--os` names.
    public init(name: String) throws(UnknownOSVersion) {
        guard let version = OSVersion(name) else { throw UnknownOSVersion(name: name) }
        self = version
    }

    /// The name of the version, such as `ios26.4` or `ios26`. iOS 12.0 is `ios12.0`, because `ios12` names 12.2.
    public var description: String {
        let bareName = "\(family.rawValue)\(version.major)"
        guard version.minor == Self.minor(ofBareMajor: version.major, in: family) else {
            return "\(bareName).\(version.minor)"
        }
        return version.minor == 0 ? bareName : "\(bareName).\(version.minor)"
    }

    /// Creates a version from a well-formed name, whether or not that version ever existed.
    init?(spelling name: String) {
        var lowercase = name.lowercased()
        // iPadOS has the numbers and the rules of iOS.
        if lowercase.hasPrefix(Self.iPadOS) { lowercase.replaceSubrange(..<Self.iPadOS.endIndex, with: "ios") }
        guard let family = Family.allCases.first(where: { lowercase.hasPrefix($0.rawValue) }),
            let version = Version(
                digits: lowercase.dropFirst(family.rawValue.count),
                minorOfBareMajor: { Self.minor(ofBareMajor: $0, in: family) })
        else { return nil }
        self.init(family, version.major, version.minor)
    }

    private static let iPadOS = "ipados"

    /// The minor number of a name without one. `ios12` is 12.2, the first with TLS 1.3; any other major version stands
    /// for its .0.
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

/// A name that is not a value of `--os`.
public struct UnknownOSVersion: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name as given.
    public var name: String

    /// A sentence that lists the known names.
    public var description: String {
        let newest = OSVersion.newest.version.major
        return "'\(name)' is not an OS version that has ATS; known are ios9 to ios18, ipados13 to ipados18, "
            + "macos10.11 to macos10.15, macos11 to macos15, tvos9 to tvos18, watchos2 to watchos11, visionos1, visionos2, "
            + "and 26 to \(newest) of each, with a minor number where it matters, as in ios26.4; and system27, Apple's own "
            + "processes."
    }
}

extension OSVersion.Version {
    /// Creates a version from `26`, `26.4` or `10.15.7`, each number of one to three digits without a leading zero.
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
    /// The major versions that exist: each system counted by itself until 2024, and all systems share a number from 26.
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

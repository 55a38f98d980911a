/// A version of one of Apple's systems, in the spelling of `--os`, such as `ios26.4`, `macos10.15` or `visionos2`.
public struct OSVersion: Hashable, Sendable {
    /// The system.
    public var family: Family
    /// The version, major and minor.
    public var version: Version

    /// Creates a version of a system.
    public init(_ family: Family, _ major: Int, _ minor: Int = 0) {
        self.family = family
        version = Version(major: major, minor: minor)
    }

    /// The newest version whose rules this program implements.
    public static let newest = OSVersion(.ios, 27)

    /// Systems with ATS.
    public enum Family: String, CaseIterable, Sendable {
        case ios, macos, tvos, watchos, visionos
        /// Apple's own processes on all systems, such as device management and software update (Apple support article
        /// 126655). From version 27 on they are subject to ATS and FCP_v2.1 for every host, and read no app's policy.
        case system
    }

    /// A version number, compared by major and then by minor number.
    public struct Version: Hashable, Codable, Comparable, Sendable {
        /// The number before the first dot.
        public var major: Int
        /// The number after the first dot, 0 if there is none.
        public var minor: Int

        /// Creates a version number.
        public init(major: Int, minor: Int = 0) {
            self.major = major
            self.minor = minor
        }

        /// Whether the first version is older than the second.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }
    }
}

extension OSVersion {
    /// A version of iOS or iPadOS. Without a minor number, it is the .0; the first with TLS 1.3 is `.iOS(12, 2)`.
    public static func iOS(_ major: Int, _ minor: Int = 0) -> OSVersion { OSVersion(.ios, major, minor) }

    /// A version of macOS, such as `.macOS(10, 15)` or `.macOS(26)`.
    public static func macOS(_ major: Int, _ minor: Int = 0) -> OSVersion { OSVersion(.macos, major, minor) }

    /// A version of tvOS.
    public static func tvOS(_ major: Int, _ minor: Int = 0) -> OSVersion { OSVersion(.tvos, major, minor) }

    /// A version of watchOS.
    public static func watchOS(_ major: Int, _ minor: Int = 0) -> OSVersion { OSVersion(.watchos, major, minor) }

    /// A version of visionOS.
    public static func visionOS(_ major: Int, _ minor: Int = 0) -> OSVersion { OSVersion(.visionos, major, minor) }
}

/// A version of one of Apple's systems, as `--os` names it: `ios26.4`, `macos10.15`, `visionos2`.
public struct OSVersion: Hashable, Sendable {
    /// The system.
    public var family: Family
    /// The version, major and minor.
    public var version: Version

    /// A version of that system.
    public init(_ family: Family, _ major: Int, _ minor: Int = 0) {
        self.family = family
        version = Version(major: major, minor: minor)
    }

    /// The newest version that this program knows the rules of.
    public static let newest = OSVersion(.ios, 27)

    /// Systems that have ATS.
    public enum Family: String, CaseIterable, Sendable {
        case ios, macos, tvos, watchos, visionos
        /// Apple's own processes of every system, such as device management and software update (Apple support article
        /// 126655). They come under ATS and FCP_v2.1 from 27 on, whatever the host, and read no app's policy.
        case system
    }

    /// A version number, compared by its parts.
    public struct Version: Hashable, Comparable, Sendable {
        /// The number before the first dot.
        public var major: Int
        /// The number after it, 0 where there is none.
        public var minor: Int

        /// A version number of these parts.
        public init(major: Int, minor: Int = 0) {
            self.major = major
            self.minor = minor
        }

        /// Whether the first is older.
        public static func < (left: Version, right: Version) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }
    }
}

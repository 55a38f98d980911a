import Networking
import TransportSecurity

/// The directory, proxy name and limits of the segments that a proxy writes (`serve --events DIRECTORY/`).
public struct SegmentSettings: Hashable, Sendable {
    /// The path of the directory.
    public var directory: String
    /// The name of the proxy.
    public var proxy: ProxyName
    /// The size in bytes at which a segment ends. The line that reaches it is the last one.
    public var sizeLimit: Int
    /// The age in milliseconds at which a segment ends.
    public var ageLimit: Int64

    /// Creates settings, with the usual size of 64 MiB and age of one hour.
    public init(directory: String, proxy: ProxyName, sizeLimit: Int = 64 << 20, ageLimit: Int64 = 3_600_000) {
        self.directory = directory
        self.proxy = proxy
        self.sizeLimit = sizeLimit
        self.ageLimit = ageLimit
    }

    /// The permitted sizes: 64 KiB to 16 GiB.
    public static let permittedSizes = 1 << 16...1 << 34
    /// The permitted ages: a second to a week.
    public static let permittedAges: ClosedRange<Int64> = 1000...7 * 86_400_000

    /// The path of an entry of the directory.
    func path(_ name: String) -> String { directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)" }
}

/// The name of a proxy in segments and in their file names: 1 to 64 ASCII letters, digits, dots, underscores and
/// hyphens. The first character is a letter or digit.
public struct ProxyName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// The largest number of characters.
    public static let lengthLimit = 64

    /// Creates a name; nil if the text is not permitted.
    public init?(_ text: String) {
        guard (1...Self.lengthLimit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isPermitted),
            text.utf8.first.map(Self.isLetterOrDigit) == true
        else { return nil }
        self.text = text
    }

    /// Creates the name of a proxy from that of its machine, with hyphens in place of characters that are not
    /// permitted.
    public init(ofHost name: String) {
        let characters = name.utf8.map { Self.isPermitted($0) ? $0 : UInt8(ascii: "-") }
        let text = characters.drop { !Self.isLetterOrDigit($0) }.prefix(Self.lengthLimit)
        self.text = text.isEmpty ? "proxy" : String(decoding: text, as: UTF8.self)
    }

    private static func isLetterOrDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            return true
        case _: return false
        }
    }

    private static func isPermitted(_ character: UInt8) -> Bool {
        isLetterOrDigit(character) || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(character)
    }
}

extension ProxyName: CustomStringConvertible {
    public var description: String { text }
}

/// The clocks of a writer of events, which tests replace.
struct SegmentClock: Sendable {
    /// The time of day, for names and events.
    var now: @Sendable () -> Instant = { WallClock.now }
    /// Milliseconds of a monotonic clock, for ages.
    var elapsed: @Sendable () -> Int64 = { WallClock.elapsedMilliseconds }
}

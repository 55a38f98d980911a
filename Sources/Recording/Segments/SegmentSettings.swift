/// The directory, name and limits of a proxy's segments.
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

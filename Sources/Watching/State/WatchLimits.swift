/// The version and the bounds of a file of states.
public enum WatchLimits {
    /// The version that this program writes. Newer ones are not read.
    public static let version = 1
    /// The largest number of servers.
    public static let servers = 100_000
    /// The largest number of former certificates of a server.
    public static let formerCertificates = 16
    /// The largest size of the file in bytes.
    public static let bytes = 512 << 20
}

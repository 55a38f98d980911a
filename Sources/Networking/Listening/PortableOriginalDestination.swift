#if !os(Linux) || PORTABLE
extension OriginalDestination {
    /// Whether this system hands over such connections. Darwin's packet filter tells the original destination only to
    /// root, by `DIOCNATLOOK`, and the header that declares this request is not in Apple's SDK.
    public static let isSupported = false

    /// The address that the client of an accepted connection connected to, which is the local one; nil if the
    /// connection is closed.
    public static func address(of descriptor: Int32) -> SocketAddress? { SocketAddress(localEndOf: descriptor) }

    /// Returns false: this system cannot let a socket accept connections to addresses of other machines.
    @discardableResult
    static func acceptForeignAddresses(_ descriptor: Int32, _ family: Int32) -> Bool { false }
}
#endif

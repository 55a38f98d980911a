/// What the end of a load adds to the numbers of its kind.
public struct LiveEnd: Hashable, Sendable {
    /// The number of bytes from the client.
    public var bytesFromClient: Int64
    /// The number of bytes from the server.
    public var bytesFromServer: Int64
    /// Whether the load ended as if the device itself had refused the server.
    public var isRefusal: Bool

    /// Creates what a recorded end says.
    public init(_ event: borrowing ClosedEvent) {
        bytesFromClient = event.bytesFromClient
        bytesFromServer = event.bytesFromServer
        isRefusal = event.clientRefusal != nil
    }
}

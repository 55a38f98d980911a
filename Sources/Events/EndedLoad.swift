import JSONWriting

/// The end of a load that came before the decision. This occurs in the mode `observe`, in which loads do not wait for a
/// probe.
public struct EndedLoad: Hashable, Decodable, Sendable {
    /// The number of bytes from the client.
    public var bytesFromClient: Int64
    /// The number of bytes from the server.
    public var bytesFromServer: Int64
    /// Whether the load ended as if the device itself had refused the server.
    public var clientRefusal: Bool

    /// Creates an end.
    public init(bytesFromClient: Int64, bytesFromServer: Int64, clientRefusal: Bool = false) {
        (self.bytesFromClient, self.bytesFromServer) = (bytesFromClient, bytesFromServer)
        self.clientRefusal = clientRefusal
    }

    /// Creates the end from a recorded event.
    public init(_ event: borrowing ClosedEvent) {
        self.init(
            bytesFromClient: event.bytesFromClient, bytesFromServer: event.bytesFromServer,
            clientRefusal: event.clientRefusal != nil)
    }
}

extension EndedLoad: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bytesFromClient", bytesFromClient)
            json.member("bytesFromServer", bytesFromServer)
            json.member("clientRefusal", clientRefusal)
        }
    }
}

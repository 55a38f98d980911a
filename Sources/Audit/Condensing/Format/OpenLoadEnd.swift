/// The end of a load in a condensed recording.
struct OpenLoadEnd: Hashable, Sendable {
    /// The load.
    var load = LoadID()
    /// The number of bytes from the client.
    var fromClient: Int64 = 0
    /// The number of bytes from the server.
    var fromServer: Int64 = 0
    /// Whether it ended as if the device itself had refused the server.
    var hasClientRefusal = false

    /// Creates the end of a load.
    init(load: LoadID, fromClient: Int64, fromServer: Int64, hasClientRefusal: Bool) {
        (self.load, self.fromClient, self.fromServer) = (load, fromClient, fromServer)
        self.hasClientRefusal = hasClientRefusal
    }

    /// Reads a line `ended`. Throws an error if it is malformed.
    init(_ line: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(line)
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "id") {
                load = try scanner.loadID()
            } else if name.isEqual(to: "bytesFromClient") {
                fromClient = try scanner.nonNegativeInteger()
            } else if name.isEqual(to: "bytesFromServer") {
                fromServer = try scanner.nonNegativeInteger()
            } else if name.isEqual(to: "clientRefusal") {
                hasClientRefusal = try scanner.boolean()
            } else {
                try scanner.value()
            }
        }
        guard load != LoadID() else { throw JSONScanner.Malformed() }
    }
}

/// The bytes of a server are not a valid response.
public struct MalformedResponse: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}

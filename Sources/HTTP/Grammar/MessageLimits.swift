/// The limits on the sizes of heads, fields and framing, in bytes.
public struct MessageLimits: Hashable, Sendable {
    /// The size of a message head with its start line. A larger one is answered with 431.
    public var head = 65_536
    /// The size of a start line. A longer one is answered with 414.
    public var startLine = 16_384
    /// The number of fields in a head or trailer section. More are answered with 431.
    public var fieldCount = 200
    /// The size of the trailer section of a chunked body.
    public var trailers = 16_384
    /// The size of all chunk extensions of a body together.
    public var chunkExtensions = 16_384
    /// The number of interim responses (1xx) before the final one.
    public var interimResponses = 32

    /// Creates the default limits.
    public init() {}
}

/// The strictness with which a response is read.
public enum ResponseGrammar: Sendable {
    /// RFC 9112 decides. Where it permits a recipient to refuse a response or to mend it, the response is refused.
    case strict
    /// Forms that lenient clients such as curl accept are mended, and forwarded responses meet RFC 9112. The mode
    /// `observe` reads responses in this way, because an app should get the responses that it would get without a
    /// proxy.
    ///
    /// A response whose length two recipients could read in two ways is refused in any case: different lengths, an
    /// unknown transfer coding, and a NUL in the head. A connection whose response was mended is not used again.
    case lenient
}

/// The error for bytes of a server that are not a valid response.
public struct MalformedResponse: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}

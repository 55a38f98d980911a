import TransportSecurity

/// The strictness with which a response is read.
enum ResponseGrammar: Sendable {
    /// RFC 9112 decides. Where it permits a recipient to refuse a response or to mend it, the response is refused.
    case strict
    /// Forms that lenient clients such as curl accept are mended. Forwarded responses thus meet RFC 9112. The mode
    /// `observe` reads responses in this way, because it changes nothing that an app would get without a proxy.
    ///
    /// A response whose length two recipients could read in two ways is refused in any case: different lengths, an
    /// unknown transfer coding, and a NUL in the head. A connection whose response was mended is not used again.
    case lenient
}

extension Permit {
    /// The strictness with which the response to a permitted request is read.
    var grammar: ResponseGrammar {
        switch mode {
        case .enforce: .strict
        case .observe: .lenient
        }
    }
}

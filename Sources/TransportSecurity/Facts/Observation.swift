import InternetNames

/// The result of the probe of one destination. Together with requirements and time, this is the whole input of the
/// rules.
public enum Observation: Hashable, Sendable {
    /// The load uses cleartext, `http:` or `ws:`, and has no handshake.
    case cleartext(Load.Scheme)
    /// The server answered a hello, either with the judging offer or, if the server refused that, with the first
    /// accepted offer of `RelaxedOffers`; `Handshake.isComplete` tells whether the handshake ended. Rules rely on this
    /// order: the result of a relaxed offer is the server's best. The case is indirect because the values are large and
    /// are copied often.
    indirect case secure(Handshake, ChainEvaluation)
    /// Certificates without a handshake, such as from a file. Of the rules about handshakes, only that on keys
    /// applies.
    case certificates(ChainEvaluation)
    /// No offer led to a handshake; the failure is that of the judging offer.
    case noHandshake(HandshakeFailure)
}

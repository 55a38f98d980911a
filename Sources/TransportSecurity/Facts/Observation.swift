/// What was found out about one destination: the whole input of the rules, besides policy, OS and time.
public enum Observation: Hashable, Sendable {
    /// The load goes in cleartext, `http:` or `ws:`; there is no handshake to look at.
    case cleartext
    /// A handshake succeeded, with the judging hello or with a relaxed one that says why that failed.
    case secure(Handshake, ChainEvaluation)
    /// No hello of ours led to a handshake; the failure is the one of the judging hello.
    case unexaminable(HandshakeFailure)
}

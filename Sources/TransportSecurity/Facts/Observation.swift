/// What was found out about one destination: the whole input of the rules, besides policy, OS and time.
public enum Observation: Hashable, Sendable {
    /// The load goes in cleartext, `http:` or `ws:`; there is no handshake to look at.
    case cleartext
    /// A handshake succeeded, with the judging hello or, after that was refused, with the first rung of the `Ladder`
    /// that was answered. Rules rely on it: what a relaxed hello got is the best that the server has. Indirect, since it is
    /// large and handed on often.
    indirect case secure(Handshake, ChainEvaluation)
    /// Certificates alone, as from a file; nothing is known of a handshake, and rules about one do not apply.
    case certificates(ChainEvaluation)
    /// No hello of ours led to a handshake; the failure is the one of the judging hello.
    case unexaminable(HandshakeFailure)
}

import TransportSecurity

/// Decides whether a server refuses a hello, or only lost the connections with it.
///
/// The hello failed in the transport, or with an alert although the server's answer to another hello fits it as well.
/// Both are sent again, each more than once: a server or a network that fails every second to fourth connection answers
/// the failed hello then, or fails the other hello. A server that fails connections at random misleads with a
/// probability of at most one in 300.
struct RefusalConfirmation {
    /// The handshake to which the other hello led.
    let handshake: Handshake
    /// The last failure of the hello.
    private(set) var failure: HandshakeFailure
    /// The hellos that are left: true for the one that failed.
    private var plan: ArraySlice<Bool> = [true, true, true, false, false, true, true, true, false]
    private var isFailing = true
    private let isExplained: Bool

    /// The known result, or the next step to it.
    enum Step {
        /// Send the hello that failed, or the other hello, on a new connection.
        case sendFailed, sendOther
        /// The hello led to this handshake; its failures were the transport's.
        case wasLost(Handshake)
        /// The server refuses the hello.
        case isRefused(HandshakeFailure)
        /// The server also fails the other hello, or the time is up before that is known.
        case isUnreliable(HandshakeFailure)
    }

    /// Creates the decision about a hello that failed, after the server has answered another hello with a handshake.
    ///
    /// - Parameter isExplained: Whether the hello that failed does not permit that answer. An alert is believed then.
    init(_ failure: HandshakeFailure, against handshake: Handshake, isExplained: Bool) {
        self.failure = failure
        self.handshake = handshake
        self.isExplained = isExplained
    }

    /// The next step, after an answer to the other hello.
    mutating func next() -> Step {
        guard let next = plan.popFirst() else { return .isRefused(failure) }
        isFailing = next
        return next ? .sendFailed : .sendOther
    }

    /// The next step, after the hello that was sent last was answered.
    mutating func answered(_ handshake: Handshake) -> Step {
        isFailing ? .wasLost(handshake) : next()
    }

    /// The next step, after the hello that was sent last was not answered.
    mutating func failed(_ failure: HandshakeFailure) -> Step {
        guard isFailing else { return .isUnreliable(self.failure) }
        self.failure = failure
        return failure.isOfTransport || !isExplained ? next() : .isRefused(failure)
    }
}

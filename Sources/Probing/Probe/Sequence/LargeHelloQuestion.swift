import TransportSecurity

/// Decides how a server handles a large hello: which hellos are sent in turn, and how their answers are understood.
///
/// A large hello that is not answered says nothing by itself: the server or the network may lose connections of every
/// kind. The large one is therefore sent again, and between its attempts the same hello without its large key share.
/// The order is not periodic. A server that fails a small one, too, is not known to have a limit of size: only an
/// answer to a large one is then believed.
///
/// The question holds no socket and no clock; `LargeHelloProbe` has those.
struct LargeHelloQuestion {
    /// The hellos that are left: true for a large one. Nil before the first failure.
    private var plan: ArraySlice<Bool>?
    private var isLarge = true
    private var hasTriedAgain = false
    /// The last failure of a large hello; `unknown` as soon as something shows that its failures prove nothing.
    private(set) var result = LargeHelloAnswer.Result.unknown(.noTime)

    /// The outcome of the hello that was sent last.
    enum Event {
        /// The server chose a version and, in TLS 1.3, a group.
        case answered(TLSVersion, NamedGroup?)
        /// The server refused the hello.
        case refused(HandshakeFailure)
        /// The server sent nothing in time.
        case silent
        /// The server began an answer, and did not end it in time.
        case slow
        /// No connection carried the hello, for a reason that may be the network's or our own.
        case notSent
    }

    /// The next action.
    enum Command: Hashable {
        /// Send a hello, the large one or the small one, on a new connection.
        case send(isLarge: Bool)
        /// Nothing more is to be learnt.
        case finish(LargeHelloAnswer.Result)
    }

    /// Takes in the outcome of the hello that was sent last, the large one at first, and returns the next action.
    mutating func handle(_ event: Event) -> Command {
        switch event {
        case .answered(let version, let group):
            return isLarge ? .finish(.answered(version, group)) : next()
        case .refused(let failure):
            guard isLarge else { return failedSmall() }
            return failed(.refused(failure), next: failure.isOfTransport ? Self.transportPlan : Self.refusalPlan)
        case .silent:
            return isLarge ? failed(.silent, next: Self.silencePlan) : silentToSmall()
        case .slow:
            return isLarge ? failed(.unknown(.slow), next: Self.slownessPlan) : failedSmall()
        case .notSent:
            guard !hasTriedAgain else { return .finish(.unknown(.notReached)) }
            hasTriedAgain = true
            return .send(isLarge: isLarge)
        }
    }

    /// Decides about a server that ends the connections of large hellos at once, and does not come to answer a small
    /// one. The server still tells them apart: it may serve one connection at a time, and wait on another. A load is
    /// judged by this only if its own small hello was answered. No further small hello is sent, as each would cost a
    /// whole wait.
    private mutating func silentToSmall() -> Command {
        switch result {
        case .refused(let failure) where failure.isOfTransport:
            plan?.removeAll { !$0 }
            return next()
        case .refused, .silent, .answered, .unknown:
            return failedSmall()
        }
    }

    private mutating func failedSmall() -> Command {
        plan?.removeAll { !$0 }
        result = .unknown(.unreliable)
        return next()
    }

    private mutating func failed(_ result: LargeHelloAnswer.Result, next plan: [Bool]) -> Command {
        guard self.plan != nil else {
            self.plan = plan[...]
            self.result = result
            return next()
        }
        // Once the result is unknown, a later failure does not change it.
        switch self.result {
        case .unknown: break
        case .answered, .refused, .silent: self.result = result
        }
        return next()
    }

    private mutating func next() -> Command {
        guard let isLarge = plan?.popFirst() else { return .finish(result) }
        self.isLarge = isLarge
        return .send(isLarge: isLarge)
    }

    /// After a lost connection: with the first attempt, four large hellos and four small ones.
    private static let transportPlan = [false, false, true, true, false, true, false]
    /// After an alert, which is a definite answer.
    private static let refusalPlan = [false, false, true, true]
    /// After silence, of which each costs a whole wait.
    private static let silencePlan = [false, false, true, true]
    /// After an answer that did not end in time. A small hello would tell nothing more.
    private static let slownessPlan = [true]
}

import Events

/// One load of a test case. A load counts as undecided until its last decision, at the latest until the load is gone.
final class LabelledLoad {
    private let loads: TestCaseLoads
    private var outcome = TestCaseLoads.Outcome()
    private var isDecided = false
    /// Whether a tunnel may still show something.
    private var awaitsTunnel: Bool
    private var isSettled = false

    /// A load begins.
    ///
    /// - Parameter awaitsTunnel: Whether the client asks for a tunnel, in which more is found.
    init(of loads: TestCaseLoads, awaitsTunnel: Bool) {
        self.loads = loads
        self.awaitsTunnel = awaitsTunnel
        loads.begin()
    }

    deinit {
        settle()
    }

    /// Notes a decision on the load. `commandsEnded` follows.
    func note(_ event: DecisionEvent) {
        var next = outcome
        next.add(event)
        loads.replace(outcome, by: next)
        outcome = next
        isDecided = true
    }

    /// All commands of an event of the load were carried out. Decisions that follow from one event come together.
    func commandsEnded() {
        if isDecided, !awaitsTunnel { settle() }
    }

    /// The tunnel shows nothing more, or was never opened.
    func tunnelIsRead() {
        awaitsTunnel = false
        commandsEnded()
    }

    private func settle() {
        guard !isSettled else { return }
        isSettled = true
        loads.settle()
    }
}

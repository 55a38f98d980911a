import Recording

/// The worker's side of the recording.
extension Worker {
    /// Records a decision; never waits.
    func record(_ event: DecisionEvent) {
        shared.recording.record(event)
    }

    /// Records an end; never waits.
    func record(_ event: ClosedEvent) {
        shared.recording.record(event)
    }
}

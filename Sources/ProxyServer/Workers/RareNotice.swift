/// A notice for the operator that is given at most once a minute.
struct RareNotice<Subject>: Sendable {
    /// Gives the notice.
    var handler: (@Sendable (Subject) -> Void)?
    /// The time of the last notice, in milliseconds of the monotonic clock.
    private var given: Int64?

    /// The handler if a notice is to be given now; nil if there is none, or one was given less than a minute ago.
    mutating func due(at now: Int64) -> (@Sendable (Subject) -> Void)? {
        if let given, now - given < 60_000 { return nil }
        given = now
        return handler
    }
}

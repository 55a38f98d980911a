import Synchronization

/// Recordings that another thread has read again, until the console's thread takes them.
public final class RereadRecordings: Sendable {
    private let last = Mutex<RecordedInput?>(nil)

    /// Creates an empty place.
    public init() {}

    /// Leaves recordings, in place of those that were not taken yet.
    public func put(_ input: RecordedInput) {
        last.withLock { $0 = input }
    }

    /// Takes the recordings; nil if there are none.
    func take() -> RecordedInput? {
        last.withLock { last in
            defer { last = nil }
            return last
        }
    }
}

import Synchronization

/// A mailbox for recordings that another thread has read again. The console's thread takes them.
public final class RereadRecordings: Sendable {
    private let last = Mutex<RecordedInput?>(nil)

    /// Creates an empty mailbox.
    public init() {}

    /// Puts recordings into the mailbox, in place of earlier ones that were not taken.
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

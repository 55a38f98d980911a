import Judging
import Recordings
import Synchronization
import TransportSecurity

/// The content of recordings that the program has read, and perhaps judged again, for the console to show.
public struct RecordedInput: Sendable {
    /// The content of the recordings, with facts.
    public var traffic: RecordedTraffic
    /// The verdicts, in the order of the entries; nil for those of the recordings.
    public var verdicts: [JudgedEntry]?
    /// The names of the policy and the OS under which the traffic was judged again; nil if the recorded verdicts hold.
    public var anew: (policy: String, os: String)?
    /// The policy that was given in place of the recorded ones; nil without one.
    public var givenPolicy: AppliedPolicy?
    /// The values given in place of parts of the recorded policies.
    public var overrides: RecordedPolicies.Overrides

    /// Creates the input of recordings with the recorded verdicts.
    public init(_ traffic: RecordedTraffic) {
        self.traffic = traffic
        overrides = RecordedPolicies.Overrides()
    }
}

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

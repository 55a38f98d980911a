import Captures
import Judging
import Recordings
import Traffic

extension RecordedTraffic {
    /// Whether there are loads of captures, which have no recorded verdicts.
    package var hasCapturedLoads: Bool { entries.contains(where: \.isCaptured) }
}

extension [JudgedEntry] {
    /// The verdicts, with others on the captured loads, which have no recorded ones. Both are of the same traffic.
    package func replacingCaptured(by others: [JudgedEntry]) -> [JudgedEntry] {
        zip(self, others).map { recorded, other in recorded.entry.isCaptured ? other : recorded }
    }
}

extension TrafficEntry {
    /// Whether the loads are those of a capture, which have no policy.
    fileprivate var isCaptured: Bool { decision.client?.listener == CaptureRecorder.listener && decision.policy == nil }
}

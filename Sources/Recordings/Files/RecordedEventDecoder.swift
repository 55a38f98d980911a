import Events
import Foundation
import OpenSSL

/// Creates the decoder for the lines of recordings that `RecordingReader` and `RecordingCondenser` need.
public enum RecordedEventDecoder {
    /// A decoder that throws an error for a line without an event, and for a policy or trust store whose identifier is
    /// not the digest of its content.
    public static func make() -> EventDecoder {
        let decoder = JSONDecoder()
        return EventDecoder(digest: { Digest.sha256($0) }) { line in
            let event = try decoder.decode(RecordedEvent.self, from: Data(buffer: line))
            guard !event.isForged else { throw ForgedEvent() }
            return event
        }
    }
}

/// A policy or trust store whose identifier is not the digest of its content.
private struct ForgedEvent: Error {}

extension RecordedEvent {
    /// Whether the identifier of the event is not the digest of its content.
    fileprivate var isForged: Bool {
        switch self {
        case .policy(let policy): policy.id != "sha256:" + Digest.sha256(policy.content).hexadecimal
        case .trust(let trust): trust.id != "sha256:" + Digest.sha256(trust.content).hexadecimal
        case .decision, .facts, .closed, .lost, .segment, .service, .label, .unknown: false
        }
    }
}

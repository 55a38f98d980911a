import Documents
import JSONWriting

/// A part of the traffic that could not be judged. A report without violations does not prove anything about it.
public struct ReportGap: Hashable, Sendable {
    /// The kind of gap.
    public var kind: Kind
    /// The number of lines, events, loads or hosts that were not judged.
    public var count: Int
    /// The gap in one sentence.
    public var sentence: String
    /// The action that closes the gap, in one sentence.
    public var fix: String

    /// Creates a gap with the given parts.
    public init(kind: Kind, count: Int, sentence: String, fix: String) {
        (self.kind, self.count, self.sentence, self.fix) = (kind, count, sentence, fix)
    }

    /// The kinds of gaps, by their names in machine-readable reports.
    public enum Kind: String, CaseIterable, Sendable {
        /// A recording without content.
        case emptyRecording = "empty-recording"
        /// Lines of a recording without an event.
        case unreadableLines = "unreadable-lines"
        /// Parts of captured traffic that could not be read.
        case unreadCapture = "unread-capture"
        /// Events that the proxy could not write.
        case lostEvents = "lost-events"
        /// Segments of a proxy that are missing between others.
        case missingSegments = "missing-segments"
        /// Decisions beyond the limit on kinds of decisions.
        case uncountedDecisions = "uncounted-decisions"
        /// Loads that cannot be judged from the facts about their servers.
        case facts
        /// Loads whose chain ended in a root that is not known now.
        case roots
        /// Loads that were recorded under certificate revocation lists which are not known now.
        case revocationLists = "revocation-lists"
        /// Loads with too few timestamps of CT logs when they were recorded, for which the list of CT logs is too old
        /// now.
        case logList = "log-list"
        /// Loads that were judged under a policy that is not known now.
        case policy
        /// Expected hosts without a load.
        case expectedHosts = "expected-hosts"
        /// Hosts whose QUIC a gateway refused, without a load over TCP.
        case refusedQUIC = "refused-quic"
        /// Failures in the log of a device that no verdict explains.
        case deviceLog = "device-log"
        /// Findings or hosts of the baseline that the recording does not exercise.
        case baseline
        /// Loads, none of which reached a server or belongs to a judged app.
        case nothingJudged = "nothing-judged"
        /// A run without any load.
        case noLoads = "no-loads"
        /// Loads that failed for reasons of the network or of the request, and were not judged.
        case failedLoads = "failed-loads"
        /// Loads that were blocked when they were recorded. Nothing tells how they would have gone on.
        case blockedLoads = "blocked-loads"
        /// Loads whose handshake in the tunnel did not complete, or whose device refused the server.
        case unfinishedHandshakes = "unfinished-handshakes"
        /// Loads in tunnels that hide their server or their content.
        case hiddenTunnels = "hidden-tunnels"
        /// Loads that are not judged because their clients say that they are browsers.
        case clientClaims = "client-claims"
        /// Loads of which only the end was recorded, and no decision.
        case missingDecisions = "missing-decisions"
        /// Loads of which only the beginning was recorded, and not the end.
        case missingEnds = "missing-ends"
    }
}

extension ReportGap {
    /// The numbers of the first lines and the number of the others, such as `lines 3, 7 and 2 more`.
    static func lineNumbers(_ first: [Int], of count: Int) -> String {
        "\(count == 1 ? "line" : "lines") \(first.map(String.init).listed(atMost: first.count, of: count))"
    }
}

extension ReportGap: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("count", count)
            json.member("sentence", sentence)
            json.member("remedy", fix)
        }
    }
}

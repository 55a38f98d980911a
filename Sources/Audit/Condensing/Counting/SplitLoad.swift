import JSONWriting
import Recording
import TransportSecurity

extension CondensedPart {
    /// A part of a load whose other part may be in another recording.
    public struct SplitLoad: Sendable {
        /// The identifier of the load.
        public var load: String
        /// What is known of the load.
        public var content: Content
        /// The line of a condensed recording: `{"event":"open",…}`, `ended` or `single`.
        public var line: [UInt8]

        /// What may be known of such a load.
        public enum Content: Sendable, Hashable {
            /// The row that counts it: its kind, that of a second decision on it, its test case, and its day.
            case open(kind: String, second: String?, label: String?, day: Instant)
            /// Its end.
            case ended(bytesFromClient: Int64, bytesFromServer: Int64, hasClientRefusal: Bool)
            /// A second decision on it, with its app and test case.
            case single(time: Instant, app: String?, build: String?, label: String?)
        }
    }
}

extension CondensedPart.SplitLoad {
    /// A load whose decision was counted, and whose end was not seen.
    init(
        open load: String, of recording: String, kind: String, second: String?, label: String?, day: Instant
    ) {
        self.load = load
        content = .open(kind: kind, second: second, label: label, day: day)
        line = Self.line("open", load, recording) { json in
            json.member("kind", kind)
            json.member("second", second)
            json.member("label", label)
            json.member("day", day.date)
        }
    }

    /// A load whose end was seen, and whose decision was not.
    init(ended load: String, of recording: String, _ place: RecentLoads.Place) {
        self.load = load
        content = .ended(
            bytesFromClient: place.fromClient, bytesFromServer: place.fromServer,
            hasClientRefusal: place.hasClientRefusal)
        line = Self.line("ended", load, recording) { json in
            json.member("bytesFromClient", place.fromClient)
            json.member("bytesFromServer", place.fromServer)
            json.member("clientRefusal", place.hasClientRefusal)
        }
    }

    /// A load whose second decision was seen, and whose first one was not.
    init(decidedAgain load: String, of recording: String, _ decision: DecisionEvent) {
        self.load = load
        content = .single(
            time: decision.time, app: decision.app?.value.name, build: decision.app?.value.version,
            label: decision.label)
        line = Self.line("single", load, recording) { json in
            json.name("decision")
            json.rendered(decision.withListener.line)
        }
    }

    private static func line(
        _ event: String, _ load: String, _ recording: String, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.name("event")
            json.plain(event)
            json.member("id", load)
            json.member("recording", recording)
            members(&json)
        }
        return json.bytes
    }
}

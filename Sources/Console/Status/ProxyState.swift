import JSONWriting
import Recording
import TransportSecurity

/// The state of the program besides traffic, which the console shows in its status: listeners, policies in force,
/// recordings and notices. When a part of it changes, the program gives the console a whole new value.
public struct ProxyState: Hashable, Sendable {
    /// The listeners, in the order of the configuration.
    public var listeners: [Listener] = []
    /// The identifiers of the policies in force. A reload of the configuration can put others in force. Nil if all
    /// recorded policies are in force.
    public var policies: Set<String>?
    /// The addresses to type into a device, such as `192.168.1.20:8080`, the best one first; empty if there are none.
    public var setupAddresses: [String] = []
    /// Whether the proxy listens on an address that devices can reach.
    public var isReachableByDevices = false
    /// The recordings that are being written.
    public var recordings: [Recording] = []
    /// The notices for a person, the worst first.
    public var notices: [Notice] = []

    /// Creates a state without listeners.
    public init() {}

    /// A listener as the first lines of `serve` describe it.
    public struct Listener: Hashable, Sendable {
        /// The address and port.
        public var address: String
        /// Whether violations are blocked (`enforce`) or only recorded (`observe`).
        public var mode: Mode
        /// The OS whose rules hold, or `auto`.
        public var os: String
        /// The source of the policy, such as `MyApp.app`.
        public var policy: String

        /// Creates a listener.
        public init(address: String, mode: Mode, os: String, policy: String) {
            self.address = address
            self.mode = mode
            self.os = os
            self.policy = policy
        }
    }

    /// A file that events are written to.
    public struct Recording: Hashable, Sendable {
        /// The path; that of a directory of segments ends with a slash.
        public var path: String
        /// The identity of the file; nil if it is not known, or if the recording is not a regular file.
        public var identity: FileIdentity?
        /// The number of events that could not be written.
        public var lost: Int64
        /// The reason why events cannot be written, in one sentence; nil if they can.
        public var problem: String?

        /// Creates a recording.
        public init(path: String, _ identity: FileIdentity? = nil, lost: Int64 = 0, problem: String? = nil) {
            self.path = path
            self.identity = identity
            self.lost = lost
            self.problem = problem
        }
    }

    /// A notice for a person, about an event and the action to take.
    public struct Notice: Hashable, Sendable {
        /// The subject.
        public var kind: Kind
        /// The severity.
        public var severity: Severity
        /// The event, in one sentence.
        public var message: String
        /// The action to take, in one sentence.
        public var fix: String

        /// The subjects of notices.
        public enum Kind: String, CaseIterable, Sendable {
            /// Events or counts are missing.
            case loss
            /// The recording cannot be written.
            case disk
            /// The recording was replaced by another file.
            case rotated
            /// A limit of the console was reached.
            case limit
            /// A recording cannot be read, or only in part.
            case unreadable
        }

        /// The severity of a notice.
        public enum Severity: String, CaseIterable, Sendable {
            case error, warning, note
        }

        /// Creates a notice.
        public init(_ kind: Kind, _ severity: Severity, _ message: String, fix: String) {
            self.kind = kind
            self.severity = severity
            self.message = message
            self.fix = fix
        }
    }
}

extension ProxyState.Listener: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", address)
            json.member("mode", mode)
            json.member("os", os)
            json.member("policy", policy)
        }
    }
}

extension ProxyState.Notice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("severity", severity.rawValue)
            json.member("message", message)
            json.member("remedy", fix)
        }
    }
}

import InternetNames
import Reports
import TransportSecurity

/// The settings of the console besides traffic, from the program's options.
public struct ConsoleSettings: Sendable {
    /// The version of the program.
    public var version: String
    /// The random name of this run.
    public var session: String
    /// The source of the traffic.
    public var source: Source
    /// The time at which the program started, or at which it read the recordings.
    public var started: Instant
    /// The suffixes below which names have owners.
    public var publicSuffixes: PublicSuffixes
    /// The hosts from which loads are expected; empty for none.
    public var expectedHosts = ExpectedHosts()
    /// The data that verdicts depend on, with their dates.
    public var data: [DataFile] = []
    /// The file of the policy that was given, for patches; nil without a policy, or if the file is not text.
    public var policyFile: PolicyFile?
    /// Makes a running proxy probe a destination again; nil without a proxy.
    public var probeAgain: (@Sendable (Authority) -> ProbeAnswer)?

    /// The answer of a proxy to a request for another probe.
    public enum ProbeAnswer: Hashable, Sendable {
        /// The facts are forgotten, and the probe begins.
        case begun
        /// The destination was probed again a moment ago. The next probe is possible after that many seconds.
        case tooSoon(seconds: Int)
        /// No load has led to a probe of the destination, or that was long ago.
        case unknown
    }

    /// The kind of source of a console's traffic.
    public enum Source: String, Sendable {
        /// A running proxy.
        case live
        /// Recordings.
        case recordings
        /// A store of many recordings.
        case store
    }

    /// The text of a policy, with its path.
    public struct PolicyFile: Sendable {
        /// The path.
        public var path: String
        /// The content.
        public var text: String
        /// The names under which the app of the policy may call itself in a `User-Agent`; empty if they are not known.
        public var appNames: [String]

        /// Creates a file.
        public init(path: String, text: String, appNames: [String] = []) {
            self.path = path
            self.appNames = appNames
            self.text = text
        }
    }

    /// Creates settings.
    public init(
        version: String, session: String, source: Source, started: Instant,
        publicSuffixes: PublicSuffixes = PublicSuffixes()
    ) {
        self.version = version
        self.session = session
        self.source = source
        self.started = started
        self.publicSuffixes = publicSuffixes
    }
}

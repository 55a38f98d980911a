import InternetNames
import Reports
import TransportSecurity

/// The settings of the console, which the program makes from its options at its start.
public struct ConsoleSettings: Sendable {
    /// The version of the program.
    public var version: String
    /// The random name of this run.
    public var session: String
    /// The source of the traffic.
    public var source: Source
    /// The time at which the program started; for recordings, the time at which it read them.
    public var started: Instant
    /// The public suffixes, which tell the registrable domain (owner) of a host.
    public var publicSuffixes: PublicSuffixes
    /// The hosts from which loads are expected; empty for none.
    public var expectedHosts = ExpectedHosts()
    /// The data files that verdicts depend on.
    public var data: [DataFile] = []
    /// The file of the policy that was given to the program, for patches; nil without a policy, or if the file is not
    /// text.
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
        /// Recordings, or a store of them.
        case recordings
    }

    /// The file of a policy, of which the console can make a patch.
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

/// The part of the program's configuration that can change while the program runs. After a reload of the configuration,
/// the program gives the console a new value.
public struct ConsoleConfiguration: Sendable {
    /// The inputs of judging.
    public var judge: ConsoleJudge
    /// The value of `ConsoleSettings.data`.
    public var data: [DataFile]
    /// The value of `ConsoleSettings.policyFile`.
    public var policyFile: ConsoleSettings.PolicyFile?

    /// Creates a configuration.
    public init(judge: ConsoleJudge, data: [DataFile], policyFile: ConsoleSettings.PolicyFile?) {
        self.judge = judge
        self.data = data
        self.policyFile = policyFile
    }
}

/// A data file that verdicts depend on, such as the list of CT logs, with its age.
public struct DataFile: Hashable, Sendable {
    /// The name as a phrase, such as `Roots of Apple's systems`.
    public var name: String
    /// The date; nil if the file names none.
    public var date: Instant?
    /// The age in days after which the file is too old.
    public var oldestUsefulDays: Int
    /// The action that replaces an old file, in a sentence.
    public var fix: String

    /// Creates the description of a file.
    public init(name: String, date: Instant?, oldestUsefulDays: Int, fix: String) {
        self.name = name
        self.date = date
        self.oldestUsefulDays = oldestUsefulDays
        self.fix = fix
    }

    /// The age in whole days; nil without a date. A date in the future is 0.
    public func age(at time: Instant) -> Int? {
        date.map { max(0, Int((time.seconds - $0.seconds) / 86_400)) }
    }

    /// Whether the file is too old, or has no date.
    public func isOld(at time: Instant) -> Bool {
        age(at: time).map { $0 > oldestUsefulDays } ?? true
    }
}

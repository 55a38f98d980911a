import Documents
import InternetNames
import JSONWriting
import Recordings
import Reports
import TransportSecurity

/// The content of the page above and beside the list of rows, as `GET status` answers it: the counts, the listeners or
/// recordings, the notices, the coverage, the devices and the policies.
public struct ConsoleStatus: JSONWritable {
    private let settings: ConsoleSettings
    private let proxy: ProxyState
    private let setupCode: SetupCode?
    private let traffic: ConsoleTraffic
    private let reloaded: Instant?
    private let policies: [PolicyReference]
    private let unusedExceptions: UnusedExceptionResult
    private let now: Instant

    /// Creates the status at a time.
    init(
        settings: ConsoleSettings, proxy: ProxyState, setupCode: SetupCode?, traffic: ConsoleTraffic,
        reloaded: Instant?, policies: [PolicyReference], unusedExceptions: UnusedExceptionResult, at now: Instant
    ) {
        self.settings = settings
        self.proxy = proxy
        self.setupCode = setupCode
        self.traffic = traffic
        self.reloaded = reloaded
        self.policies = policies
        self.unusedExceptions = unusedExceptions
        self.now = now
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("version", settings.version)
            json.member("source", settings.source.rawValue)
            json.member("session", settings.session)
            json.member("started", settings.started)
            json.member("now", now)
            json.member("reloaded", reloaded)
            json.member("revision", Int(clamping: traffic.table.revision))
            json.member("listeners", proxy.listeners)
            json.member("recordings", recordings)
            json.member("lost", lost)
            json.member("notices", proxy.notices + notices)
            var counts = traffic.table.counts
            counts.exceptionsNeverNeeded = unusedExceptions.exceptions?.count
            json.member("counts", counts)
            writeCoverage(to: &json)
            json.member("hostCoverage", hostCoverage)
            writeData(to: &json)
            let devices = traffic.devices.all
            json.member("devices", devices)
            let setup = DeviceSetup(state: proxy, code: setupCode, hasDevices: !devices.isEmpty)
            json.member("setup", settings.source == .live ? setup : nil)
            json.member("policies", policies)
            json.member("policiesInForce", policiesInForce)
            json.member("systems", Self.systems)
            json.member("exceptionsNeverNeeded", unusedExceptions.exceptions)
        }
    }

    /// The identifiers of the policies in force; nil if all recorded policies are in force.
    private var policiesInForce: [String]? {
        let isDefault = proxy.listeners.contains { $0.policy == RowPolicy.defaults.name }
        return proxy.policies.map { $0.sorted() + (isDefault ? [RowPolicy.defaults.id] : []) }
    }

    /// The recordings that the console shows. In front of a running proxy, the recordings that the proxy writes.
    private var recordings: [ShownRecording] {
        guard settings.source == .recordings else {
            return proxy.recordings.map { ShownRecording(path: $0.path, lost: $0.lost, problem: $0.problem) }
        }
        return traffic.content.sources.map {
            ShownRecording(path: $0.name, events: $0.lines, lost: $0.lostEvents, problem: $0.problem)
        }
    }

    private var sourceOfTraffic: TrafficNotices.Source {
        guard settings.source == .live else { return .recordings }
        return proxy.recordings.isEmpty ? .unrecordedProxy : .recordedProxy
    }

    /// The notices on gaps in the traffic and in the search for unused exceptions.
    private var notices: [ProxyState.Notice] {
        let notices = TrafficNotices(of: traffic, source: sourceOfTraffic)
        return notices.onTraffic + (unusedExceptions == .tooMuch ? [notices.notSearched] : [])
    }

    /// The number of decisions that are in no row, and of events that the recordings lack; `Int.max` if there are more.
    private var lost: Int {
        var lost = traffic.lostDecisions + traffic.content.uncountedDecisions
        for source in traffic.content.sources {
            // Numbers from files may be as large as their type permits.
            let sum = lost.addingReportingOverflow(Int(clamping: source.lostEvents))
            lost = sum.overflow ? Int.max : sum.partialValue
        }
        return lost
    }

    /// The share of the known hosts that was judged; nil as long as no host is known.
    private var hostCoverage: HostCoverage? {
        let coverage = HostCoverage(
            traffic.table.hostGaps, notLoaded: missingHosts, services: traffic.content.services,
            refused: traffic.content.refusedQUIC,
            losses: CoverageLosses(
                of: traffic.content, expecting: settings.expectedHosts, lostDecisions: traffic.lostDecisions))
        return coverage.known > 0 ? coverage : nil
    }

    /// The names of the expected hosts that were not seen, although loads from them were expected within the period of
    /// the traffic.
    private var missingHosts: [String] {
        let period = traffic.content.recordedPeriod ?? traffic.content.period
        let missing = settings.expectedHosts.hosts.filter { host in
            !isSeen(host) && host.isWithin(from: period?.lowerBound, to: period?.upperBound)
        }
        return Set(missing.map(\.name)).sorted()
    }

    /// The number of expected hosts that were seen.
    private var seenHostCount: Int { Set(settings.expectedHosts.hosts.filter(isSeen).map(\.name)).count }

    private func isSeen(_ host: ExpectedHost) -> Bool { host.host.map(traffic.table.contains) ?? false }

    /// Writes how many of the expected hosts were seen, or null if no hosts are expected.
    private func writeCoverage(to json: inout JSONWriter) {
        guard !settings.expectedHosts.isEmpty else {
            json.member("coverage", String?.none)
            return
        }
        let (seen, missing) = (seenHostCount, missingHosts)
        json.name("coverage")
        json.object { json in
            json.member("expected", seen + missing.count)
            json.member("seen", seen)
            json.member("missing", missing)
        }
    }

    /// Writes the data files that verdicts depend on.
    private func writeData(to json: inout JSONWriter) {
        json.name("data")
        json.array { json in
            for file in settings.data {
                json.object { json in
                    json.member("name", file.name)
                    json.member("date", file.date?.date)
                    json.member("ageDays", file.age(at: now))
                    json.member("isOld", file.isOld(at: now))
                    json.member("remedy", file.fix)
                }
            }
        }
    }

    /// The systems that a what-if offers, newest first of each family. A what-if accepts every system that `--os`
    /// accepts.
    public static let systems: [OSVersion] = [
        "ios27", "ios26.4", "ios26", "ios18", "ios17", "ios16", "ios15", "ios14", "ios13", "ios12", "ios11", "ios10",
        "ios9", "macos27", "macos26.4", "macos26", "macos15", "macos14", "macos13", "macos12", "macos11",
        "macos10.15", "tvos27", "tvos26.4", "watchos27", "watchos26.4", "visionos27", "visionos26.4", "system27",
    ].compactMap { OSVersion($0) }
}

/// A recording in the status.
private struct ShownRecording: JSONWritable {
    var path: String
    /// The number of lines that were read; nil for a recording that is written.
    var events: Int?
    /// The number of events that could not be written.
    var lost: Int64
    /// The fault of the recording in a few words; nil if there is none.
    var problem: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("events", events)
            json.member("lost", lost)
            json.member("problem", problem)
        }
    }
}

extension RecordingSource {
    /// The fault of the recording in a few words; nil if there is none.
    fileprivate var problem: String? {
        if isDamaged { return "its compressed data are damaged or end too early" }
        if isIncomplete { return "lines of the condensed recording are missing" }
        return brokenLines > 0 ? "\(Quantity.of(brokenLines, "line")) cannot be read" : nil
    }
}

/// A policy in the status, which a person can choose for a what-if.
public struct PolicyReference: Hashable, JSONWritable, Sendable {
    /// The identifier and the name.
    public var policy: RowPolicy
    /// The origin of the policy.
    public var origin: Origin
    /// Whether the text of its file is known. Advice in the form of a patch needs the text.
    public var hasFile = false

    /// The origins of policies.
    public enum Origin: String, CaseIterable, JSONWritable, Sendable {
        /// From a listener of the running proxy.
        case listener
        /// From a recording.
        case recording
        /// From the command line of `view`.
        case given
        /// From a file that was dropped onto the page.
        case uploaded
        /// ATS without exceptions.
        case defaults
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", policy.id)
            json.member("name", policy.name)
            json.member("origin", origin)
            json.member("hasFile", hasFile)
        }
    }
}

import InternetNames
import JSONWriting
import Judging
import Reports
import Traffic
import TransportSecurity

/// The details of a row: its verdict, findings, server, fix and loads.
public struct RowDetail: JSONWritable {
    private let row: ConsoleRow
    /// The entry with the worst verdict; nil if nothing was loaded.
    private let worst: JudgedEntry?
    /// The first entries of the row and the worst one, without findings that repeat those of first decisions.
    private let entries: [JudgedEntry]
    private let decidingKey: DecidingKey?
    private let server: RowServerFacts
    private let fix: RowFix
    private let lastLoads: LoadList

    /// The largest number of single loads.
    private static let loadLimit = 20
    /// The largest number of kinds of loads whose findings are shown.
    private static let entryLimit = 2000

    /// Collects the details of a row.
    public init(of row: ConsoleRow, in traffic: inout ConsoleTraffic) {
        self.row = row
        worst = row.worst.map { traffic.judged.judgedWithoutRepeats(at: $0) }
        entries = row.entries(atMost: Self.entryLimit).map { traffic.judged.judgedWithoutRepeats(at: $0) }
        decidingKey = worst.flatMap { worst in
            DecidingKey(of: worst, in: traffic.judged.appliedPolicy(for: worst.entry))
        }
        server = RowServerFacts(of: row, in: traffic)
        fix = RowFix(of: row, in: &traffic)
        lastLoads = LoadList(of: row, atMost: Self.loadLimit, in: traffic)
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            row.writeMembers(to: &json)
            json.member("why", reasons)
            json.member("decidingKey", decidingKey)
            json.member("violations", Self.distinct(entries.flatMap(\.violations)))
            json.member("warnings", Self.distinct(entries.flatMap(\.warnings)))
            json.member("notes", notes)
            json.member("handshakes", server.handshakes)
            json.member("certificates", server.certificates)
            json.member("anchor", server.anchor)
            json.member("scts", server.timestamps)
            json.member("staple", server.staple)
            fix.writeMembers(to: &json)
            json.member("clientRefusal", refusal)
            json.member("timeline", RowTimeline(of: entries))
            json.name("lastLoads")
            lastLoads.writeLoads(to: &json)
            writeTraffic(to: &json)
            json.member(
                "links", RequirementLink.links(for: RuleID.allCases.filter { row.rules[$0] != nil }, key: topKey))
        }
    }

    /// Writes the members about devices, paths, users and systems.
    private func writeTraffic(to json: inout JSONWriter) {
        var devices: [String: Int] = [:]
        for judged in entries where judged.entry.firstDecisionIndex == nil {
            devices.merge(judged.entry.devices.counts, uniquingKeysWith: +)
        }
        json.name("devicesSeen")
        json.array { json in
            for (address, loads) in devices.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(256) {
                json.object { json in
                    json.member("address", address)
                    json.member("loads", loads)
                }
            }
        }
        json.member("paths", Array(Set(entries.flatMap(\.entry.paths.texts)).sorted().prefix(20)))
        json.member("users", Array(Set(entries.flatMap(\.entry.users.texts)).sorted().prefix(20)))
        let systems = Set(entries.compactMap { $0.entry.decision.app?.os })
        json.member("appSystems", systems.map(\.description).sorted())
    }

    /// The sentences about the reasons for the verdict.
    private var reasons: [String] {
        guard let worst else { return [] }
        var sentences = worst.violations.map(\.message) + worst.warnings.map(\.message)
        if !worst.warnings.isEmpty {
            sentences.append(
                worst.isFailing
                    ? "ATS leaves this to the app: the load fails unless the app accepts it."
                    : "The app accepted it: it was seen to go on with application data in both directions.")
        }
        switch ConsoleVerdict(worst) {
        case .failed: sentences.append(worst.entry.decision.error?.message ?? row.reason)
        case .undetermined, .notJudged: sentences.append(row.reason)
        case .allowed: sentences.append("Nothing is violated.")
        case .exempt: sentences.append("ATS does not judge the load; the system's ordinary trust evaluation does.")
        case .warning, .failsUnlessAccepted, .wouldBlock, .blocked: break
        }
        if let decidingKey { sentences.append(decidingKey.sentence) }
        let better = entries.filter { $0.entry.firstDecisionIndex == nil && ConsoleVerdict($0) != row.verdict }
        let betterLoads = better.reduce(0) { $0 + $1.entry.loads }
        if betterLoads > 0, betterLoads < row.loads {
            sentences.append("\(betterLoads) of \(row.loads) loads had a better verdict.")
        }
        return sentences
    }

    /// The first notes, each once.
    private var notes: [Note] {
        var known: Set<Note> = []
        return Array(entries.flatMap(\.notes).filter { known.insert($0).inserted }.prefix(50))
    }

    /// The refusals by devices; nil if there are none.
    private var refusal: DeviceRefusal? {
        row.refusals > 0 ? DeviceRefusal(count: row.refusals, loads: row.loads) : nil
    }

    /// The key of the top level of the policy that decided; nil if no key did.
    private var topKey: String? { decidingKey?.path.first }

    /// The first findings, each once.
    private static func distinct(_ findings: [Finding]) -> [Finding] {
        var known: Set<Finding> = []
        return Array(findings.filter { known.insert($0).inserted }.prefix(50))
    }
}

/// The loads that a device itself refused.
private struct DeviceRefusal: JSONWritable {
    /// The number of refused loads.
    var count: Int
    /// The number of all loads of the row.
    var loads: Int

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("count", count)
            json.member(
                "sentence",
                "\(count == loads ? "All" : "\(count) of") \(loads) loads ended as if the device itself had refused the server: its own policy, a pin, "
                    + "or a trust store that differs from the one used here.")
        }
    }
}

/// The loads of a row over time.
struct RowTimeline: JSONWritable {
    /// The loads of all entries.
    private let all: LoadHistogram
    /// The loads that violate ATS, in intervals of the same length.
    private let violated: LoadHistogram

    /// Creates the time line of entries. Second decisions on loads are not counted as further loads.
    init(of entries: [JudgedEntry]) {
        var all = LoadHistogram()
        var violated = LoadHistogram()
        for judged in entries {
            if judged.entry.firstDecisionIndex == nil { all.add(judged.entry.times) }
            if !judged.violations.isEmpty { violated.add(judged.entry.times) }
        }
        self.all = all.aligned(with: violated)
        self.violated = violated.aligned(with: all)
    }

    func write(to json: inout JSONWriter) {
        let intervals = all.intervals
        let counts = Dictionary(
            violated.intervals.map { ($0.start, $0.loads) }, uniquingKeysWith: { first, _ in first })
        json.object { json in
            json.member("start", intervals.first?.start)
            json.member("bucketSeconds", Int(clamping: all.seconds))
            json.member("loads", intervals.map(\.loads))
            // The violation of a second decision may be in a later interval than its load.
            json.member("violations", intervals.map { min($0.loads, counts[$0.start] ?? 0) })
        }
    }
}

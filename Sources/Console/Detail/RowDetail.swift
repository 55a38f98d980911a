import InternetNames
import JSONWriting
import Judging
import Reports
import Traffic
import TransportSecurity

/// The details of one row of the console's list, as `GET rows/{id}` answers them: the verdict and its reasons, the
/// findings, the server, the fix and the loads.
public struct RowDetail: JSONWritable {
    private let row: ConsoleRow
    /// The entry with the worst verdict; nil if nothing was loaded.
    private let worst: JudgedEntry?
    /// The first entries of the row and the worst one. Second decisions are without findings that repeat those of the
    /// first decisions on the same loads.
    private let entries: [JudgedEntry]
    private let decidingKey: DecidingKey?
    private let server: RowServerFacts
    private let fix: RowFix
    private let lastLoads: LoadList

    /// The largest number of single loads.
    private static let loadLimit = 20
    /// The largest number of entries (kinds of loads) whose findings are shown.
    private static let entryLimit = 2000
    /// The largest number of devices. The row itself counts no more than these.
    private static let deviceLimit = ConsoleRow.deviceLimit
    /// The largest number of findings of each severity, and of notes.
    private static let findingLimit = 50
    /// The largest number of paths and of users.
    private static let textLimit = 20

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
        // The devices with the most loads come first.
        let sorted = devices.sorted { left, right in
            left.value == right.value ? left.key < right.key : left.value > right.value
        }
        json.name("devicesSeen")
        json.array { json in
            for (address, loads) in sorted.prefix(Self.deviceLimit) {
                json.object { json in
                    json.member("address", address)
                    json.member("loads", loads)
                }
            }
        }
        json.member("paths", Array(Set(entries.flatMap(\.entry.paths.texts)).sorted().prefix(Self.textLimit)))
        json.member("users", Array(Set(entries.flatMap(\.entry.users.texts)).sorted().prefix(Self.textLimit)))
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
        let betterLoads = better.map(\.entry.loads).reduce(0, +)
        if betterLoads > 0, betterLoads < row.loads {
            sentences.append("\(betterLoads) of \(row.loads) loads had a better verdict.")
        }
        return sentences
    }

    /// The first notes, each once.
    private var notes: [Note] {
        Array(entries.flatMap(\.notes).distinct.prefix(Self.findingLimit))
    }

    /// The refusals by devices; nil if there are none.
    private var refusal: DeviceRefusal? {
        row.refusals > 0 ? DeviceRefusal(count: row.refusals, loads: row.loads) : nil
    }

    /// The outermost key of the deciding key's path; nil if no key of the policy decided.
    private var topKey: String? { decidingKey?.path.first }

    /// The first findings, each once.
    private static func distinct(_ findings: [Finding]) -> [Finding] {
        Array(findings.distinct.prefix(findingLimit))
    }
}

/// The loads that a device itself refused, in a row's detail.
private struct DeviceRefusal: JSONWritable {
    /// The number of refused loads.
    var count: Int
    /// The number of all loads of the row.
    var loads: Int

    func write(to json: inout JSONWriter) {
        let refused = count == loads ? "All \(loads) loads" : "\(count) of \(loads) loads"
        json.object { json in
            json.member("count", count)
            json.member(
                "sentence",
                "\(refused) ended as if the device itself had refused the server: its own policy, a pin, "
                    + "or a trust store that differs from the one used here.")
        }
    }
}

/// The numbers of loads in intervals of time, in a row's detail.
private struct RowTimeline: JSONWritable {
    /// The loads of all entries.
    private let all: LoadHistogram
    /// The loads that violate ATS, in the same intervals.
    private let violated: LoadHistogram

    /// Counts the loads of entries. A second decision on a load does not count as another load.
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
        let violations = Dictionary(
            violated.intervals.map { ($0.start, $0.loads) }, uniquingKeysWith: { first, _ in first })
        json.object { json in
            json.member("start", intervals.first?.start)
            json.member("bucketSeconds", Int(clamping: all.seconds))
            json.member("loads", intervals.map(\.loads))
            // A second decision may be in a later interval than its load. No interval shows more violations than loads.
            json.member("violations", intervals.map { min($0.loads, violations[$0.start] ?? 0) })
        }
    }
}

import Documents
import InternetNames
import JSONWriting
import TransportSecurity

/// The result of `report --history`: the findings that each of several recordings added, and those that it shows to be
/// fixed, in the order of time.
///
/// A finding stays open until a later recording exercises it and does not have it. A recording exercises a finding if
/// its loads would show it. A recording without loads from the host does not close the finding.
public struct RecordingHistory: Sendable {
    /// The recordings, in order.
    public private(set) var steps: [Step] = []
    /// The open findings, by fingerprint.
    private var open: [String: ReportFinding] = [:]
    /// The hosts that any recording judged.
    private var judgedHosts: Set<Host> = []

    /// One recording.
    public struct Step: Sendable {
        /// The name of the recording.
        public var name: String
        /// The amount of traffic.
        public var traffic: TrafficCount
        /// The violations that the recording has.
        public var found: [ReportFinding]
        /// The violations that no earlier recording left open. For the first recording, these are all.
        public var added: [ReportFinding]
        /// The violations of earlier recordings that this recording exercised and does not have.
        public var fixed: [ReportFinding] = []
        /// The violations of earlier recordings that do not fail here, because the app accepts the servers.
        public var accepted: [ReportFinding] = []
        /// The violations of earlier recordings that this recording does not have because the policy became laxer.
        public var relaxed: [ReportFinding] = []
        /// The violations of earlier recordings that this recording did not exercise.
        public var unexercised: [ReportFinding] = []
        /// The number of gaps.
        public var gaps: Int
        /// The hosts that an earlier recording judged and this recording does not.
        public var notJudgedAnyMore: [Host]
    }

    /// Creates an empty history.
    public init() {}

    /// Adds the next recording. Only violations that neither a waiver nor a baseline covers count.
    public mutating func append(_ report: Report, exercised: ExercisedLoads) {
        let found = report.failing
        var step = Step(
            name: report.sources.map(\.name).joined(separator: ", "), traffic: report.traffic, found: found,
            added: found.filter { open[$0.fingerprint] == nil }, gaps: report.gaps.count,
            notJudgedAnyMore: judgedHosts.subtracting(report.judgedHosts).sorted { $0.description < $1.description })
        let present = Set(found.map(\.fingerprint))
        let warned = Set(report.findings.filter { $0.severity == .warning }.map(\.fingerprint))
        let absent = open.values.filter { !present.contains($0.fingerprint) }
        for finding in absent.sorted(by: { $0.fingerprint < $1.fingerprint }) {
            if warned.contains(finding.fingerprint) {
                step.accepted.append(finding)
            } else if !exercised.exercises(finding) {
                step.unexercised.append(finding)
            } else if exercised.relaxation(of: finding) != nil {
                step.relaxed.append(finding)
            } else {
                step.fixed.append(finding)
            }
        }
        steps.append(step)
        judgedHosts.formUnion(report.judgedHosts)
        for finding in found { open[finding.fingerprint] = finding }
        for finding in step.accepted + step.relaxed + step.fixed { open[finding.fingerprint] = nil }
    }

    /// The exit status, which is about the last recording. The status is 1 if the recording added a violation.
    /// Otherwise it is 2 if the recording has a gap, does not exercise an open finding, or does not judge a host that
    /// an earlier recording judged, and else 0. The status of a single recording is 0.
    public var status: Int32 {
        guard let last = steps.last, steps.count > 1 else { return 0 }
        if !last.added.isEmpty { return 1 }
        return last.gaps == 0 && last.notJudgedAnyMore.isEmpty && last.unexercised.isEmpty ? 0 : 2
    }

    /// The history as a document for readers.
    ///
    /// - Parameter limit: The largest number of rows in a table.
    public func document(limit: Int = .max) -> Document {
        var document = Document(title: "History of \(Quantity.of(steps.count, "recording"))")
        document.blocks = [.paragraph(outcome, tone: Document.Tone(status: status))]
        let columns = ["Recording", "From", "Loads", "Violations", "New", "Fixed", "Open, not exercised", "Gaps"]
        document.blocks.append(
            .table(Document.Table(columns, rows: steps.enumerated().map { row($1, isFirst: $0 == 0) })))
        let changes = steps.dropFirst().reversed().flatMap { step in
            step.added.map { changeRow($0, of: step, change: "new", tone: .bad) }
                + step.fixed.map { changeRow($0, of: step, change: "fixed", tone: .good) }
                + step.accepted.map { changeRow($0, of: step, change: "accepted by the app", tone: .caution) }
                + step.relaxed.map { changeRow($0, of: step, change: "permitted by a laxer policy", tone: .caution) }
        }
        if !changes.isEmpty {
            let table = Document.Table(
                ["Recording", "Change", "Host", "Rule", "App"], rows: Array(changes.prefix(limit)))
            document.blocks += [.heading("What changed, latest first"), .table(table)]
            document.blocks += Document.Block.omission(of: changes.count, beyond: limit)
        }
        return document
    }

    private var outcome: String {
        guard let last = steps.last, steps.count > 1 else { return "There is only one recording." }
        let added = Report.problemCount(of: last.added)
        let addition = added == 0 ? "no violation" : Quantity.of(added, "violation")
        var counts = ["\(Report.problemCount(of: last.fixed)) fixed"]
        if !last.accepted.isEmpty { counts.append("\(Report.problemCount(of: last.accepted)) accepted by the app now") }
        if !last.relaxed.isEmpty {
            counts.append("\(Report.problemCount(of: last.relaxed)) permitted by a laxer policy")
        }
        counts.append("\(Report.problemCount(of: Array(open.values))) open")
        if !last.unexercised.isEmpty {
            counts.append("\(Report.problemCount(of: last.unexercised)) of these not exercised")
        }
        let hosts = last.notJudgedAnyMore.map(\.description).listed(atMost: 5)
        return "The last recording added \(addition): \(counts.joined(separator: ", "))"
            + (hosts.isEmpty ? "" : "; not judged any more: \(hosts)")
            + (last.gaps == 0 ? "." : "; not everything in it was judged.")
    }

    private func row(_ step: Step, isFirst: Bool) -> [Document.Cell] {
        // Nothing is new or fixed in the first recording.
        func changeCell(_ findings: [ReportFinding]) -> Document.Cell {
            isFirst ? "—" : .number(Report.problemCount(of: findings))
        }
        return [
            Document.Cell(step.name), Document.Cell(step.traffic.first?.date ?? ""), .number(step.traffic.loads),
            .number(Report.problemCount(of: step.found)), changeCell(step.added), changeCell(step.fixed),
            .number(Report.problemCount(of: step.unexercised)), .number(step.gaps),
        ]
    }

    private func changeRow(
        _ finding: ReportFinding, of step: Step, change: String, tone: Document.Tone
    ) -> [Document.Cell] {
        [
            Document.Cell(step.name), Document.Cell(change, tone: tone), Document.Cell(finding.host.description),
            Document.Cell(finding.finding.rule.rawValue), Document.Cell(finding.app),
        ]
    }
}

extension RecordingHistory: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("schema", 1)
            json.member("status", Int(status))
            json.member("recordings", steps)
        }
    }
}

extension RecordingHistory.Step: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("traffic", traffic)
            json.member("found", found.map(\.fingerprint))
            json.member("added", added)
            json.member("fixed", fixed)
            json.member("accepted", accepted)
            json.member("relaxed", relaxed)
            json.member("unexercised", unexercised)
            json.member("gaps", gaps)
            json.member("notJudgedAnyMore", notJudgedAnyMore)
        }
    }
}

import Events
import Judging
import Reports
import SimulatedServers
import Testing
import Traffic
import TransportSecurity
@testable import Recordings

/// Only loads whose lines name no row are remembered. The number of all other loads has no limit.
@Suite struct ManyLoadsTests {
    private static let count = 3000

    /// The end of a load counts in its row, however many loads come before it.
    @Test func anEndCountsAfterAnyNumberOfLoads() {
        let lines = (0..<Self.count).map { Self.named(Self.decision($0)) } + (0..<Self.count).map(Self.namedEnd)
        for lines in [lines, lines.reversed()] {
            let traffic = Self.traffic(lines)
            #expect(traffic.entries.map(\.counts.bytesFromClient) == [Int64(7 * Self.count)])
            #expect(traffic.entries.map(\.loads) == [Self.count])
            #expect(traffic.undecidedLoads == 0 && traffic.unendedLoads == 0 && traffic.unattributedBytes == 0)
        }
    }

    /// If a decision and the end of another load are missing, there are as many decisions as ends. Both are noticed.
    @Test func missingLinesAreNoticed() {
        let decisions = (0..<10).map { Self.named(Self.decision($0)) }
        let ends = (0..<10).map(Self.namedEnd)
        func losses(_ lines: some Sequence<String>) -> [Int] {
            let traffic = Self.traffic(Array(lines))
            return [traffic.undecidedLoads, traffic.unendedLoads]
        }
        #expect(losses(decisions + ends) == [0, 0])
        #expect(losses(decisions.dropLast(3) + ends) == [3, 0])
        #expect(losses(decisions + ends.dropLast(3)) == [0, 3])
        #expect(losses(decisions.dropLast() + ends.dropFirst()) == [1, 1])
        #expect(losses(ends) == [10, 0] && losses(decisions) == [0, 10])
    }

    /// A line whose members were changed has another kind than the one that it names, and is counted by its members, with the
    /// ends that name the kind from before.
    @Test func changedLinesCountByTheirMembers() {
        let lines = (0..<2).map { Self.named(Self.decision($0)).replacing("a.example", with: "b.example") }
        for lines in [lines + [Self.namedEnd(0), Self.namedEnd(1)], [Self.namedEnd(1), Self.namedEnd(0)] + lines] {
            let traffic = Self.traffic(lines)
            #expect(traffic.entries.map { $0.decision.host?.description } == ["b.example"])
            #expect(traffic.entries.map(\.counts.bytesFromClient) == [14] && traffic.undecidedLoads == 0)
            #expect(traffic.unendedLoads == 0)
        }
    }

    /// Whatever a recording says, sums neither overflow nor become negative.
    @Test func hugeNumbersDoNotOverflow() {
        let huge = (0..<5000).map {
            Self.namedEnd($0).replacing(Self.kind, with: String(repeating: "1", count: 32)).replacing(
                #""bytesFromClient":7,"bytesFromServer":7"#,
                with: #""bytesFromClient":1125899906842624,"bytesFromServer":1125899906842624"#)
        }
        let early = Self.decision(0).replacing("01JD4Q0Y7Z", with: "7ZZZZZZZZZ")
        let traffic = Self.traffic(huge + [Self.named(early)])
        #expect(traffic.undecidedLoads == 5000 && traffic.unattributedBytes > 0 && traffic.entries.count == 1)
    }

    /// A broken line that is there twice is broken twice, and a line in another spelling is the same line.
    @Test func repeatedLinesAreThoseThatCount() {
        let broken = Self.named(Self.decision(0)).replacing(#""method":"CONNECT""#, with: #""method":7"#)
        #expect(Self.traffic([broken, broken]).sources[0].brokenLines == 2)
        let line = Self.named(Self.decision(0))
        let again = line.replacing(#","after":null"#, with: #" , "more": [{}], "after" : null"#)
        #expect(Self.traffic([line, again, Self.namedEnd(0)]).entries.map(\.loads) == [1])
    }

    /// Decisions of a kind whose line is missing are reported as uncounted.
    @Test func decisionsOfUnknownKindsAreCounted() throws {
        let recording = [Self.named(Self.decision(0)), Self.namedEnd(0)]
        var lines = try CondensingLawTests.condensed([recording]).map { String(decoding: $0, as: UTF8.self) }
        lines.removeAll { $0.hasPrefix(#"{"event":"kind""#) }
        let traffic = Self.traffic(lines)
        #expect(traffic.entries.isEmpty && traffic.uncountedDecisions == 1)
    }

    /// Loads whose lines name no row are remembered up to a limit. The lines of a forgotten load count by themselves.
    @Test func forgottenLoadsAreCounted() {
        var (joined, traffic) = (LoadJoiner(limit: 2), Traffic(limit: 10))
        let kinds = [LoadKindID(digest: [1]), LoadKindID(digest: [2])]
        func id(_ number: Int) -> LoadID { LoadID(Self.id(number)) }
        func bytes(_ kind: LoadKindID, after: LoadKindID? = nil) -> Int64? {
            traffic.rows[LoadRow(kind: kind, after: after)]?.bytesFromClient
        }
        func end(_ number: Int) {
            let end = EndedLoad(bytesFromClient: 1, bytesFromServer: 0)
            let alone = LoadJoiner.End(row: LoadRow(kind: .none), end: end, isEarly: false)
            joined.count(alone, of: id(number), in: &traffic)
        }
        func decide(_ number: Int, isSecond: Bool) {
            let decision = CountedDecision(
                time: Instant(milliseconds: 0), load: id(number), ended: nil, device: "", user: "", label: "", path: "")
            joined.count(decision, isSecond: isSecond, in: LoadRow(kind: kinds[isSecond ? 1 : 0]), of: &traffic)
        }
        for number in 0..<6 { end(number) }
        #expect(bytes(.none) == 4)
        // A load that goes on is not forgotten.
        decide(4, isSecond: true)
        end(6)
        decide(4, isSecond: false)
        #expect(bytes(.none) == 5 && bytes(kinds[0]) == 0 && bytes(kinds[1], after: kinds[0]) == 1)
        joined.countAll(in: &traffic)
        #expect(bytes(.none) == 6 && bytes(kinds[1]) == nil)
    }

    /// A kind of a condensed recording that is not the digest of its decision is a broken line.
    @Test func forgedKindsAreBroken() throws {
        let recording = [Self.named(Self.decision(0)), Self.namedEnd(0)]
        let lines = try CondensingLawTests.condensed([recording]).map { String(decoding: $0, as: UTF8.self) }
        #expect(Self.traffic(lines).sources.allSatisfy { $0.brokenLines == 0 })
        let forged = lines.map { $0.hasPrefix(#"{"event":"kind""#) ? $0.replacing("a.example", with: "b.example") : $0 }
        #expect(Self.traffic(forged).sources.contains { $0.brokenLines == 1 })
    }

    /// No identifier makes a day that a condensed recording cannot spell.
    @Test func identifiersOfLaterYearsHaveNoTime() throws {
        let late = Self.decision(0).replacing("01JD4Q0Y7Z", with: "7ZZZZZZZZZ")
        let lines = try CondensingLawTests.condensed([[Self.named(late)]]).map { String(decoding: $0, as: UTF8.self) }
        let traffic = Self.traffic(lines)
        #expect(traffic.sources.allSatisfy { $0.brokenLines == 0 } && traffic.entries.map(\.loads) == [1])
    }

    /// In recordings of earlier versions, what was found in a tunnel waits for a first decision, and keeps its bytes.
    @Test func aSingleDecisionKeepsItsBytes() {
        let tunnel = Self.decision(0).replacing(#""tls":null"#, with: #""tls":\#(Self.tunnel)"#)
        for lines in [[tunnel, Self.end(of: 0)], [Self.end(of: 0), tunnel]] {
            let traffic = Self.traffic(lines + (1..<Self.count).map { Self.end(of: $0) })
            #expect(traffic.entries.map(\.counts.bytesFromClient) == [7])
            #expect(traffic.unattributedBytes == Int64(14 * (Self.count - 1)))
            #expect(traffic.undecidedLoads == Self.count - 1)
        }
    }

    /// A report says how many bytes count for no host.
    @Test func bytesOfUnknownLoadsAreSaid() {
        let traffic = Self.traffic([Self.decision(0), Self.end(of: 0), Self.end(of: 1)])
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Instant(milliseconds: 0)))
        #expect(
            report.coverage.statements.contains(
                "14 B went through loads of which only the end was read, and count for no host: to see these loads, give "
                    + "the recordings in which they begin as well."))
    }

    private static func traffic(_ lines: [String]) -> RecordedTraffic {
        var reader = RecordingReader(keepingFacts: true, SimulatedSite.decoder)
        reader.begin("recording")
        CondensingLawTests.bytes(lines).withUnsafeBufferPointer { reader.read($0) }
        reader.end()
        return reader.traffic
    }

    private static func id(_ number: Int) -> String { "01JD4Q0Y7ZK8M3T5V9\(10_000_000 + number)" }

    private static func decision(_ number: Int) -> String {
        #"{"time":"2026-11-20T10:00:00.000Z","event":"decision","id":"\#(id(number))","listener":"127.0.0.1:8080","#
            + #""client":"192.0.2.1:4000","user":null,"app":null,"method":"CONNECT","scheme":"https","host":"a.example","#
            + #""port":443,"path":null,"address":null,"route":"direct","mode":"observe","decision":"allowed","#
            + #""policy":null,"facts":null,"tls":null,"violations":[],"warnings":[],"notes":[],"error":null}"#
    }

    private static func end(of number: Int) -> String {
        #"{"time":"2026-11-20T10:00:01.000Z","event":"closed","id":"\#(id(number))","host":"a.example","port":443,"#
            + #""bytesFromClient":7,"bytesFromServer":7,"durationMilliseconds":5,"endedBy":"client","how":"finished","#
            + #""clientRefusal":null}"#
    }

    private static let kind: String = {
        var rows = NamedRows()
        let line = rows.decision(decision(0))
        return String(line[(line.firstRange(of: #""kind":""#)?.upperBound ?? line.startIndex)...].prefix(32))
    }()

    private static func named(_ decision: String) -> String {
        #"{"kind":"\#(kind)","after":null,"ended":null,"# + decision.dropFirst()
    }

    private static func namedEnd(_ number: Int) -> String {
        #"{"kind":"\#(kind)","after":null,"# + end(of: number).dropFirst()
    }

    private static let tunnel =
        #"{"source":"tunnel","offer":null,"version":"TLSv1.1","cipher":null,"group":null,"alpn":null,"#
        + #""extendedMasterSecret":null,"ocspStapled":null,"scts":null,"anchor":null,"certificates":[]}"#
}

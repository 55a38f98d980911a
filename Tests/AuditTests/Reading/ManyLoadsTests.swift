import Recording
import Testing
import TransportSecurity

@testable import Audit

/// More loads than are remembered.
@Suite struct ManyLoadsTests {
    private static let count = RecentLoads.limit + 1000

    /// What is known of one load stands together, so that the number of loads in several recordings has no limit.
    @Test func splitLoadsInACondensedRecordingHaveNoLimit() throws {
        let segments = (1...2).map {
            #"{"time":"2026-11-20T09:00:00.000Z","event":"segment","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1B\#($0)","proxy":"lab"}"#
        }
        let recordings = [
            [segments[0], Self.decision(0), Self.decision(1)], [segments[1], Self.end(of: 1), Self.end(of: 0)],
        ]
        var lines = try CondensingLawTests.condensed(recordings).map { String(decoding: $0, as: UTF8.self) }
        let open = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"open""#) })
        let types = lines[open..<(open + 4)].map { $0.prefix(#"{"event":"open""#.count) }
        #expect(types == [#"{"event":"open""#, #"{"event":"ended"#, #"{"event":"open""#, #"{"event":"ended"#])
        #expect(lines[open..<(open + 4)].map { $0.contains(Self.id(0)) } == [true, true, false, false])
        let loads = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"loads""#) })
        lines[loads] = lines[loads].replacing(#""decisions":2"#, with: #""decisions":\#(Self.count)"#)
        let pair = lines[open...(open + 1)].joined(separator: "\n")
        lines[open] = (0..<Self.count).map { pair.replacing(Self.id(0), with: Self.id($0)) }.joined(separator: "\n")
        lines.removeSubrange((open + 1)..<(open + 4))
        let traffic = Self.traffic(lines)
        #expect(traffic.entries.map(\.counts.bytesFromClient) == [Int64(7 * Self.count)])
        #expect(traffic.unattributedBytes == 0)
    }

    /// The end of a load whose decision waits counts with the decision, however many loads come before that is counted.
    @Test func aSingleDecisionInACondensedRecordingKeepsItsBytes() throws {
        let tunnel = Self.decision(0).replacing(#""tls":null"#, with: #""tls":\#(Self.tunnel)"#)
        let recordings = [["\(tunnel)", Self.end(of: 0)], [Self.decision(1)]]
        var lines = try CondensingLawTests.condensed(recordings).map { String(decoding: $0, as: UTF8.self) }
        let single = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"single""#) })
        #expect(lines[single + 1].hasPrefix(#"{"event":"ended""#))
        let open = try #require(lines.firstIndex { $0.hasPrefix(#"{"event":"open""#) })
        let other = lines[open].replacing(#""id":"\#(Self.id(1))""#, with: #""id":"LOAD""#)
        lines[open] = (1..<(2 * Self.count)).map { other.replacing("LOAD", with: Self.id($0)) }.joined(separator: "\n")
        let traffic = Self.traffic(lines)
        #expect(traffic.entries.map(\.counts.bytesFromClient).sorted() == [0, 7] && traffic.unattributedBytes == 0)
    }

    /// What was found in a tunnel waits for a first decision, and keeps its bytes.
    @Test func aSingleDecisionKeepsItsBytes() {
        let tunnel = Self.decision(0).replacing(#""tls":null"#, with: #""tls":\#(Self.tunnel)"#)
        // The recording begins after the load, so that the first decision may be in another one.
        let ends = (1..<Self.count).map { Self.end(of: $0) }
        for lines in [[tunnel, Self.end(of: 0)] + ends, [Self.end(of: 0), tunnel] + ends] {
            let traffic = Self.traffic(lines)
            #expect(traffic.entries.map(\.counts.bytesFromClient) == [7])
            #expect(traffic.unattributedBytes == Int64(14 * (Self.count - 1)))
        }
    }

    /// An open tunnel is remembered while others come and go.
    @Test func anOpenLoadKeepsItsBytes() {
        let ends = (1..<Self.count).map { Self.end(of: $0) }
        let traffic = Self.traffic([Self.decision(0)] + ends + [Self.end(of: 0)])
        #expect(traffic.entries.map(\.counts.bytesFromClient) == [7])
    }

    /// Bytes that count for no host are said.
    @Test func bytesOfUnknownLoadsAreSaid() {
        let traffic = Self.traffic([Self.decision(0), Self.end(of: 0), Self.end(of: 1)])
        let report = Report(traffic, traffic.asRecorded, options: ReportOptions(time: Instant(milliseconds: 0)))
        #expect(
            report.coverage.statements.contains(
                "14 B went through loads of which only the end was read, and count for no host: to see these loads, give "
                    + "the recordings in which they begin as well."))
    }

    private static func traffic(_ lines: [String]) -> RecordedTraffic {
        var reader = RecordingReader(keepingFacts: true, decode: SimulatedSite.decode)
        reader.begin("recording")
        CondensingLawTests.bytes(lines).withUnsafeBufferPointer { reader.read($0) }
        reader.end()
        reader.finish()
        return reader.traffic
    }

    private static func id(_ number: Int) -> String { "01JD4Q0Y7ZK8M3T5V9\(10_000_000 + number)" }

    private static func decision(_ number: Int) -> String {
        #"{"time":"2026-11-20T10:00:00.000Z","event":"decision","id":"\#(id(number))","listener":"127.0.0.1:8080","#
            + #""client":"192.0.2.1:4000","user":null,"app":null,"method":"CONNECT","scheme":"https","host":"a.example","#
            + #""port":443,"path":null,"address":null,"mode":"observe","decision":"allowed","policy":null,"facts":null,"#
            + #""tls":null,"violations":[],"warnings":[],"notes":[],"error":null}"#
    }

    private static func end(of number: Int) -> String {
        #"{"time":"2026-11-20T10:00:01.000Z","event":"closed","id":"\#(id(number))","host":"a.example","port":443,"#
            + #""bytesFromClient":7,"bytesFromServer":7,"durationMilliseconds":5,"endedBy":"client","how":"finished","#
            + #""clientRefusal":null}"#
    }

    private static let tunnel =
        #"{"source":"tunnel","offer":null,"version":"TLSv1.1","cipher":null,"group":null,"alpn":null,"#
        + #""extendedMasterSecret":null,"ocspStapled":null,"scts":null,"anchor":null,"certificates":[]}"#
}

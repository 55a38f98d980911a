import Audit
import Foundation
import Console
import InternetNames
import Recording
import Testing
import TransportSecurity

@Suite struct RowDetailTests {
    private func detail(_ entries: [TrafficEntry], _ facts: [FactsEvent] = []) throws -> [String: Any] {
        try SampleTraffic.model(SampleTraffic.traffic(entries, facts: facts)).json(
            ConsoleRequest(.get, ["rows", "r1"]))
    }

    @Test func fixIsTheSmallestException() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_1)
        let detail = try detail([SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts))], [facts])
        let fix = try #require(detail["fix"] as? [String: Any])
        #expect(fix["kind"] as? String == "remedy")
        let list = try #require(fix["propertyList"] as? String)
        #expect(list.contains("<string>TLSv1.1</string>") && !list.contains("InsecureHTTPLoads"))
        let change = try #require(detail["serverChange"] as? [String: Any])
        #expect(change["sentence"] as? String == "Enable TLS 1.2 and TLS 1.3 on the server.")
        #expect((detail["handshakes"] as? [Any])?.count == facts.attempts.count)
    }

    @Test func urlChangesWhereHTTPSMeetsATS() throws {
        let detail = try detail(
            [SampleTraffic.entry(SampleTraffic.decision("plain.example"))], [SampleTraffic.facts("plain.example")])
        let change = try #require(detail["urlChange"] as? [String: String])
        #expect(change["from"] == "http://plain.example" && change["to"] == "https://plain.example")
        #expect(detail["serverChange"] is NSNull)
    }

    @Test func certificatesCanBeDownloaded() throws {
        let facts = SampleTraffic.facts("a.example")
        let model = SampleTraffic.model(
            SampleTraffic.traffic(
                [SampleTraffic.entry(SampleTraffic.decision("a.example", facts: facts))], facts: [facts]))
        let detail = try model.json(ConsoleRequest(.get, ["rows", "r1"]))
        let certificates = try #require(detail["certificates"] as? [[String: Any]])
        #expect(certificates.map { $0["isSent"] as? Bool } == [true, false])
        #expect(certificates[0]["pin"] as? String == Base64.encode([UInt8](repeating: 7, count: 32)))
        #expect(certificates[0]["href"] as? String == "rows/r1/certificates/0")
        let pem = model.text(ConsoleRequest(.get, ["rows", "r1", "certificates", "0"]))
        #expect(
            pem == "-----BEGIN CERTIFICATE-----\n\(Base64.encode(Array("a.example".utf8)))\n-----END CERTIFICATE-----\n"
        )
    }

    @Test func timelineCountsEachLoadOnce() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        let first = SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts), loads: 4)
        var second = SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts), loads: 4)
        (second.follows, second.repeats) = (0, 4)
        let detail = try detail([first, second], [facts])
        #expect(detail["loads"] as? Int == 4)
        let timeline = try #require(detail["timeline"] as? [String: Any])
        #expect(timeline["loads"] as? [Int] == [4])
        #expect(timeline["violations"] as? [Int] == [4])
    }

    /// Offers of different systems have one name, and what readers cannot tell apart is one line.
    @Test func handshakesThatLookAlikeAreOne() throws {
        let known = SampleTraffic.facts("a.example")
        let attempt = try #require(known.attempts.first)
        var offer = attempt.offer
        offer.profile = .ios12
        #expect(offer != attempt.offer)
        let facts = FactsEvent(
            time: known.time, id: known.id, host: known.host, port: known.port, address: nil,
            attempts: [attempt, FactsEvent.Attempt(offer: offer, result: attempt.result)])
        let model = SampleTraffic.model(
            SampleTraffic.traffic(
                [SampleTraffic.entry(SampleTraffic.decision("a.example", facts: facts))], facts: [facts]))
        let detail = try model.json(ConsoleRequest(.get, ["rows", "r1"]))
        #expect((detail["handshakes"] as? [Any])?.count == 1)
    }

    @Test func whatWasRecordedHelpsWhereNothingCanBeJudgedAgain() throws {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        let fix = try #require(
            try detail([SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts))])["fix"]
                as? [String: Any])
        #expect(fix["kind"] as? String == "remedy")
        #expect((fix["propertyList"] as? String)?.contains("<string>TLSv1.0</string>") == true)
    }

    /// A row may have more kinds of loads than its detail reads. The worst one is always read.
    @Test func theWorstKindIsAlwaysRead() throws {
        let good = SampleTraffic.facts("a.example")
        let old = SampleTraffic.facts("a.example", newest: .tls1_1)
        var entries = (0..<2100).map { number in
            SampleTraffic.entry(SampleTraffic.decision("a.example", facts: good, app: "MyApp/\(number)"))
        }
        entries.append(SampleTraffic.entry(SampleTraffic.decision("a.example", facts: old, app: "MyApp/bad")))
        let detail = try detail(entries)
        #expect((detail["violations"] as? [Any])?.isEmpty == false)
        #expect((detail["fix"] as? [String: Any])?["kind"] as? String == "remedy")
    }
}

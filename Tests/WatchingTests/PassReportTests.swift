import Documents
import Foundation
import Testing
import TransportSecurity

@testable import Watching

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct PassReportTests {
    private static let time = Instant(year: 2026, month: 11, day: 27)
    private static let violation = Condition(.violation, name: "tls.version", text: "The server is <old>.")

    private static func report(_ servers: [String: ServerState], before: [String: ServerState]? = nil) -> PassReport {
        var state = WatchState()
        if let before {
            state.take(before, isComplete: true, at: time)
            state.markAsTold()
        }
        state.take(servers, isComplete: true, at: time)
        return PassReport(state, at: time, isFirst: before == nil)
    }

    @Test func theStatusIsThatOfTheChanges() {
        let (good, bad) = (ServerState(), ServerState(conditions: [Self.violation]))
        let down = ServerState.down("Refused.", after: nil)
        #expect(Self.report(["a.test": good]).status == 0)
        #expect(Self.report(["a.test": bad]).status == 1)
        #expect(Self.report(["a.test": bad], before: ["a.test": bad]).status == 0)
        #expect(Self.report(["a.test": good], before: ["a.test": bad]).status == 0)
        #expect(Self.report(["a.test": down], before: ["a.test": good]).status == 2)
        #expect(Self.report(["a.test": down], before: ["a.test": down]).status == 2)
        #expect(Self.report(["a.test": down, "b.test": bad], before: ["a.test": good]).status == 1)
    }

    /// A discovery that fails is told once, lasts in the state, and has an end.
    @Test func aDiscoveryThatFailsIsAConditionOfTheDomain() {
        let good = ["a.test": ServerState()]
        let bad = ["a.test": ServerState(conditions: [Condition(.discovery, name: "html", text: "A web page.")])]
        let (told, lasting) = (Self.report(bad, before: good), Self.report(bad, before: bad))
        #expect(told.changes.map(\.title) == ["discovery"] && told.changes.map(\.grade) == [.worse])
        #expect(told.status == 1)
        #expect(lasting.status == 2 && lasting.changes.isEmpty)
        #expect(lasting.junit == told.junit && told.junit.contains("discovery: A web page."))
        #expect(told.totals == "1 server: 1 whose discovery fails.")
        let back = Self.report(good, before: bad)
        #expect(back.changes.map(\.grade) == [.better] && back.status == 0)
    }

    /// A missing document leaves the discovery open, for which `check --discover` ends with status 2 as well.
    @Test func aDiscoveryThatIsOpenIsNoFault() {
        let good = ["a.test": ServerState()]
        let open = ["a.test": ServerState(conditions: [Condition(.openDiscovery, name: "not-found", text: "404.")])]
        let (told, lasting) = (Self.report(open, before: good), Self.report(open, before: open))
        #expect(told.changes.map(\.title) == ["discovery"] && told.status == 2 && lasting.status == 2)
        #expect(told.junit.contains("<error type=\"unjudged\" message=\"404.\"/>"))
        #expect(Self.report(good, before: open).status == 0)
    }

    @Test func aServerThatIsDownGetsNoConditions() {
        var down = ServerState.down("Refused.", after: nil)
        down.add([Condition(.discovery, name: "not-asked", text: "Not known.")])
        #expect(down.conditions.isEmpty)
    }

    @Test func textSaysNothingWithoutAChange() {
        let bad = ["a.test": ServerState(conditions: [Self.violation])]
        #expect(Self.report(bad, before: bad).document == nil)
        #expect(Self.report(bad, before: bad).lines.isEmpty)
        let text = Self.report(bad).document.map { TextRenderer().text(of: $0) } ?? ""
        #expect(text.contains("1 finding at 1 of 1 server"))
        #expect(text.contains("a.test: tls.version: The server is <old>."))
        #expect(text.contains("The first pass. 1 server: 1 violating."))
    }

    @Test func linesAreObjects() throws {
        let line = try #require(Self.report(["a.test": ServerState(conditions: [Self.violation])]).lines.first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["server"] == "a.test")
        #expect(object["grade"] == "worse")
        #expect(object["subject"] == "violation")
        #expect(object["name"] == "tls.version")
    }

    @Test func junitHasACaseForEachServer() throws {
        let report = Self.report([
            "good.test": ServerState(), "bad.test": ServerState(conditions: [Self.violation]),
            "down.test": .down("Refused & gone.", after: nil),
        ])
        let document = try XMLDocument(xmlString: report.junit)
        let suite = try #require(try document.nodes(forXPath: "/testsuites/testsuite").first as? XMLElement)
        #expect(suite.attribute(forName: "tests")?.stringValue == "3")
        #expect(suite.attribute(forName: "failures")?.stringValue == "1")
        #expect(suite.attribute(forName: "errors")?.stringValue == "1")
        #expect(try document.nodes(forXPath: "//testcase[@name='bad.test']/failure").count == 1)
        #expect(try document.nodes(forXPath: "//testcase[@name='down.test']/error").count == 1)
        #expect(try document.nodes(forXPath: "//testcase[@name='good.test']/*").isEmpty)
    }

    /// A CI system compares runs itself, and would take a case that passes for a server without a fault.
    @Test func junitFailsAsLongAsAServerDoes() {
        let due = Condition(.renewal, name: "2027", text: "Ends.")
        let bad = ["a.test": ServerState(conditions: [Self.violation, due])]
        let (first, second) = (Self.report(bad), Self.report(bad, before: bad))
        #expect(first.status == 1 && second.status == 0 && second.changes.isEmpty)
        #expect(first.junit == second.junit)
        #expect(second.junit.contains("failures=\"1\""))
        #expect(second.junit.contains("tls.version: The server is &lt;old&gt;.\nrenewal: Ends."), "\(second.junit)")
        let leaf = ServerState.Leaf(key: "a", issuer: "CN=A", notAfter: Self.time)
        #expect(Self.report(["a.test": ServerState(certificate: leaf)], before: bad).junit.contains("failures=\"0\""))
        let down = Self.report(["a.test": .down("Gone.", after: bad["a.test"])], before: bad).junit
        #expect(down.contains("failures=\"0\" errors=\"1\"") && down.contains("Gone."), "\(down)")
    }

    @Test func junitTellsAServerThatWasNotJudged() {
        let open = ServerState(conditions: [Condition(.unjudged, name: "handshake", text: "Not known.")])
        #expect(Self.report(["a.test": open]).junit.contains("<error type=\"unjudged\""))
    }

    @Test func metricsHaveEachServer() {
        let report = Self.report([
            "bad.test": ServerState(conditions: [Self.violation]), "down.test": .down("No.", after: nil),
        ])
        let up = report.metrics.first { $0.name == "atsproxy_watch_server_up" }
        #expect(up?.samples.map(\.value) == [.integer(1), .integer(0)])
        let conditions = report.metrics.first { $0.name == "atsproxy_watch_conditions" }
        #expect(
            conditions?.samples.filter { $0.value == .integer(1) }.map { $0.labels.map(\.value) } == [
                ["bad.test", "violation"]
            ])
    }
}

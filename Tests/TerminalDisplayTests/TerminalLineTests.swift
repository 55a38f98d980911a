import Events
import EventSamples
import InternetNames
import Testing
import TransportSecurity

@testable import TerminalDisplay

@Suite struct TerminalLineTests {
    private let line = TerminalLine(secondsFromUTC: 3600)

    @Test func givesTheReasonBeforeTheRule() {
        var event = Samples.decision
        #expect(
            line.text(of: event)
                == "23:54:00  blocked      legacy.example.com  MyApp/42  the policy asks for TLS 1.2, the server offers "
                + "TLS 1.0; an exception would permit it: NSExceptionMinimumTLSVersion=TLSv1.0 NSIncludesSubdomains=YES "
                + "[tls.version]")
        event.violations[0].exception = nil
        event.decision = .wouldBlock
        event.port = 8443
        #expect(
            line.text(of: event)
                == "23:54:00  would-block  legacy.example.com:8443  MyApp/42  the policy asks for TLS 1.2, the server "
                + "offers TLS 1.0; no exception permits it [tls.version]")
    }

    @Test func exceptionThatLeavesTheLoadToTheAppIsNoFix() {
        var event = Samples.decision
        event.violations[0].exception?.overridable = true
        #expect(line.text(of: event).contains("; with an exception, it fails unless the app accepts it ["))
        #expect(!line.text(of: event).contains("NSException"))
    }

    /// A load whose server could not be probed is not simply allowed.
    @Test func saysWhyNothingIsKnownOfTheServer() {
        var event = DecisionEvent(
            time: Samples.time, id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        (event.scheme, event.host, event.port) = (.https, .name("silent.example"), 443)
        event.notes = [Note(.notRecorded, "Undetermined: silent.example did not answer in time.")]
        #expect(line.text(of: event).hasSuffix("silent.example  Undetermined: silent.example did not answer in time."))
    }

    @Test func namesTheFailure() {
        var event = DecisionEvent(
            time: Samples.time, id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        #expect(line.text(of: event) == "23:54:00  allowed      -")
        event.scheme = .http
        event.host = .name("printer.local")
        event.port = 80
        event.policy = CachedJSON(
            PolicySummary(
                Requirements(host: .name("printer.local"), os: .newest, applies: false, reason: .local), source: nil))
        #expect(
            line.text(of: event) == "23:54:00  allowed      printer.local  cleartext; ATS does not apply (local)")
        event.warnings = Samples.decision.warnings
        #expect(
            line.text(of: event)
                == "23:54:00  fails        printer.local  fails unless the app accepts it: not trusted: none [certificate.trust]"
        )
        event.decision = .failed
        event.error = DecisionEvent.Failure(kind: "dns_error", message: "The name has no address.")
        #expect(line.text(of: event) == "23:54:00  failed       printer.local  The name has no address.")
    }

    @Test(arguments: [(Decision.allowed, 32), (.blocked, 31), (.wouldBlock, 33), (.failed, 2)])
    func coloursOnlyTheDecision(decision: Decision, colour: Int) {
        var event = Samples.decision
        event.decision = decision
        event.warnings = []
        let coloured = TerminalLine(secondsFromUTC: 3600, usesColour: true).text(of: event)
        let plain = line.text(of: event)
        #expect(coloured.contains("  \u{1B}[\(colour)m\(decision.rawValue)\u{1B}[0m  "))
        #expect(coloured.unicodeScalars.filter { $0 == "\u{1B}" }.count == 2)
        #expect(coloured.replacing("\u{1B}[\(colour)m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    }

    @Test func escapesTextFromTheNetwork() {
        let hostile = "\u{1B}]0;x\u{7}\r\n\u{9B}31m\u{202E}\u{200B}\u{E0001}"
        var event = Samples.decision
        event.host = .name(hostile)
        event.client?.app = CachedJSON(
            ClientApp(name: hostile, version: hostile, api: .none, os: nil, userAgent: hostile))
        event.violations[0].actual = hostile
        event.violations[0].exception = Finding.Exception(domain: hostile, keys: [hostile: .string(hostile)])
        let text = line.text(of: event)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
        #expect(text.contains(#"\u{1B}]0;"#))
    }

    @Test func limitsTheLength() {
        let long = String(repeating: "a\u{301}", count: 100_000) + ".example.com"
        var event = Samples.decision
        event.host = .name(long)
        event.client?.app = CachedJSON(ClientApp(name: long, version: nil, api: .urlSession, os: nil, userAgent: ""))
        event.violations = RuleID.allCases.map { rule in
            Finding(rule: rule, message: long, expected: long, actual: long, exception: Samples.finding.exception)
        }
        event.error = DecisionEvent.Failure(kind: "dns_error", message: long)
        #expect(line.text(of: event).unicodeScalars.count <= 1300)
    }

    @Test(arguments: [24, 40, 60, 80, 200])
    func wrapsAtWords(width: Int) {
        let rows = line.rows(of: ShownLoad(Samples.decision), count: 12, width: width)
        #expect(rows.allSatisfy { $0.count < width })
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("          ") && !$0.hasPrefix("           ") })
        let words = rows.joined(separator: " ").split(separator: " ").map(String.init)
        if width >= 60 {
            #expect(words.contains("legacy.example.com") && words.contains("NSExceptionMinimumTLSVersion=TLSv1.0"))
            #expect(words.contains("×12"))
        }
        #expect(
            rows.joined().filter { $0 != " " }
                == line.text(of: Samples.decision).replacing("legacy.example.com ", with: "legacy.example.com×12")
                .filter { $0 != " " })
    }

    @Test func reportsALoss() {
        #expect(
            line.text(of: LostEvent(time: Samples.time, count: 2))
                == "23:54:00  2 lines lost: the terminal was too slow")
    }
}

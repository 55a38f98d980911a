import InternetNames
import Recording
import Testing
import TransportSecurity

@Suite struct TerminalLineTests {
    private let line = TerminalLine(secondsFromUTC: 3600)

    @Test func namesTheViolationAndTheRemedy() {
        var event = Samples.decision
        #expect(
            line.text(of: event)
                == "23:54:00  MyApp/42  legacy.example.com  TLSv1.0 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA  blocked  "
                + "tls.version; exception for legacy.example.com: NSExceptionMinimumTLSVersion=TLSv1.0 "
                + "NSIncludesSubdomains=YES")
        event.violations[0].exception = nil
        event.violations.append(event.violations[0])
        event.decision = .wouldBlock
        event.port = 8443
        #expect(
            line.text(of: event)
                == "23:54:00  MyApp/42  legacy.example.com:8443  TLSv1.0 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA  "
                + "would-block  tls.version; no exception permits it")
    }

    @Test func namesTheFailure() {
        var event = DecisionEvent(time: Samples.time, id: .text("1"), decision: .allowed)
        #expect(line.text(of: event) == "23:54:00  -  -  allowed")
        event.scheme = .http
        event.host = .name("printer.local")
        event.port = 80
        event.policy = CachedJSON(
            PolicySummary(
                Requirements(host: .name("printer.local"), os: .newest, applies: false, reason: .local), source: nil))
        #expect(line.text(of: event) == "23:54:00  -  printer.local  cleartext  allowed  local")
        event.warnings = Samples.decision.warnings
        #expect(line.text(of: event) == "23:54:00  -  printer.local  cleartext  allowed  warned: certificate.trust")
        event.decision = .failed
        event.error = DecisionEvent.Failure(kind: "dns_error", message: "The name has no address.")
        #expect(line.text(of: event) == "23:54:00  -  printer.local  cleartext  failed  The name has no address.")
    }

    @Test(arguments: [(Decision.allowed, 32), (.blocked, 31), (.wouldBlock, 33), (.failed, 2)])
    func coloursOnlyTheDecision(decision: Decision, colour: Int) {
        var event = Samples.decision
        event.decision = decision
        let coloured = TerminalLine(secondsFromUTC: 3600, usesColour: true).text(of: event)
        let plain = line.text(of: event)
        #expect(coloured.contains("  \u{1B}[\(colour)m\(decision.rawValue)\u{1B}[0m  "))
        #expect(coloured.unicodeScalars.filter { $0 == "\u{1B}" }.count == 2)
        #expect(!plain.contains("\u{1B}"))
    }

    @Test func escapesTextFromTheNetwork() {
        let hostile = "\u{1B}]0;x\u{7}\r\n\u{9B}31m\u{202E}\u{200B}\u{E0001}"
        var event = Samples.decision
        event.host = .name(hostile)
        event.app = CachedJSON(ClientApp(name: hostile, version: hostile, api: .none, os: nil, userAgent: hostile))
        event.tls = event.tls?.changed { $0.cipher = hostile }
        event.violations[0].exception = Finding.Remedy(domain: hostile, keys: [hostile: .string(hostile)])
        let text = line.text(of: event)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
        #expect(text.contains(#"\u{1B}]0;"#))
    }

    @Test func limitsTheLength() {
        let long = String(repeating: "a\u{301}", count: 100_000) + ".example.com"
        var event = Samples.decision
        event.host = .name(long)
        event.app = CachedJSON(ClientApp(name: long, version: nil, api: .urlSession, os: nil, userAgent: ""))
        event.error = DecisionEvent.Failure(kind: "dns_error", message: long)
        #expect(line.text(of: event).unicodeScalars.count < 240)
    }

    @Test func reportsALoss() {
        #expect(
            line.text(of: LostEvent(time: Samples.time, count: 2))
                == "23:54:00  2 lines lost: the terminal was too slow")
    }
}

import Events
import InternetNames
import TransportSecurity

import TLSMessages

/// A load of one state, as the lines of a recording, and what must come of it.
enum SampleLoad: CaseIterable {
    case sound, cleartext, accepted, acceptedInCleartextPolicy
    case violated, violatedInTunnel, unaccepted, refusedByClient, unseenAcceptance
    case failed, malformed, unprobed, unprobedWithoutATS, hidden, hiddenWithoutATS
    case refusedInTunnel, unansweredInTunnel, refusedByDevice, browser, untrustedBrowser, undecided, unended
    case otherApp

    /// What a report must say of a recording with the load.
    enum Meaning: Int32 {
        case succeeds = 0
        case fails = 1
        case notJudged = 2
    }

    /// The meaning of the load; nil if the load does not count.
    var meaning: Meaning? {
        switch self {
        case .sound, .cleartext, .accepted, .acceptedInCleartextPolicy: return .succeeds
        case .violated, .violatedInTunnel, .unaccepted, .refusedByClient, .unseenAcceptance: return .fails
        case .failed, .malformed, .unprobed, .unprobedWithoutATS, .hidden, .hiddenWithoutATS, .refusedInTunnel,
            .unansweredInTunnel, .refusedByDevice, .browser, .untrustedBrowser, .undecided, .unended:
            return .notJudged
        case .otherApp: return nil
        }
    }

    static let time = Instant(year: 2026, month: 11, day: 21)

    /// The lines of the load.
    func lines(_ id: String, host: String, app: String) -> [[UInt8]] {
        guard self != .undecided else { return [end(id, host)] }
        var first = DecisionEvent(
            time: Self.time, id: .text(id), from: .client(.init(listener: "127.0.0.1:8080")), decision: .allowed)
        first.client?.address = .text("192.0.2.7:5000")
        first.client?.mode = .observe
        first.client?.label = "test of \(app)"
        (first.scheme, first.host, first.port, first.facts) = (.https, .name(host), 443, "sha256:1")
        first.client?.app = CachedJSON(ClientApp(name: app, version: "1", api: .urlSession, os: nil, userAgent: app))
        first.policy = Self.policy(host, applies: true)
        change(&first)
        guard self != .unended else { return [first.line] }
        return [first.line] + (second(after: first).map { [$0.line] } ?? []) + [end(id, host)]
    }

    private func change(_ first: inout DecisionEvent) {
        let host = first.host?.description ?? ""
        let trust = Finding(rule: .certificateTrust, message: "not trusted", expected: "e", actual: "a")
        switch self {
        case .sound, .violatedInTunnel, .hidden, .refusedInTunnel, .unansweredInTunnel, .refusedByDevice, .undecided:
            break
        case .cleartext, .unended:
            (first.scheme, first.port, first.facts) = (.http, 80, nil)
            first.route = .direct
        case .accepted, .unaccepted, .refusedByClient, .unseenAcceptance:
            (first.warnings, first.policy) = ([trust], Self.policy(host, applies: false))
        case .acceptedInCleartextPolicy:
            first.warnings = [trust]
        case .violated:
            (first.decision, first.violations) = (.wouldBlock, [trust])
        case .failed:
            (first.decision, first.facts, first.error) = (.failed, nil, .init(kind: "dns_error", message: "m"))
        case .malformed:
            (first.decision, first.facts, first.error) = (.failed, nil, .init(kind: "http_request_error", message: "m"))
            (first.host, first.port, first.scheme, first.policy) = (nil, nil, nil, nil)
        case .unprobed: first.facts = nil
        case .unprobedWithoutATS: (first.facts, first.policy) = (nil, Self.policy(host, applies: false))
        case .hiddenWithoutATS: first.policy = Self.policy(host, applies: false)
        case .browser, .untrustedBrowser:
            first.policy = Self.policy(host, applies: false, .notSubject)
            first.client?.app = CachedJSON(
                ClientApp(name: "Safari", version: nil, api: .none, os: nil, userAgent: "Safari"))
            if self == .untrustedBrowser { first.warnings = [trust] }
        case .otherApp: first.policy = Self.policy(host, applies: false, .otherApp)
        }
    }

    private func second(after first: DecisionEvent) -> DecisionEvent? {
        var event = first
        (event.warnings, event.violations, event.decision) = ([], [], .allowed)
        let host = first.host?.description ?? ""
        let hello = TunnelObservation.Hello(serverName: ByteString(host))
        let agreement = TunnelObservation.Agreement(versionCode: 0x0304, cipherSuite: CipherSuite(rawValue: 0x1301))
        event.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301)))
        event.tunnel = TunnelSummary(.hello(hello), agreement: agreement)
        switch self {
        case .sound: break
        case .violated, .violatedInTunnel:
            (event.decision, event.violations) = (
                .wouldBlock, [Finding(rule: .tunnelSNI, message: "another", expected: "e", actual: "a")]
            )
        case .accepted, .acceptedInCleartextPolicy: event.accepted = true
        case .refusedByClient: event.accepted = false
        case .unseenAcceptance: event.accepted = nil
        case .hidden, .hiddenWithoutATS:
            event.tunnel = TunnelSummary(.hello(.init(serverName: nil)), agreement: agreement)
        case .refusedInTunnel, .unansweredInTunnel:
            event.tls = CachedJSON(uncached: TLSSummary(tunnel: nil, cipherSuite: nil))
            event.tunnel = TunnelSummary(.hello(hello))
            if self == .refusedInTunnel { event.tunnel?.serverAlert = "handshake_failure" }
        case .cleartext, .unaccepted, .failed, .malformed, .unprobed, .unprobedWithoutATS, .refusedByDevice, .browser,
            .untrustedBrowser, .undecided, .unended, .otherApp:
            return nil
        }
        return event
    }

    private func end(_ id: String, _ host: String) -> [UInt8] {
        ClosedEvent(
            time: Self.time + 1, id: .text(id), host: .name(host), port: 443, bytesFromClient: 10, bytesFromServer: 20,
            durationMilliseconds: 5, endedBy: .client, how: .finished,
            clientRefusal: self == .refusedByDevice ? .init(alert: "bad_certificate", evidence: "m") : nil
        ).line
    }

    private static func policy(
        _ host: String, applies: Bool, _ reason: Requirements.Reason? = nil
    ) -> CachedJSON<PolicySummary> {
        let requirements = Requirements(
            host: .name(host), os: .newest, applies: applies, reason: reason ?? (applies ? .default : .arbitraryLoads),
            allowsInsecureHTTPLoads: true, minimumTLSVersion: .tls1_2, requiresForwardSecrecy: true)
        return CachedJSON(PolicySummary(requirements, source: "MyApp.app"))
    }
}

/// Random recordings of loads of all states.
struct RandomLoads {
    /// The loads.
    let loads: [SampleLoad]
    /// The recording.
    let recording: [UInt8]

    init(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        // Some recordings have nothing that fails, and some nothing that was not judged.
        let excluded = [nil, SampleLoad.Meaning.fails, .notJudged].randomElement(using: &numbers) ?? nil
        let isSmall = Bool.random(using: &numbers)
        let choices = SampleLoad.allCases.filter {
            ($0.meaning == nil || $0.meaning != excluded) && (!isSmall || excluded == nil || $0.meaning == .succeeds)
        }
        loads = (0..<Int.random(in: 1...12, using: &numbers)).compactMap { _ in choices.randomElement(using: &numbers) }
        var lines: [[UInt8]] = []
        for (number, load) in loads.enumerated() {
            let host = "host\(Int.random(in: 0..<3, using: &numbers)).example"
            let app = ["Shop", "Pay"].randomElement(using: &numbers) ?? ""
            lines += load.lines("load\(number)", host: host, app: app)
        }
        recording = lines.flatMap { $0 + [0x0A] }
    }

    /// The exit status of a report.
    var status: Int32 {
        let meanings = loads.compactMap(\.meaning)
        if meanings.contains(.fails) { return 1 }
        return meanings.isEmpty || meanings.contains(.notJudged) ? 2 : 0
    }
}

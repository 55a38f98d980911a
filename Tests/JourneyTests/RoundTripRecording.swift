import Judging
import ArgumentParser
import Foundation
import TransportSecurity

@testable import RecordingInputs
@testable import atsproxy

/// A listener, under whose rules loads are made.
struct Court: Hashable {
    let os: String
    let policy: String
    /// Whether everything passes.
    let observes: Bool

    /// Those to which the loads of all servers are brought.
    static let observed =
        [strict] + [
            Court(os: "ios18", policy: "open", observes: true), Court(os: "ios12", policy: "off", observes: true),
        ]

    /// ATS without any exception.
    static let strict = Court(os: "ios27", policy: "-", observes: true)
}

/// A recording of the table's loads, made by one proxy with a listener for each court.
struct RoundTripRecording: Sendable {
    /// The recording that all journeys share.
    static let shared = Result { try RoundTripRecording(of: courts, rows) }
    /// The rows of the table, by the court whose rules they name.
    static let rows = Dictionary(grouping: VerdictTableTests.rows) {
        Court(os: $0.os, policy: $0.policy, observes: false)
    }
    private static let courts = rows.keys.sorted { ($0.os, $0.policy) < ($1.os, $1.policy) } + Court.observed

    let site: Site
    /// The events, by the address of the listener; facts belong to all.
    private var decisions: [String: [Substring]] = [:]
    private var facts: [Substring] = []
    private var listeners: [Court: String] = [:]

    /// Makes the loads of those rows, and in courts that observe those of every server in them.
    init(of courts: [Court], _ rows: [Court: [VerdictTableTests.Row]]) throws {
        site = try Site.judged.get()
        let events = site.folder.appending(path: "round-trip.jsonl")
        let targets = try VerdictTableTests.rows.map { try $0.target(site) }
        let configuration = site.folder.appending(path: "round-trip.yaml")
        try "listeners:\n\(courts.map { try listener($0) }.joined())"
            .write(to: configuration, atomically: true, encoding: .utf8)
        let proxy = try Program(
            Repository.program,
            ["serve", "--config", configuration.path, "--events", events.path, "--examine", "needed"] + site.trust
                + Set(targets.map(\.resolve)).flatMap { ["--resolve", $0] })
        var ports: [String] = []
        guard
            holds({
                ports = proxy.errors.matches(of: #/listening on 127\.0\.0\.1:(\d+)/#).map { String($0.1) }
                return ports.count == courts.count || !proxy.isRunning
            }), ports.count == courts.count
        else { throw JourneyError(text: "the proxy did not start: \(proxy.errors)") }
        let everyServer = Set(targets.map(\.url))
        var loads: [String] = []
        for (court, port) in zip(courts, ports) {
            listeners[court] = "127.0.0.1:\(port)"
            let urls = try rows[court]?.map { try $0.target(site).url } ?? everyServer.sorted()
            loads += urls.map { "\(port) \($0)" }
        }
        try Self.load(loads)
        guard proxy.stop() == 0 else { throw JourneyError(text: "the proxy failed: \(proxy.errors)") }
        read(try String(contentsOf: events, encoding: .utf8))
    }

    /// Who judges by the trust of the site.
    func replay() throws -> Replay { try TrustOptions.parse(site.trust).replay() }

    /// The loads of that court, judged anew from what was recorded of them, under its own rules.
    func judgedAnew(in court: Court, by replay: Replay) throws -> [JudgedEntry] {
        let traffic = try RecordingInput.traffic(of: [try file(of: court)], keepingFacts: true)
        let policy = try PolicyOptions.parse(["--policy", try self.policy(court), "--os", court.os])
        return replay.judge(traffic, under: try policy.appliedPolicy(policy.appPolicy(), waiving: []))
    }

    /// The path of a recording of that court's loads alone, those for which the filter says so.
    func file(of court: Court, where isIncluded: (Substring) -> Bool = { _ in true }) throws -> String {
        guard let listener = listeners[court] else { throw JourneyError(text: "there is no court \(court)") }
        let file = site.folder.appending(path: "round-trip-\(UUID().uuidString).jsonl")
        let lines = facts + decisions[listener, default: []].filter(isIncluded)
        try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private func listener(_ court: Court) throws -> String {
        """
          - listen: 127.0.0.1:0
            policy: \(try policy(court))
            os: \(court.os)
            mode: \(court.observes ? "observe" : "enforce")

        """
    }

    /// Where the policy of a court is; written there.
    private func policy(_ court: Court) throws -> String {
        let file = site.folder.appending(path: "round-trip-\(court.policy).json")
        try site.policy(court.policy).write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private mutating func read(_ events: String) {
        for line in events.split(separator: "\n") {
            if ["facts", "policy", "trust"].contains(where: { line.contains("\"event\":\"\($0)\"") }) {
                facts.append(line)
            } else if let listener = line.firstMatch(of: #/"listener":"([^"]+)"/#)?.1 {
                decisions[String(listener), default: []].append(line)
            }
        }
    }

    /// Makes loads, several at once: each a port of the proxy and a URL.
    private static func load(_ loads: [String]) throws {
        let client = try Client.start("make_loads", loads)
        guard client.end() == 0, client.output == "\(loads.count)\n" else {
            throw JourneyError(text: "the loads failed: \(client.errors)")
        }
    }
}

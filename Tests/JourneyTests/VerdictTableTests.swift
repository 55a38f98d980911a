import Foundation
import Testing
import TransportSecurity

/// `atsproxy check` against real servers, row by row.
@Suite struct VerdictTableTests {
    /// One row of the table.
    struct Row: CustomTestStringConvertible, Sendable {
        let os: String
        let policy: String
        let server: String
        let findings: [String]

        var group: Group { Group(os: os, policy: policy) }
        var testDescription: String { "\(os) \(policy) \(server)" }

        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 3 else { return nil }
            (os, policy, server) = (words[0], words[1], words[2])
            findings = words.dropFirst(3).sorted()
        }

        /// The URL, and what makes it lead to the server.
        func target(_ site: Site) throws -> (url: String, resolve: String) {
            let (scheme, name) = server.hasPrefix("http:") ? ("http", String(server.dropFirst(5))) : ("https", server)
            let isAddress = name.hasPrefix("ip:")
            let label = isAddress ? String(name.dropFirst(3)) : name.split(separator: ".").last.map(String.init) ?? name
            let host = isAddress ? "127.0.0.1" : "\(name).test"
            let port = try site.port(label)
            return ("\(scheme)://\(host):\(port)/", "\(host):\(port):127.0.0.1")
        }
    }

    /// Rows that one run of the program judges.
    struct Group: Hashable {
        let os: String
        let policy: String
    }

    static let rows = VerdictTable.text.split(separator: "\n").compactMap(Row.init)

    /// What the program said of each row, all runs made at once.
    static let findings = Result { try judge() }

    @Test(arguments: rows)
    func theServerIsJudgedAsTheTableSays(row: Row) throws {
        let found = try Self.findings.get()[row.testDescription]
        #expect(found == row.findings)
    }

    @Test func everyRuleAboutServersIsViolatedAndMet() {
        let violated = Set(Self.rows.flatMap(\.findings).filter { !$0.hasPrefix("~") })
        let rules = RuleID.allCases.map(\.rawValue).filter { !$0.hasPrefix("tunnel.") }
        #expect(violated == Set(rules))
        #expect(Self.rows.filter { $0.findings.isEmpty }.count > 50)
    }

    private static func judge() throws -> [String: [String]] {
        let site = try Site.judged.get()
        let groups = Dictionary(grouping: rows, by: \.group)
        var runs: [(rows: [Row], program: Program)] = []
        for (group, rows) in groups {
            let file = site.folder.appending(path: "policy-\(group.os)-\(group.policy).json")
            try site.policy(group.policy).write(to: file, atomically: true, encoding: .utf8)
            let targets = try rows.map { try $0.target(site) }
            let program = try Program(
                Repository.program,
                ["check", "--format", "json", "--os", group.os, "--policy", file.path] + site.trust
                    + targets.flatMap { ["--resolve", $0.resolve] } + targets.map(\.url))
            runs.append((rows, program))
        }
        var findings: [String: [String]] = [:]
        for run in runs {
            let status = run.program.end()
            let events = try run.program.output.split(separator: "\n").map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
            guard events.count == run.rows.count else {
                throw JourneyError(text: "the program ended with \(status): \(run.program.errors)")
            }
            for (row, event) in zip(run.rows, events) {
                let facts = DecisionFacts(event)
                findings[row.testDescription] = (facts.violations + facts.warnings.map { "~" + $0 }).sorted()
            }
        }
        return findings
    }
}

extension Site {
    /// The options that make the program trust what `judged-site` has made.
    var trust: [String] {
        func path(_ name: String) -> String { folder.appending(path: name).path }
        return [
            "--roots", path("system-root.pem"), "--ca-file", path("user-root.pem"), "--crl", path("revoked.crl"),
            "--ct-log-list", path("logs.json"),
        ]
    }

    /// A policy of the table as JSON, the digests of this site's keys in it.
    func policy(_ name: String) throws -> String {
        guard var policy = VerdictTable.policies[name] else {
            throw JourneyError(text: "there is no policy \(name)")
        }
        let pins = try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: folder.appending(path: "pins.json")))
        for (name, digest) in pins { policy.replace("@\(name)", with: digest) }
        return policy
    }
}

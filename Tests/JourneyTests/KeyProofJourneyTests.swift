import Foundation
import Testing

/// A chain of certificates is public; only a server that has its key is the server.
@Suite struct KeyProofJourneyTests {
    /// Servers of `judged-site`, the policy, the reply to CONNECT in `enforce`, and the decision.
    static let servers: [(name: String, policy: String, reply: Int, decision: String)] = [
        // They ask for a client certificate and have proven their key before they miss it.
        ("client-openssl", "-", 200, "allowed"), ("client-openssl-12", "-", 200, "allowed"),
        // They copied a chain and hang up before they would have to prove its key.
        ("copied-13", "-", 403, "blocked"), ("copied-12", "-", 403, "blocked"),
        // RSA key transport proves nothing before the end of the handshake, which takes a client certificate.
        ("client-rsa", "nofs", 500, "failed"), ("copied-rsa", "nofs", 500, "failed"),
        // Our library has not got X25519MLKEM768; not even the certificates were seen.
        ("hybrid", "-", 500, "failed"),
    ]

    @Test(arguments: servers)
    func aCopiedChainOpensNoTunnel(server: (name: String, policy: String, reply: Int, decision: String)) throws {
        let site = try Site.judged.get()
        let proxy = try self.proxy(server.policy, site)
        let answer = try proxy.curl("--insecure", try site.url(server.name))
        #expect(answer.connect == server.reply)
        let decision = try proxy.decision(about: "\(server.name).test")
        #expect(decision.decision == server.decision)
        #expect((decision.event["error"] is NSNull) == (server.decision != "failed"))
        #expect(decision.violations == (server.decision == "blocked" ? ["tls.handshake"] : []))
        guard server.decision == "failed" else { return }
        #expect(answer.output.contains("Proxy-Status: atsproxy; error=proxy_internal_error"))
        #expect(answer.output.contains("--ignore tls.handshake@\(server.name).test permits it"))
        let waived = try self.proxy(server.policy, site, "--ignore", "tls.handshake@\(server.name).test")
        #expect(try waived.curl("--insecure", try site.url(server.name)).connect == 200)
    }

    @Test(arguments: ["client-openssl", "client-openssl-12"], ["observe", "enforce"])
    func aClientWithoutTheCertificateThatItsServerWantsDidNotSucceed(server: String, mode: String) throws {
        let site = try Site.judged.get()
        let proxy = try Proxy("--mode", mode, site: site)
        #expect(try proxy.curl("--insecure", try site.url(server)).exit != 0)
        let isTold = try holds {
            try proxy.events().contains {
                ($0["tunnel"] as? [String: Any])?["lacksClientCertificate"] as? Bool == true
            }
        }
        #expect(isTold)
    }

    @Test func checkAllowsNoServerWhoseKeyIsNotProven() throws {
        let site = try Site.judged.get()
        let result = try Program(
            Repository.program,
            ["check", "--format", "json"] + site.trust + site.resolve
                + ["--policy", try policy("nofs", site)] + ["copied-rsa", "client-openssl"].map { try site.url($0) })
        #expect(result.end() == 2)
        let decisions = try result.output.split(separator: "\n").map { line in
            DecisionFacts(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:])
        }
        #expect(decisions.map(\.decision) == ["failed", "allowed"])
        #expect(decisions.last?.notes.contains { $0.contains("asks for a client certificate") } == true)
    }

    /// Whether ATS is off or only permits cleartext, an `https` load from such a server is not known to succeed.
    @Test(arguments: ["off", "open"], ["3des", "copied-rsa", "copied-13", "banner", "closing", "good"])
    func checkAndReportAgreeOnServersWithoutProof(policy: String, server: String) throws {
        let site = try Site.judged.get()
        let arguments =
            ["check", "--policy", try self.policy(policy, site)] + site.trust + site.resolve + [try site.url(server)]
        let status: Int32 = server == "good" ? 0 : 2
        #expect(try Program(Repository.program, arguments).end() == status)
        let recording = try Program(Repository.program, arguments + ["--format", "json"])
        #expect(recording.end() == status)
        let file = site.folder.appending(path: "check-\(UUID().uuidString).jsonl")
        try recording.output.write(to: file, atomically: true, encoding: .utf8)
        #expect(try Program(Repository.program, ["report", file.path]).end() == status)
    }

    private func proxy(_ policy: String, _ site: Site, _ options: String...) throws -> Proxy {
        try Proxy(
            site: site, adding: ["--policy", try self.policy(policy, site), "--examine", "needed"] + options)
    }

    private func policy(_ name: String, _ site: Site) throws -> String {
        let file = site.folder.appending(path: "policy-\(UUID().uuidString).json")
        try site.policy(name).write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

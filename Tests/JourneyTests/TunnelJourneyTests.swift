import Foundation
import Testing

/// What passes in tunnels, by real clients to real servers.
@Suite struct TunnelJourneyTests {
    private func start(_ mode: String, policy: String? = nil) throws -> (Site, Proxy) {
        let site = try Site.shared.get()
        return (site, try Proxy("--mode", mode, site: site, policy: policy))
    }

    // MARK: Versions and suites

    /// A client's options, and what becomes of its handshake with a server that speaks everything.
    static let clients: [(options: [String], version: String, cipher: String?, rules: [String])] = [
        ([], "TLSv1.3", nil, []),
        (["--tls-max", "1.2"], "TLSv1.2", nil, []),
        (["--tls-max", "1.2", "--ciphers", "ECDHE-RSA-AES128-GCM-SHA256"], "TLSv1.2", nil, []),
        (["--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0"], "TLSv1.1", nil, ["tunnel.version"]),
        (["--tls-max", "1.0", "--ciphers", "ALL:@SECLEVEL=0"], "TLSv1.0", nil, ["tunnel.version"]),
        (
            ["--tls-max", "1.2", "--ciphers", "AES128-GCM-SHA256"], "TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256",
            ["tunnel.cipher"]
        ),
        (
            ["--tls-max", "1.2", "--ciphers", "ECDHE-RSA-AES128-SHA256"], "TLSv1.2",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", ["tunnel.cipher"]
        ),
        (
            ["--tls-max", "1.0", "--ciphers", "AES128-SHA:@SECLEVEL=0"], "TLSv1.0", "TLS_RSA_WITH_AES_128_CBC_SHA",
            ["tunnel.cipher", "tunnel.version"]
        ),
    ]

    @Test(arguments: ["enforce", "observe"])
    func whatClientAndServerAgreeOnIsJudged(mode: String) throws {
        let (site, proxy) = try start(mode)
        for (index, client) in Self.clients.enumerated() {
            let options = ["--tlsv1.0", "--cacert", site.root] + client.options + [try site.url("wide")]
            let answer = try Answer(curl: ["--proxy", "http://127.0.0.1:\(proxy.port)"] + options)
            let isBlocked = mode == "enforce" && !client.rules.isEmpty
            #expect(answer.connect == 200 && (answer.exit == 0) == !isBlocked)
            let decision = try proxy.tunnelDecision(about: "wide.test", after: index)
            #expect(decision.violations == client.rules)
            #expect(decision.decision == (client.rules.isEmpty ? "allowed" : isBlocked ? "blocked" : "would-block"))
            let tls = decision.event["tls"] as? [String: Any]
            #expect(tls?["version"] as? String == client.version)
            if let cipher = client.cipher { #expect(tls?["cipher"] as? String == cipher) }
            #expect((tls?["certificates"] as? [Any])?.count == (client.version == "TLSv1.3" ? 0 : 1))
            let end = try proxy.end(of: "wide.test", after: index)
            #expect((end["how"] as? String == "blocked") == isBlocked)
            #expect(end["id"] as? String == decision.event["id"] as? String)
        }
        #expect(try proxy.decision(about: "wide.test").decision == "allowed")
    }

    @Test(arguments: [("TLSv1_1", "0 reset\n"), ("TLSv1_3", nil)])
    func aForbiddenServerHelloNeverReachesTheClient(newest: String, expected: String?) throws {
        let (site, proxy) = try start("enforce")
        let outcome = try TunnelClient.handshake(
            through: proxy, to: "wide.test", at: try site.port("wide"), newest: newest)
        if let expected {
            #expect(outcome == expected)
        } else {
            #expect(outcome.hasSuffix(" bytes\n") && outcome != "0 bytes\n")
        }
    }

    @Test func anExceptionHoldsInTheTunnel() throws {
        let policy = #"{"NSExceptionDomains":{"wide.test":{"NSExceptionMinimumTLSVersion":"TLSv1.1"}}}"#
        let (site, proxy) = try start("enforce", policy: policy)
        let answer = try proxy.curl(
            "--tlsv1.0", "--tls-max", "1.1", "--ciphers", "ALL:@SECLEVEL=0", "--cacert", site.root,
            try site.url("wide"))
        #expect(answer.exit == 0)
        #expect(try proxy.tunnelDecision(about: "wide.test").notes.contains { $0.contains("TLSv1.1") })
    }

    // MARK: Certificates

    @Test(arguments: [("enforce", "blocked"), ("observe", "would-block")])
    func aServerWithTwoFacesIsJudgedByTheOneItShows(mode: String, expected: String) throws {
        let (site, proxy) = try start(mode)
        let answer = try proxy.curl("--insecure", "--tls-max", "1.2", try site.url("faces"))
        #expect((answer.exit == 0) == (mode == "observe"))
        #expect(try proxy.decision(about: "faces.test").decision == "allowed")
        let decision = try proxy.tunnelDecision(about: "faces.test")
        #expect(decision.decision == expected && decision.violations == ["certificate.validity"])
        #expect(decision.notes.contains { $0.hasPrefix("Another certificate than in the probe") })
    }

    @Test func aResumedSessionShowsNoCertificate() throws {
        let (site, proxy) = try start("enforce")
        let outcome = try TunnelClient.resume(
            through: proxy, to: "wide.test", at: try site.port("wide"), root: site.root)
        #expect(outcome == "False\nTrue\n")
        #expect(
            try holds {
                try proxy.events().contains { event in
                    DecisionFacts(event).notes.contains { $0.hasPrefix("The client resumed an older session") }
                }
            })
    }

    // MARK: Names

    @Test(arguments: [("other.example", ["tunnel.sni"]), ("wide.test", [])])
    func theNameInsideIsComparedWithTheOneOutside(name: String, rules: [String]) throws {
        for (mode, isBlocked) in [("enforce", !rules.isEmpty), ("observe", false)] {
            let (site, proxy) = try start(mode)
            let port = try site.port("wide")
            let client = try Program(
                "/usr/bin/openssl",
                [
                    "s_client", "-proxy", "127.0.0.1:\(proxy.port)", "-connect", "wide.test:\(port)", "-servername",
                    name,
                    "-CAfile", site.root,
                ])
            _ = client.end()
            #expect(client.output.contains("Cipher is TLS_") == !isBlocked)
            let decision = try proxy.tunnelDecision(about: "wide.test")
            #expect(decision.violations == rules)
        }
    }

    @Test func noNameIsANote() throws {
        let (site, proxy) = try start("enforce")
        let port = try site.port("wide")
        let client = try Program(
            "/usr/bin/openssl",
            ["s_client", "-proxy", "127.0.0.1:\(proxy.port)", "-connect", "wide.test:\(port)", "-noservername"])
        _ = client.end()
        let decision = try proxy.tunnelDecision(about: "wide.test")
        #expect(decision.decision == "allowed" && decision.notes.contains { $0.contains("named no server (SNI)") })
    }

    // MARK: Cleartext

    @Test func cleartextInATunnelToASecureServerNeverReachesIt() throws {
        let (site, proxy) = try start("enforce")
        let answer = try proxy.curl("--proxytunnel", try site.url("good", "/a?secret=1", scheme: "http"))
        #expect(answer.connect == 200 && answer.exit != 0 && answer.status == 0)
        let decision = try proxy.tunnelDecision(about: "good.test")
        #expect(decision.violations == ["tunnel.cleartext"] && decision.decision == "blocked")
        #expect(decision.event["scheme"] as? String == "http" && decision.event["path"] as? String == "/a")
        let end = try proxy.end(of: "good.test")
        #expect(end["how"] as? String == "blocked" && end["bytesFromServer"] as? Int == 0)
    }

    @Test func cleartextInATunnelPassesWhereItIsObserved() throws {
        let (site, proxy) = try start("observe")
        let answer = try proxy.curl("--proxytunnel", try site.url("plain", scheme: "http"))
        #expect(answer.status == 200 && answer.output.contains("it works"))
        let decision = try proxy.tunnelDecision(about: "plain.test")
        #expect(decision.violations == ["tunnel.cleartext"] && decision.decision == "would-block")
    }

    @Test(arguments: ["enforce", "observe"])
    func cleartextInATunnelPassesWhereItIsPermitted(mode: String) throws {
        let policy = #"{"NSExceptionDomains":{"plain.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#
        let (site, proxy) = try start(mode, policy: policy)
        let answer = try proxy.curl("--proxytunnel", try site.url("plain", "/index.html", scheme: "http"))
        #expect(answer.status == 200 && answer.output.contains("it works"))
        let decision = try proxy.tunnelDecision(about: "plain.test")
        #expect(decision.decision == "allowed" && decision.event["scheme"] as? String == "http")
        #expect(decision.event["path"] as? String == "/index.html")
    }

    @Test func aWebSocketInCleartextIsNamed() throws {
        let (site, proxy) = try start("observe")
        let request =
            "GET /socket HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        let answer = try TunnelClient.say(
            request, through: proxy, to: "origin.test", at: try site.port("origin"))
        #expect(answer.hasPrefix("HTTP/1.1 101"))
        let decision = try proxy.tunnelDecision(about: "origin.test")
        #expect(decision.event["scheme"] as? String == "ws" && decision.event["path"] as? String == "/socket")
    }

    /// A server that waits for its client to begin costs a load in cleartext that is permitted one short wait, and the
    /// next one none.
    @Test func cleartextReachesAServerThatIsSilentToAHello() throws {
        let site = try Site.shared.get()
        let policy = #"{"NSExceptionDomains":{"patient.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#
        let proxy = try Proxy("--handshake-timeout", "1", site: site, policy: policy)
        let request = "GET /socket HTTP/1.1\r\nHost: patient.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        for count in 0..<2 {
            let answer = try TunnelClient.say(
                request, through: proxy, to: "patient.test", at: try site.port("patient"))
            #expect(answer.hasPrefix("HTTP/1.1 101"))
            let decision = try proxy.tunnelDecision(about: "patient.test", after: count)
            #expect(decision.decision == "allowed" && decision.event["scheme"] as? String == "ws")
        }
        #expect(
            try proxy.decision(about: "patient.test").notes.contains { $0.contains("said nothing to a ClientHello") })
        #expect(try proxy.events().count { $0["event"] as? String == "facts" } == 0)
    }

    @Test(arguments: [("SSH-2.0-client\r\n", "an SSH identification"), ("\u{1}\u{2}\u{3}\u{4}", "an unknown protocol")])
    func otherProtocolsAreNamed(text: String, name: String) throws {
        for (mode, outcome) in [("enforce", "reset"), ("observe", text.trimmingCharacters(in: .newlines))] {
            // The echo speaks no TLS, so only a waiver lets a tunnel to it open.
            let site = try Site.shared.get()
            let proxy = try Proxy("--mode", mode, "--ignore", "tls.handshake", site: site)
            let answer = try TunnelClient.say(text, through: proxy, to: "echo.test", at: try site.port("echo"))
            #expect(answer == outcome + "\n")
            let decision = try proxy.tunnelDecision(about: "echo.test")
            #expect(decision.violations.count == 1)
            #expect((decision.event["violations"] as? [[String: Any]])?.first?["message"] != nil)
            #expect(
                (decision.notes + [decision.messages]).contains { $0.contains(name) })
        }
    }

    @Test func aServerThatSpeaksFirstIsHeardAtOnce() throws {
        let (site, proxy) = try start("observe")
        let answer = try TunnelClient.say("", through: proxy, to: "mail.test", at: try site.port("mail"))
        #expect(answer == "220 mail.test ESMTP\n")
        #expect(try proxy.tunnelDecision(about: "mail.test").violations == ["tunnel.cleartext"])
    }

    // MARK: The device's own verdict

    @Test(arguments: [["--tls-max", "1.2"], ["--tlsv1.3"]])
    func aClientThatRefusesTheServerIsQuoted(options: [String]) throws {
        let (site, proxy) = try start("enforce")
        let answer = try Answer(
            curl: ["--proxy", "http://127.0.0.1:\(proxy.port)"] + options + [try site.url("good")])
        #expect(answer.connect == 200 && answer.exit == 60)
        #expect(try proxy.decision(about: "good.test").decision == "allowed")
        let refusal = try proxy.end(of: "good.test")["clientRefusal"] as? [String: Any]
        #expect(refusal?["alert"] as? String == "unknown_ca")
    }

    @Test func aClientThatIsContentIsNot() throws {
        let (site, proxy) = try start("enforce")
        _ = try proxy.curl("--cacert", site.root, try site.url("good"))
        #expect(try proxy.end(of: "good.test")["clientRefusal"] is NSNull)
    }
}

extension DecisionFacts {
    fileprivate var messages: String {
        (event["violations"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }.joined()
    }
}

import Events
import InternetNames
import Testing
import TransportSecurity

@testable import Evidence

@Suite struct EvidenceBundleTests {
    private static let time = Instant(year: 2026, month: 11, day: 20)

    private func server(_ host: String, port: UInt16? = 443, certificates: Int = 0) -> ServerEvidence {
        var server = ServerEvidence(host: .name(host), port: port, address: nil, time: Self.time)
        server.verdict = ["\(host): ATS allows it."]
        guard certificates > 0 else { return server }
        let path = (1...certificates).map { number in
            Certificate(
                der: Array(repeating: UInt8(number), count: 100), subject: "CN=\(number)", issuer: "CN=\(number + 1)",
                notBefore: Self.time, notAfter: Self.time + 86_400, key: .ellipticCurve(bits: 256),
                signature: .init(name: "ecdsa-with-SHA256", digest: .sha256), sha256: [UInt8(number)],
                publicKeySHA256: [UInt8(number)])
        }
        server.chain = ChainEvaluation(presented: path, path: path, anchor: .system)
        server.verification = ServerEvidence.Verification(error: nil)
        return server
    }

    private func files(_ servers: [ServerEvidence]) -> [EvidenceFile] {
        let roots = EvidenceOrigin.DataFile(kind: "roots", name: "roots.pem", date: "2026-01-01", bytes: [1, 2])
        let origin = EvidenceOrigin(program: "1.0", openSSL: "OpenSSL 3", data: [roots])
        return EvidenceBundle(servers: servers, origin: origin) { [UInt8($0.count & 0xFF)] }.files
    }

    private func text(_ path: String, _ files: [EvidenceFile]) throws -> String {
        String(decoding: try #require(files.first { $0.path == path }).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        "api.example.com", "..", "../../etc/passwd", "-rf", "a b;$(x)", "\u{E9}\u{1B}", "", ".hidden", "a...b",
    ])
    func foldersHaveNamesThatAreSafe(host: String) {
        var folder = EvidenceFolderNames()
        let name = folder.makeName(for: server(host))
        #expect(!name.hasPrefix(".") && !name.hasPrefix("-") && !name.contains("..") && !name.contains("/"))
        #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !name.contains("$") && !name.contains(";"))
        #expect(folder.makeName(for: server(host)) == name + "-2")
    }

    @Test func ordinaryHostsKeepTheirNames() throws {
        var folder = EvidenceFolderNames()
        #expect(folder.makeName(for: server("api.example.com")) == "api.example.com-443")
        #expect(folder.makeName(for: server("api.example.com", port: nil)) == "api.example.com")
        #expect(folder.makeName(for: server(String(repeating: "a", count: 5000))).count == 104)
        var address = server("x")
        address.host = .address(try #require(IPAddress("2001:db8::1")))
        #expect(folder.makeName(for: address) == "2001-db8--1-443")
    }

    @Test func theOrderDoesNotDependOnTheInput() {
        let servers = [server("b.test"), server("a.test", port: 8443), server("a.test")]
        let paths = files(servers).map(\.path)
        #expect(files(servers.reversed()).map(\.path) == paths)
        #expect(
            paths.filter { $0.hasSuffix("verdict.txt") }.map { $0.split(separator: "/")[1] } == [
                "a.test-443", "a.test-8443", "b.test-443",
            ])
        #expect(paths.count == Set(paths).count)
    }

    @Test func everyFileIsInTheListOfDigests() throws {
        let files = files([server("a.test", certificates: 3)])
        let sums = try text("SHA256SUMS", files).split(separator: "\n")
        #expect(sums.count == files.count - 1)
        #expect(sums.map { $0.split(separator: " ").last.map(String.init) } == files.dropLast().map(\.path))
        #expect(try text("versions.json", files).contains(#""name":"roots.pem","date":"2026-01-01","sha256":"02""#))
    }

    @Test func theChainIsSplitAsTheCommandsNeedIt() throws {
        let files = files([server("a.test", certificates: 3)])
        let folder = "hosts/a.test-443/"
        for name in ["path-1.pem", "path-2.pem", "path-3.pem", "sent.pem", "path.pem", "intermediates.pem"] {
            #expect(try text(folder + name, files).hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        }
        #expect(try text(folder + "intermediates.pem", files) == text(folder + "path-2.pem", files))
        let readme = try text(folder + "README.md", files)
        #expect(
            readme.contains(
                "openssl verify -attime \(Self.time.seconds) -purpose sslserver -partial_chain -CAfile path-3.pem "
                    + "-no-CApath -no-CAstore -untrusted intermediates.pem path-1.pem\n"))
        #expect(readme.contains("grep -Fx 'AQ=='"))
    }

    @Test func aChainThatFailsIsExpectedToFail() throws {
        var failing = server("a.test", certificates: 1)
        failing.chain?.anchor = .none
        failing.verification = ServerEvidence.Verification(error: "certificate has expired")
        let readme = try text("hosts/a.test-443/README.md", files([failing]))
        #expect(readme.contains("OpenSSL says: certificate has expired."))
        #expect(readme.contains("| grep -F ' lookup: certificate has expired'"))
        #expect(readme.contains("-no-CAfile -no-CApath -no-CAstore path-1.pem"))
        #expect(readme.contains("No subjectAltName of the certificate is a.test, nor a wildcard for it."))
        #expect(readme.contains("grep -Fxi -e 'DNS:a.test' -e 'DNS:*.test'\n"))
    }

    /// A common name is no name of the certificate, and a wildcard is the name that the certificate has.
    @Test(arguments: [
        (["api.example.com"], "The certificate is for api.example.com."),
        (["*.Example.com", "x.test"], "The certificate is for \\*.example.com."), ([], "No subjectAltName"),
        (["*.api.example.com", "example.com"], "No subjectAltName"),
    ])
    func theNameIsThatOfTheSubjectAltNames(names: [String], purpose: String) throws {
        var server = server("api.example.com", certificates: 1)
        server.chain?.path[0].commonNames = ["api.example.com"]
        server.chain?.path[0].subjectAltNames = Certificate.SubjectAltNames(dnsNames: names)
        #expect(try text("hosts/api.example.com-443/README.md", files([server])).contains(purpose))
    }

    /// With a malformed name, the list of names would show the very host.
    @Test func aMalformedSubjectAltNameIsShown() throws {
        var server = server("api.example.com", certificates: 1)
        server.chain?.path[0].subjectAltNames = Certificate.SubjectAltNames(
            dnsNames: [], fault: .ipAddress(octets: 5))
        let readme = try text("hosts/api.example.com-443/README.md", files([server]))
        #expect(readme.contains("An iPAddress of 5 octets makes the subjectAltName malformed"))
        #expect(readme.contains("-ext subjectAltName 2>/dev/null | grep -F 'IP Address:<invalid'\n"))
    }

    /// The codes of the notes tell what a verdict leaves open, whatever the words of the verdict are.
    @Test func openPointsAreNotesThatLeaveARuleOpen() throws {
        var server = server("api.example.com")
        server.verdict.append("note  A root that is not known.")
        let path = "hosts/api.example.com-443/README.md"
        #expect(!(try text(path, files([server]))).contains("leaves open"))
        let open = Note(.unproven, rule: .tlsHandshake, "Nothing shows the key.")
        server.addOpenPoints(of: [open, open, Note(.advice, rule: .tlsVersion, "What is not known is advice.")])
        server.addOpenPoints(of: [open, Note(nil, "Revocation is not known.")])
        #expect(server.openPoints == ["Nothing shows the key.", "Revocation is not known."])
        let readme = try text(path, files([server]))
        #expect(readme.contains("open:\n\n- Nothing shows the key.\n- Revocation is not known.\n"))
    }

    /// Text of the network is text in the README files, and no markup: a verdict may name a certificate's subject, which
    /// anybody chooses.
    @Test func textOfTheNetworkIsNoMarkup() throws {
        var server = server("api.example.com", certificates: 1)
        server.verdict = [
            "api.example.com: ![x](http://evil.example/x.png) [click](http://evil.example) <img src=x> **PASSES**"
        ]
        for file in ["README.md", "hosts/api.example.com-443/README.md"] {
            let readme = try text(file, files([server]))
            for markup in ["![x](", "[click](", "<img", "**PASSES**", "://evil"] {
                #expect(!readme.contains(markup), "\(file) \(markup)")
            }
        }
    }

    /// Each finding that a certificate, a hello or the recording shows has its command.
    @Test func findingsHaveCommands() throws {
        var server = server("a.test", certificates: 2)
        server.chain?.path[0].key = .rsa(bits: 1024)
        server.chain?.path[0].signature = .init(name: "sha1WithRSAEncryption", digest: .sha1)
        server.refusals = [.init(name: "ats", helloOptions: ["-min_protocol", "TLSv1.2"])]
        server.route = .through("proxy.test:3128")
        var event = DecisionEvent(
            time: Self.time, id: .text("1"), from: .client(.init(listener: "l")), decision: .blocked)
        let rules: [RuleID] = [
            .cleartext, .certificateKeySize, .certificateSignature, .certificateLifetime, .certificateUsage,
        ]
        event.violations = rules.map { Finding(rule: $0, message: "message", expected: "x", actual: "y") }
        server.events.add(event, facts: [], under: nil)
        let readme = try text("hosts/a.test-443/README.md", files([server]))
        for line in [
            "grep -F 'Public-Key: (1024 bit)'", "grep -F 'Signature Algorithm: sha1WithRSAEncryption'",
            "grep -Fx 'notBefore=2026-11-20 00:00:00Z notAfter=2026-11-21 00:00:00Z'",
            "grep -F 'TLS Web Server Authentication'", #"grep -c '"scheme":"\(http\|ws\)"' events.jsonl"#,
            "! answer=$(OPENSSL_CONF=/dev/null openssl s_client -proxy proxy.test:3128 -connect a.test:443 -servername a.test "
                + "-min_protocol TLSv1.2 </dev/null",
        ] {
            #expect(readme.contains(line))
        }
    }

    /// A key of a kind that no system accepts has a command, whose output is the line with the kind or the curve.
    @Test(arguments: [
        ("ED25519", "grep -F 'Public Key Algorithm: ' | grep -v -e ': rsaEncryption$' -e ': id-ecPublicKey$'"),
        ("x';touch pwned;'", "The key of certificate 1 of the path is not of RSA and not on an elliptic curve."),
        ("EC on secp256k1", "grep -e 'ASN1 OID: ' -e 'Field Type: ' | grep -v -e prime256v1 -e secp384r1 -e secp521r1"),
        ("EC on prime256v1", "grep -A 1 'pub:' | grep '^ *0[2367]:'"),
        ("EC with a curve of its own", "The key of certificate 1 of the path is on a curve other than"),
    ])
    func aKeyOfAnotherKindHasACommand(kind: String, text expected: String) throws {
        for rule in [RuleID.certificateKeySize, .tlsHandshake] {
            var server = server("a.test", certificates: 1)
            server.chain?.path[0].key = .other(kind)
            var event = DecisionEvent(
                time: Self.time, id: .text("1"), from: .client(.init(listener: "l")), decision: .blocked)
            event.violations = [Finding(rule: rule, message: "message", expected: "x", actual: "y")]
            server.events.add(event, facts: [], under: nil)
            let readme = try text("hosts/a.test-443/README.md", files([server]))
            #expect(readme.contains(expected) && !readme.contains("touch"), "\(readme)")
        }
    }

    @Test func noTextOfTheNetworkReachesACommandOrATerminal() throws {
        let hostile = server("x';touch pwned;'\u{1B}[2J", certificates: 1)
        let files = files([hostile])
        let folder = try #require(files.first { $0.path.hasSuffix("verdict.txt") }).path.dropLast("verdict.txt".count)
        let readme = try text(folder + "README.md", files)
        #expect(!readme.contains("\u{1B}"))
        #expect(!readme.contains("-checkhost"))
        let commands = readme.split(separator: "```sh\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
        #expect(!commands.isEmpty)
        #expect(commands.allSatisfy { !$0.contains("touch") })
    }

    @Test func theNumberOfServersIsBounded() throws {
        let many = (0..<EvidenceBundle.serverLimit + 2).map { server("host\($0).test") }
        let files = files(many)
        #expect(files.count { $0.path.hasSuffix("/verdict.txt") } == EvidenceBundle.serverLimit)
        #expect(try text("README.md", files).contains("2 more servers are left out"))
    }
}

import Foundation
import Testing

/// Clients that know no proxy, behind a gateway that `config/gateway` made.
@Suite(.serialized, .enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct GatewayJourneyTests {
    private static let machines = Result { try ThreeMachines() }
    private static let oldTLS = ["--tlsv1.0", "--ciphers", "DEFAULT@SECLEVEL=0"]
    private static let cleartextPermitted = #"{"NSAllowsArbitraryLoads": true}"#

    private func behindGateway(mode: String = "redirect", _ body: (ThreeMachines) throws -> Void) throws {
        try Self.machines.get().behindGateway(mode: mode, body)
    }

    @Test(arguments: ["redirect", "tproxy"])
    func allowedLoadsPassAndOthersGetAnAlert(mode: String) throws {
        try behindGateway(mode: mode) { machines in
            let proxy = try machines.proxy("--app-of", "10.88.1.0/24=MyApp")
            let good = try machines.curl("https://good.test/")
            #expect(good.status == 200 && good.output.contains("behind the gateway") && good.output.contains("HTTP/2"))
            #expect(try machines.curl("https://good.test/", over: "fd00:88:2::2").status == 200)
            let decision = try proxy.decision(about: "good.test")
            #expect(decision.decision == "allowed" && decision.event["route"] as? String == "transparent")
            #expect(decision.event["address"] as? String == "10.88.2.2")
            #expect((decision.event["app"] as? [String: Any])?["name"] as? String == "MyApp")

            let old = try machines.curl("https://old.test:8443/", "--tlsv1.0", "--ciphers", "DEFAULT@SECLEVEL=0")
            #expect(old.exit == 35 && old.errors.contains("alert access denied"), "\(old.errors)")
            #expect(try proxy.decision(about: "old.test").violations.contains("tls.version"))
            let expired = try machines.curl("https://expired.test:8444/", "--insecure")
            #expect(expired.exit == 35 && expired.errors.contains("alert access denied"), "\(expired.errors)")
            #expect(try proxy.decision(about: "expired.test").violations == ["certificate.validity"])
        }
    }

    @Test func inObserveAllPassesAndIsRecorded() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy("--mode", "observe")
            #expect(
                try machines.curl("https://old.test:8443/", "--tlsv1.0", "--ciphers", "DEFAULT@SECLEVEL=0").status
                    == 200)
            #expect(try proxy.decision(about: "old.test").decision == "would-block")
            let plain = try machines.curl("http://plain.test/")
            #expect(plain.status == 200 && plain.output.contains("behind the gateway"))
            #expect(try proxy.decision(about: "plain.test").violations == ["cleartext"])
        }
    }

    @Test func plainHTTPGetsThePageOfARefusal() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy()
            let blocked = try machines.curl("http://plain.test/path?query")
            #expect(blocked.status == 403 && blocked.output.contains("ATS-Violation: cleartext"))
            let event = try proxy.decision(about: "plain.test").event
            #expect(event["path"] as? String == "/path" && event["scheme"] as? String == "http")
            let six = try machines.curl("http://[fd00:88:2::2]/")
            #expect(six.status == 200, "an address is local, where cleartext is permitted")
        }
        try behindGateway { machines in
            let proxy = try machines.proxy(policy: Self.cleartextPermitted)
            #expect(try machines.curl("http://plain.test/").status == 200)
            #expect(try proxy.decision(about: "plain.test").decision == "allowed")
        }
    }

    @Test func aHelloWithoutANameIsJudgedByItsAddress() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy("--mode", "observe")
            #expect(try machines.curl("https://10.88.2.2/", "--insecure").status == 200)
            #expect(try proxy.decision(about: "10.88.2.2").event["port"] as? Int == 443)
        }
    }

    /// Clients that hide the name of their server do not get the exemption of an address; and all that is refused is
    /// recorded with where it led.
    @Test(arguments: [
        (#"\r\nGET / HTTP/1.1\r\nHost: plain.test\r\n\r\n"#, 80, "403"),
        (#"PURGE / HTTP/1.1\r\nHost: plain.test\r\n\r\n"#, 80, "403"),
        (#"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"#, 80, "reset"),
        (#"\nGET / HTTP/1.1\r\nHost: plain.test\r\n\r\n"#, 80, "reset"),
        (#"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00"#, 8444, "alert"),
        (#"\x15\x03\x01\x00\x02\x01\x00"#, 8444, "reset"),
    ])
    func aHiddenNameIsRefused(bytes: String, port: Int, answer: String) throws {
        try behindGateway { machines in
            let proxy = try machines.proxy()
            let script = """
                import socket
                client = socket.create_connection(("10.88.2.2", \(port)), 20)
                client.sendall(b"\(bytes)")
                try:
                    answer = client.recv(4096)
                    print("alert" if answer == b"\\x15\\x03\\x03\\x00\\x02\\x02\\x31" else answer.split()[1].decode())
                except ConnectionResetError:
                    print("reset")
                """
            let python = try machines.run("/usr/bin/python3", ["-c", script], on: machines.client)
            #expect(python.output == answer + "\n", "\(python.errors)")
            let host = answer == "403" ? "plain.test" : "10.88.2.2"
            let event = try proxy.decision(about: host).event
            #expect(event["route"] as? String == "transparent" && event["address"] as? String == "10.88.2.2")
            #expect(event["decision"] as? String == (answer == "403" ? "blocked" : "failed"))
        }
    }

    @Test func strictTunnelsNeedAName() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy("--strict-tunnel")
            #expect(try machines.curl("https://10.88.2.2/", "--insecure").errors.contains("alert access denied"))
            #expect(try machines.curl("https://good.test/").exit != 0, "its certificate cannot be compared in TLS 1.3")
            #expect(try proxy.decision(about: "10.88.2.2").decision == "failed")
        }
    }

    /// The body passes without being read, in memory that does not depend on its size.
    @Test func aGigabytePasses() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy()
            let answer = try machines.curl(
                "https://good.test/large", "--output", "/dev/null", "--no-include", "--write-out",
                "%{size_download}\n0 200")
            #expect(answer.output.contains("1073741824"))
            #expect(try proxy.peakKiB() < 200 * 1024)
        }
    }

    @Test func otherClientsAreJudgedAlike() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy()
            let script = """
                import socket, ssl, sys
                context = ssl.create_default_context(cafile=sys.argv[1])
                plain = socket.create_connection(("10.88.2.2", 443), 20)
                secure = context.wrap_socket(plain, server_hostname="good.test")
                secure.sendall(b"GET / HTTP/1.0\\r\\nHost: good.test\\r\\n\\r\\n")
                print(secure.recv(4096).split()[1].decode())
                """
            let python = try machines.run(
                "/usr/bin/python3", ["-c", script, machines.site.root], on: machines.client)
            #expect(python.output == "200\n", "\(python.errors)")
            #expect(try proxy.decision(about: "good.test").decision == "allowed")
        }
    }

    /// Chromium greases ECH, so that its hello looks like one with an encrypted name.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"), "Chromium is not installed."))
    func chromiumPasses() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy()
            let page = try machines.run(
                "/usr/bin/chromium",
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors",
                    "--host-resolver-rules=MAP good.test 10.88.2.2", "--dump-dom", "https://good.test/",
                ], on: machines.client)
            #expect(page.output.contains("behind the gateway"), "\(page.errors)")
            #expect(try proxy.decision(about: "good.test").decision == "allowed")
        }
    }

    /// QUIC gets an answer, so that clients fall back to TCP at once. Linux limits the rate of such answers, so that a
    /// packet that follows other traffic may stay without one.
    @Test func quicIsRefused() throws {
        try behindGateway { machines in
            let script = """
                import socket
                for family, address in ((socket.AF_INET, "10.88.2.2"), (socket.AF_INET6, "fd00:88:2::2")):
                    client = socket.socket(family, socket.SOCK_DGRAM)
                    client.settimeout(1)
                    client.connect((address, 443))
                    for _ in range(20):
                        try:
                            client.send(b"a")
                            client.recv(1)
                        except TimeoutError:
                            continue
                        except ConnectionRefusedError:
                            print("refused")
                            break
                """
            let python = try machines.run("/usr/bin/python3", ["-c", script], on: machines.client)
            #expect(python.output == "refused\nrefused\n", "\(python.errors)")
        }
    }

    @Test func theListenerItselfIsNoDestination() throws {
        try behindGateway { machines in
            let proxy = try machines.proxy("--mode", "observe")
            #expect(try machines.curl("https://10.88.1.1:8081/", "--insecure").exit == 35)
            #expect(try machines.curl("http://10.88.1.1:8081/").status == 403)
            let error = try proxy.decision(about: "10.88.1.1").event["error"] as? [String: Any]
            #expect(error?["kind"] as? String == "destination_ip_prohibited")
        }
    }

    @Test func onlyPermittedClientsAreServed() throws {
        try behindGateway { machines in
            let options = ["--listen-transparent", "0.0.0.0:8081", "--listen-transparent", "[::1]:8082"]
            let proxy = try Proxy(
                on: machines.gateway, site: machines.site,
                options + ["--allow-client", "10.99.0.0/24", "--console", "off"])
            #expect(try machines.curl("https://good.test/").errors.contains("alert access denied"))
            #expect(try machines.curl("http://plain.test/").status == 403)
            let events = try proxy.events()
            #expect(!events.isEmpty && events.allSatisfy { $0["decision"] as? String == "failed" })
        }
    }

    @Test func downLeavesTheMachineAsItWas() throws {
        let machines = try Self.machines.get()
        for mode in ["redirect", "tproxy"] {
            let before = try machines.configuration()
            #expect(try machines.configure("show").status == 1)
            let up = try machines.configure("up", "--clients", "clients", "--mode", mode, "--masquerade", "servers")
            #expect(up.status == 0 && up.errors.contains("nothing listens on port 8081 yet"))
            #expect(try machines.configuration() != before)
            #expect(try machines.configure("show").output.contains("tcp dport { 80, 443 }"))
            let again = try machines.configure("up", "--clients", "clients")
            #expect(
                again.status == 69
                    && again.errors == "gateway: the gateway is up already; config/gateway down takes it back.\n")
            #expect(try machines.configure("down").status == 0)
            #expect(try machines.configuration() == before)
            #expect(try machines.configure("down").status == 69)
        }
    }

    @Test(arguments: [
        (["up"], "--clients is missing"), (["up", "--clients", "none0"], "there is no interface none0"),
        (["up", "--clients", "clients", "--port", "0"], "--port 0 is not a port"),
        (["up", "--clients", "clients", "--ports", "80;443"], "--ports 80;443 is not a list of ports"),
        (["up", "--clients", "clients", "--ports", "80,99999"], "--ports 80,99999 is not a list of ports"),
        (["up", "--clients", "clients", "--mode", "x"], "neither redirect nor tproxy"), (["around"], "Usage:"),
    ])
    func wrongUsageChangesNothing(arguments: [String], sentence: String) throws {
        let machines = try Self.machines.get()
        let before = try machines.configuration()
        let script = Repository.root.appending(path: "config/gateway").path
        let run = try machines.run(script, arguments, on: machines.gateway)
        #expect(run.status == 64 && run.errors.contains(sentence), "\(run.errors)")
        #expect(try machines.configuration() == before)
    }

    /// What the system refuses, at the rules and after them: what was done before is taken back.
    @Test(arguments: [
        ("nft", "[ \"$1\" = -f ] && exit 1\nexec /usr/sbin/nft \"$@\""),
        ("ip", "[ \"$2\" = route ] && exit 1\nexec /usr/sbin/ip \"$@\""),
    ])
    func aFailureTakesEverythingBack(program: String, script: String) throws {
        let machines = try Self.machines.get()
        let before = try machines.configuration()
        let folder = FileManager.default.temporaryDirectory.appending(path: "refusing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stand = folder.appending(path: program).path
        try "#!/bin/sh\n\(script)\n".write(toFile: stand, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stand)
        let gateway = Repository.root.appending(path: "config/gateway").path
        let run = try machines.run(
            "/usr/bin/env",
            ["PATH=\(folder.path):/usr/sbin:/usr/bin:/bin", gateway, "up", "--clients", "clients", "--mode", "tproxy"],
            on: machines.gateway)
        #expect(run.status == 69)
        #expect(try machines.configuration() == before)
        #expect(try machines.configure("show").status == 1)
    }
}

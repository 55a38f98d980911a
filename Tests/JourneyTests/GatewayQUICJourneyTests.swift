import Foundation
import Testing

/// Clients behind a gateway that records the QUIC which it refuses.
@Suite(.serialized, .enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct GatewayQUICJourneyTests {
    private static let machines = Result { try ThreeMachines() }

    private func capture() -> String { NSTemporaryDirectory() + "refused-\(UUID().uuidString).pcap" }

    /// The report on a recording with the capture beside it.
    private func report(_ paths: String...) throws -> (status: Int32, report: [String: Any]) {
        let program = try Program(Repository.program, ["report", "--format", "json"] + paths)
        let status = program.end()
        try #require(!program.output.isEmpty, "\(program.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
        return (status, try #require(object, "\(program.errors)"))
    }

    /// Sends the client's Initial packet of RFC 9001, which names example.com, until it is refused.
    private func sendInitialPacket(to address: String, _ machines: ThreeMachines) throws {
        let packet = Repository.root.appending(path: "Tests/CapturesTests/Fixtures/rfc9001-a2.bin").path
        let script = """
            import socket, sys
            family = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
            client = socket.socket(family, socket.SOCK_DGRAM)
            client.settimeout(1)
            client.connect((sys.argv[1], 443))
            for _ in range(20):
                try:
                    client.send(open(sys.argv[2], "rb").read())
                    client.recv(1)
                except TimeoutError:
                    continue
                except ConnectionRefusedError:
                    print("refused")
                    break
            """
        let python = try machines.run("/usr/bin/python3", ["-c", script, address, packet], on: machines.client)
        #expect(python.output == "refused\n", "\(python.errors)")
    }

    @Test func hostsWithoutALoadOverTCPAreAGap() throws {
        let (machines, path) = (try Self.machines.get(), capture())
        let recording = path + ".jsonl"
        defer { try? FileManager.default.removeItem(atPath: recording) }
        try machines.behindGateway(recordingQUIC: path) { machines in
            let proxy = try machines.proxy("--mode", "observe")
            for address in ["10.88.2.2", "fd00:88:2::2"] { try sendInitialPacket(to: address, machines) }
            #expect(try machines.curl("https://good.test/").status == 200)
            #expect(try proxy.decision(about: "good.test").decision == "allowed")
            #expect(try machines.configure("show").output.contains("refused QUIC: \(path) (being recorded)"))
            // The proxy removes its recording at its end.
            try FileManager.default.copyItem(atPath: proxy.recording.path, toPath: recording)
        }
        let tcpdump = try machines.run("/usr/bin/pgrep", ["-f", path], on: machines.gateway)
        #expect(tcpdump.status == 1, "tcpdump has ended")
        let (status, report) = try report(recording, path)
        let gaps = try #require(report["gaps"] as? [[String: Any]])
        let gap = try #require(gaps.first { $0["kind"] as? String == "refused-quic" })
        #expect(
            (gap["sentence"] as? String)?.contains("1 host of which no load over TCP was recorded: example.com") == true
        )
        #expect(status == 2 && !gaps.contains { $0["kind"] as? String == "unread-capture" })
        // The verdicts are those of the recording.
        #expect((report["basis"] as? [String: Any])?["kind"] as? String != "anew")
        let alone = try Program(Repository.program, ["report", path])
        #expect(alone.end() == 65)
        #expect(alone.errors.contains("holds no load, only refused connections of QUIC to example.com"))
        #expect(alone.errors.contains("0 loads, 2 refused connections of QUIC"))
    }

    /// A real client of QUIC: its hello takes two packets. It then loads over TCP.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"), "Chromium is not installed."),
        arguments: ["10.88.2.2", "fd00:88:2::2"])
    func hostsThatFellBackToTCPAreNamed(address: String) throws {
        let (machines, path) = (try Self.machines.get(), capture())
        let recording = path + ".jsonl"
        defer { try? FileManager.default.removeItem(atPath: recording) }
        try machines.behindGateway(recordingQUIC: path) { machines in
            let proxy = try machines.proxy("--mode", "observe")
            let rule = address.contains(":") ? "[\(address)]" : address
            _ = try machines.run(
                "/usr/bin/chromium",
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors",
                    "--user-data-dir=\(path).chromium", "--host-resolver-rules=MAP good.test \(rule)",
                    "--origin-to-force-quic-on=good.test:443", "--dump-dom", "https://good.test/",
                ], on: machines.client)
            #expect(try machines.curl("https://good.test/", over: address).status == 200)
            #expect(try proxy.decision(about: "good.test").decision == "allowed")
            // The proxy removes its recording at its end.
            try FileManager.default.copyItem(atPath: proxy.recording.path, toPath: recording)
        }
        try? FileManager.default.removeItem(atPath: path + ".chromium")
        let (_, report) = try report(recording, path)
        let hosts = try #require(report["hosts"] as? [[String: Any]])
        let host = try #require(hosts.first { $0["host"] as? String == "good.test" })
        #expect((host["refusedQUIC"] as? Int ?? 0) > 0)
        let text = String(decoding: try JSONSerialization.data(withJSONObject: report), as: UTF8.self)
        #expect(text.contains("1 host uses HTTP\\/3 (QUIC), which a gateway refused"))
        #expect(text.contains("good.test.") && !text.contains("\"refused-quic\"") && !text.contains("may use HTTP"))
    }

    @Test func whatPreventsTheRecordingChangesNothing() throws {
        let (machines, path) = (try Self.machines.get(), capture())
        let before = try machines.configuration()
        try "kept".write(toFile: path, atomically: true, encoding: .utf8)
        let existing = try machines.configure("up", "--clients", "clients", "--count-quic", path)
        #expect(existing.status == 69)
        #expect(existing.errors == "gateway: \(path) cannot be created, or exists already; name another file.\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
        let folder = path + ".programs"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for program in ["/usr/bin/bash", "/usr/bin/id", "/usr/sbin/nft", "/usr/sbin/ip"] {
            let link = folder + "/" + (program as NSString).lastPathComponent
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
        }
        let gateway = Repository.root.appending(path: "config/gateway").path
        let missing = try machines.run(
            "/usr/bin/env", ["PATH=\(folder)", gateway, "up", "--clients", "clients", "--count-quic", "x.pcap"],
            on: machines.gateway)
        #expect(missing.status == 69)
        #expect(missing.errors == "gateway: tcpdump is not installed; install tcpdump for --count-quic.\n")
        #expect(try machines.configuration() == before)
    }
}

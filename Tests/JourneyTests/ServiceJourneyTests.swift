import Foundation
import Testing

/// What the DNS says about destinations. The name server stands at an address of a machine of its own, and the proxy's
/// `/etc/resolv.conf` is one that only the proxy sees.
@Suite(.serialized, .enabled(if: TwoMachines.arePossible, TwoMachines.whySkipped)) struct ServiceJourneyTests {
    private static let address = "10.77.0.1"

    /// A name server, which ends with this value.
    private final class NameServer {
        private let process = Process()
        private let lifeline = Pipe()
        private let output: URL
        private let configuration: URL
        private let machine: TwoMachines.Machine

        init() throws {
            machine = try TwoMachines.shared.get().proxy
            let folder = FileManager.default.temporaryDirectory
            configuration = folder.appending(path: "resolv-\(UUID().uuidString).conf")
            try "nameserver \(address)\n".write(to: configuration, atomically: true, encoding: .utf8)
            output = folder.appending(path: "questions-\(UUID().uuidString)")
            try Data().write(to: output)
            let script = Repository.root.appending(path: "Tests/Scripts/name-server").path
            let command = machine.entering + [script, address, "127.0.0.1"]
            process.executableURL = URL(filePath: command[0])
            process.arguments = Array(command.dropFirst())
            process.standardInput = lifeline
            process.standardOutput = try FileHandle(forWritingTo: output)
            try process.run()
            guard holds({ lines.first == "ready" }) else { throw JourneyError(text: "the name server did not start") }
        }

        deinit {
            // The signals that ask for an end are blocked in processes that a thread of a test runner has started.
            kill(process.processIdentifier, SIGKILL)
            unlink(configuration.path)
            unlink(output.path)
        }

        /// The first line is `ready`; each other one is the type and the name of a question.
        var lines: [String] {
            let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }

        /// Starts the program where the name server is that of the machine.
        func program(_ arguments: [String]) throws -> Program {
            try machine.program(
                "/usr/bin/unshare",
                [
                    "--mount", "/bin/sh", "-c", "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"",
                    configuration.path,
                    Repository.program,
                ] + arguments)
        }
    }

    private static func services(in recording: URL) throws -> [String: [String: Any]] {
        let text = try String(contentsOf: recording, encoding: .utf8)
        let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
        let events = try whole.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        return Dictionary(
            events.filter { $0["event"] as? String == "service" }.map { ($0["host"] as? String ?? "", $0) },
            uniquingKeysWith: { _, last in last })
    }

    @Test func whatTheDNSOffersIsRecordedAndReported() throws {
        let server = try NameServer()
        let site = try TwoMachines.site.get()
        let recording = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        defer { unlink(recording.path) }
        let proxy = try server.program([
            "serve", "--listen", "127.0.0.1:0", "--mode", "observe", "--events", recording.path, "--console", "off",
            "--resolve", "given.test:*:127.0.0.1", "--ca-file", site.root,
        ])
        #expect(holds { proxy.errors.contains("listening on ") || !proxy.isRunning })
        let port = try #require(proxy.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)?.1, "\(proxy.errors)")
        let machine = try TwoMachines.shared.get().proxy
        for host in ["http3", "alias", "long", "silent", "plain", "given"] {
            let url = "https://\(host).test:\(try site.port("good"))/"
            let answer = try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)", "--insecure", url], on: machine)
            #expect(answer.connect == 200, "\(host)")
        }
        let expected: Set<String> = ["http3.test", "alias.test", "long.test", "plain.test"]
        #expect(try holds(within: 60) { try expected.isSubset(of: Set(Self.services(in: recording).keys)) })
        let services = try Self.services(in: recording)
        for host in ["http3.test", "alias.test", "long.test"] {
            #expect(services[host]?["alpn"] as? [String] == ["h3", "h2"], "\(host)")
            #expect(services[host]?["http3"] as? Bool == true && services[host]?["ech"] as? Bool == true, "\(host)")
        }
        #expect(services["plain.test"]?["records"] as? Int == 0 && services["plain.test"]?["http3"] as? Bool == false)
        proxy.signal(SIGTERM)
        #expect(proxy.end() == 0)
        // Not answered is not known, and what an option resolves is never asked for.
        #expect(try Set(Self.services(in: recording).keys) == expected)
        #expect(!server.lines.contains { $0.contains("given.test") })
        let report = try Program(Repository.program, ["report", "--verbose", recording.path])
        // The certificate is that of another name.
        #expect(report.end() == 1, "\(report.errors)")
        let text = report.output.replacing("\n", with: " ").replacing(#/ +/#, with: " ")
        #expect(text.contains("3 hosts may use HTTP/3 (QUIC), which no HTTP proxy sees"), "\(report.output)")
    }

    @Test func nothingIsAskedWhereOnlyWhatIsNeededIs() throws {
        let server = try NameServer()
        let site = try TwoMachines.site.get()
        let recording = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        defer { unlink(recording.path) }
        let url = "https://http3.test:\(try site.port("good"))/"
        let run = try server.program([
            "run", "--examine", "needed", "--mode", "observe", "--ca-file", site.root, "--events", recording.path, "--",
            "curl", "-sS", "--insecure", url,
        ])
        #expect(run.end() == 1, "\(run.errors)")
        #expect(try Self.services(in: recording).isEmpty)
        #expect(!server.lines.contains { $0.hasPrefix("65 ") })
    }
}

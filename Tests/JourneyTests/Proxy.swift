import Foundation

/// A proxy under test, run as a user would run it: the program, on a free port, with its recording in a file.
final class Proxy {
    /// The port that it listens on.
    let port: Int
    /// The process.
    let program: Program
    /// The file of its events.
    let recording: URL

    /// Starts `atsproxy serve` with those options besides, and waits until it listens. With `resolves` it finds the
    /// servers of the site by their names.
    init(
        _ options: String..., site: Site, adding more: [String] = [], resolves: Bool = true, policy: String? = nil
    ) throws {
        let folder = FileManager.default.temporaryDirectory
        recording = folder.appending(path: "events-\(UUID().uuidString).jsonl")
        var arguments = ["serve", "--listen", "127.0.0.1:0", "--events", recording.path]
        arguments += FileManager.default.fileExists(atPath: site.root) ? ["--ca-file", site.root] : site.trust
        arguments += (resolves ? site.resolve : []) + options + more
        if let policy {
            let file = folder.appending(path: "policy-\(UUID().uuidString).json")
            try policy.write(to: file, atomically: true, encoding: .utf8)
            arguments += ["--policy", file.path]
        }
        program = try Program(Repository.program, arguments)
        let started = program
        guard holds({ started.errors.contains("listening on ") || !started.isRunning }),
            let address = program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#), let port = Int(address.1)
        else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
        self.port = port
    }

    /// Starts `atsproxy serve` with those options alone on another machine, and waits until it listens.
    init(on machine: TwoMachines.Machine, site: Site, _ options: [String], policy: String? = nil) throws {
        let folder = FileManager.default.temporaryDirectory
        recording = folder.appending(path: "events-\(UUID().uuidString).jsonl")
        var arguments = ["serve", "--events", recording.path, "--ca-file", site.root] + options
        if let policy {
            let file = folder.appending(path: "policy-\(UUID().uuidString).json")
            try policy.write(to: file, atomically: true, encoding: .utf8)
            arguments += ["--policy", file.path]
        }
        program = try machine.program(Repository.program, arguments)
        port = 0
        let started = program
        guard holds({ started.errors.contains("listening transparently on [") || !started.isRunning }),
            program.isRunning
        else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
    }

    deinit {
        program.stop()
        unlink(recording.path)
    }

    /// The events recorded so far, without the policies and the trust store, with which a recording begins.
    func events() throws -> [[String: Any]] {
        // A line that is being written has no end yet.
        let text = try String(contentsOf: recording, encoding: .utf8)
        let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
        return try whole.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.filter { !["policy", "trust"].contains($0["event"] as? String) }
    }

    /// The first decision about that host, waited for.
    func decision(about host: String) throws -> DecisionFacts {
        var found: [String: Any]?
        _ = try holds {
            found = try events().first { $0["event"] as? String == "decision" && $0["host"] as? String == host }
            return found != nil
        }
        guard let found else { throw JourneyError(text: "no decision about \(host) was recorded") }
        return DecisionFacts(found)
    }

    /// Runs curl through this proxy.
    func curl(_ options: String...) throws -> Answer {
        try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)"] + options)
    }

    /// The most memory that was resident at any time, in KiB.
    func peakKiB() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        guard let line = status.firstMatch(of: #/VmHWM:\s+(\d+)/#), let size = Int(line.1) else {
            throw JourneyError(text: "no memory is stated of process \(program.identifier)")
        }
        return size
    }
}

/// What journeys look at in a `decision` event.
struct DecisionFacts {
    let decision: String
    let violations: [String]
    let warnings: [String]
    let notes: [String]
    let exceptions: [[String: Any]]
    let event: [String: Any]

    init(_ event: [String: Any]) {
        func objects(_ name: String) -> [[String: Any]] { event[name] as? [[String: Any]] ?? [] }
        self.event = event
        decision = event["decision"] as? String ?? ""
        violations = objects("violations").compactMap { $0["rule"] as? String }.sorted()
        warnings = objects("warnings").compactMap { $0["rule"] as? String }.sorted()
        notes = objects("notes").compactMap { $0["message"] as? String }
        exceptions = objects("violations").compactMap { $0["exception"] as? [String: Any] }
    }
}

/// What a client got.
struct Answer {
    /// curl's exit status.
    let exit: Int32
    /// The status that the proxy gave to CONNECT; 0 where there was none.
    let connect: Int
    /// The status of the response; 0 where there was none.
    let status: Int
    /// The heads of all replies, and the body.
    let output: String
    /// What curl said on standard error.
    let errors: String

    /// What curl gets with those options, from that machine if it is not this one.
    init(curl options: [String], on machine: TwoMachines.Machine? = nil) throws {
        let command = (machine?.entering ?? []) + ["/usr/bin/curl"]
        let client = try Program(
            command[0],
            command.dropFirst() + ["--silent", "--show-error", "--include", "--max-time", "60", "--noproxy", ""]
                + ["--write-out", "\n%{http_connect} %{http_code}"] + options)
        exit = client.end()
        let text = client.output
        let codes = text.split(separator: "\n").last?.split(separator: " ").compactMap { Int($0) } ?? []
        connect = codes.first ?? 0
        status = codes.last ?? 0
        output = text
        errors = client.errors
    }
}

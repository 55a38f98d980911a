import Foundation

/// An upstream proxy of a test, on a free port of loopback, ended with this object.
final class UpstreamProxyProgram {
    /// The port that it listens on.
    let port: Int
    /// The URL for `--upstream-proxy`.
    let url: String
    private let folder: URL
    private let program: Program

    /// The name and the password that upstream proxies with a password ask for.
    static let credentials = "upstream:s3cret"

    deinit {
        // It inherits the blocked signals of the thread of the test, so that no other signal ends it.
        program.signal(SIGKILL)
        _ = program.end()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path): \(error)\n".utf8))
        }
    }

    /// What it has logged of requests, one a line.
    var log: String {
        FileManager.default.contents(atPath: folder.appending(path: "log").path).map {
            String(decoding: $0, as: UTF8.self)
        } ?? ""
    }

    /// How many requests of that method and target it has logged.
    func requests(_ method: String, _ target: String) -> Int {
        log.split(separator: "\n").count { $0.contains(" \(method) ") && $0.contains(target) }
    }

    private init(
        _ command: String, port: Int, host: String = "127.0.0.1", in folder: URL, _ arguments: [String]
    ) throws {
        self.port = port
        self.folder = folder
        url = "http://\(host):\(port)"
        program = try Program(command, arguments)
        let started = program
        guard holds({ Self.answers(at: host, port) || !started.isRunning }), started.isRunning else {
            throw JourneyError(text: "\(command) did not start: \(program.output) \(program.errors)")
        }
    }

    private static func answers(at host: String, _ port: Int) -> Bool {
        let probe = try? Program(
            "/usr/bin/curl", ["--silent", "--output", "/dev/null", "--noproxy", "*", "http://\(host):\(port)/"])
        return probe?.end() != 7
    }

    private static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "upstream-proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // squid gives its privileges up, and then writes its log.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        return folder
    }

    private static func freePort() throws -> Int {
        let output = try Client.output("free_port").trimmingCharacters(in: .newlines)
        guard let port = Int(output) else { throw JourneyError(text: "no port: \(output)") }
        return port
    }
}

extension UpstreamProxyProgram {
    /// squid, which finds the servers of the site by their names.
    static func squid(for site: Site, asksForPassword: Bool = false, host: String = "127.0.0.1") throws
        -> UpstreamProxyProgram
    {
        let (folder, port) = (try makeFolder(), try freePort())
        func path(_ name: String) -> String { folder.appending(path: name).path }
        let names = site.ports.keys.map { "127.0.0.1 \($0).test\n" }.joined()
        try names.write(toFile: path("hosts"), atomically: true, encoding: .utf8)
        var lines = [
            "http_port \(host):\(port)", "hosts_file \(path("hosts"))", "cache deny all", "pid_filename none",
            "access_log stdio:\(path("log"))", "cache_log \(path("cache.log"))", "coredump_dir \(folder.path)",
            "shutdown_lifetime 0 seconds", "buffered_logs off",
        ]
        if asksForPassword {
            let hash = try Program("/usr/bin/openssl", ["passwd", "-apr1", "s3cret"])
            guard hash.end() == 0 else { throw JourneyError(text: hash.errors) }
            try "upstream:\(hash.output)".write(toFile: path("users"), atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path("users"))
            lines += [
                "auth_param basic program /usr/lib/squid/basic_ncsa_auth \(path("users"))",
                "acl known proxy_auth REQUIRED", "http_access allow known", "http_access deny all",
            ]
        } else {
            lines.append("http_access allow all")
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path("conf"), atomically: true, encoding: .utf8)
        return try UpstreamProxyProgram(
            "/usr/sbin/squid", port: port, host: host, in: folder, ["-N", "-f", path("conf")])
    }

    /// tinyproxy, which finds servers by the names of the system alone.
    static func tinyproxy(asksForPassword: Bool = false) throws -> UpstreamProxyProgram {
        let (folder, port) = (try makeFolder(), try freePort())
        func path(_ name: String) -> String { folder.appending(path: name).path }
        var lines = [
            "Port \(port)", "Listen 127.0.0.1", "Timeout 60", "LogFile \"\(path("log"))\"", "LogLevel Connect",
            "MaxClients 50", "Allow 127.0.0.1",
        ]
        if asksForPassword { lines.append("BasicAuth upstream s3cret") }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path("conf"), atomically: true, encoding: .utf8)
        return try UpstreamProxyProgram("/usr/bin/tinyproxy", port: port, in: folder, ["-d", "-c", path("conf")])
    }

    /// A file with that text, for `--upstream-auth`, which nobody else reads.
    static func credentialsFile(_ text: String = credentials) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "credentials-\(UUID().uuidString)").path
        try write(text, to: path)
        return path
    }

    /// Replaces the text of such a file.
    static func write(_ text: String, to path: String) throws {
        try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}

/// An upstream proxy that fails in one way.
final class MisbehavingUpstreamProxy {
    let url: String
    private let program: Program

    convenience init(_ how: String) throws { try self.init(client: "misbehaving_upstream_proxy", [how]) }

    /// An upstream proxy that is that client, which prints its port.
    init(client: String, _ arguments: [String] = []) throws {
        program = try Client.start(client, arguments)
        let started = program
        guard holds({ started.output.hasSuffix("\n") || !started.isRunning }), started.isRunning else {
            throw JourneyError(text: "the upstream proxy did not start: \(program.errors)")
        }
        url = "http://127.0.0.1:\(program.output.trimmingCharacters(in: .newlines))"
    }

    deinit {
        program.signal(SIGKILL)
        _ = program.end()
    }
}

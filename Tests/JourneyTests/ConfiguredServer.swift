import Foundation

/// A real server on a free port of loopback, whose lines about TLS a test chooses and changes.
final class ConfiguredServer {
    /// The software.
    enum Kind: String, CaseIterable, Sendable {
        case nginx, apache, haproxy, caddy
    }

    /// The port that it listens on.
    let port: Int
    /// The lines about TLS.
    private(set) var lines: [String]
    private let kind: Kind
    private let site: Site
    private let folder: URL
    private var program: Program?

    /// Starts a server of the site's certificate for `tls12.test`, with those lines about TLS.
    init(_ kind: Kind, of site: Site, lines: [String]) throws {
        (self.kind, self.site, self.lines) = (kind, site, lines)
        folder = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = try Client.output("free_port").trimmingCharacters(in: .newlines)
        guard let port = Int(output) else { throw JourneyError(text: "no port: \(output)") }
        self.port = port
        try writeBundle()
        try start()
    }

    deinit {
        program?.stop()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path): \(error)\n".utf8))
        }
    }

    /// Starts the server anew with further lines, each in place of those of the same directive.
    func restart(with new: [String]) throws {
        // The options of Caddy stand in the braces of tls, which its configuration has already.
        let options = new.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "tls {" && $0 != "}" }
        let replaced = Set(options.map(Self.directive))
        lines = lines.filter { !replaced.contains(Self.directive(of: $0)) } + options
        program?.stop()
        try start()
    }

    /// The words of a line that name what it sets.
    private static func directive(of line: String) -> String {
        let words = line.split(separator: " ").map(String.init)
        let isCommand = words.first == "ssl_conf_command" || words.first == "SSLOpenSSLConfCmd"
        return words.prefix(isCommand ? 2 : 1).joined(separator: " ")
    }

    private func start() throws {
        let path = folder.appending(path: "configuration").path
        try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let started = try Program(command, arguments(path), environment: ["HOME": folder.path])
        program = started
        let port = String(port)
        let answers = holds(within: 30) {
            let probe = try? Program(
                "/usr/bin/curl", ["--silent", "--output", "/dev/null", "--noproxy", "*", "http://127.0.0.1:\(port)/"])
            return probe?.end() != 7 || !started.isRunning
        }
        guard answers, started.isRunning else {
            throw JourneyError(text: "\(kind) did not start: \(started.output) \(started.errors)\n\(text)")
        }
    }

    private var command: String {
        switch kind {
        case .nginx: return "/usr/sbin/nginx"
        case .apache: return "/usr/sbin/apache2"
        case .haproxy: return "/usr/sbin/haproxy"
        case .caddy: return "/usr/bin/caddy"
        }
    }

    private func arguments(_ path: String) -> [String] {
        switch kind {
        case .nginx: return ["-p", folder.path, "-c", path]
        case .apache: return ["-X", "-f", path]
        case .haproxy: return ["-f", path]
        case .caddy: return ["run", "--config", path, "--adapter", "caddyfile"]
        }
    }

    private var text: String {
        let (chain, key) = ("\(site.folder.path)/sound-rsa.pem", "\(site.folder.path)/rsa.key")
        let tls = lines.joined(separator: "\n")
        switch kind {
        case .nginx:
            return """
                daemon off;
                pid \(folder.path)/pid;
                error_log \(folder.path)/log;
                events { }
                http {
                    access_log off;
                    client_body_temp_path \(folder.path)/body;
                    proxy_temp_path \(folder.path)/proxy;
                    fastcgi_temp_path \(folder.path)/fastcgi;
                    uwsgi_temp_path \(folder.path)/uwsgi;
                    scgi_temp_path \(folder.path)/scgi;
                    server {
                        listen 127.0.0.1:\(port) ssl;
                        ssl_certificate \(chain);
                        ssl_certificate_key \(key);
                        \(tls)
                    }
                }
                """
        case .apache:
            return """
                ServerRoot \(folder.path)
                ServerName 127.0.0.1
                PidFile \(folder.path)/pid
                ErrorLog \(folder.path)/log
                LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
                LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
                LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
                Mutex file:\(folder.path)
                User nobody
                Group nogroup
                Listen 127.0.0.1:\(port)
                <VirtualHost *:\(port)>
                SSLEngine on
                SSLCertificateFile \(chain)
                SSLCertificateKeyFile \(key)
                \(tls)
                </VirtualHost>
                """
        case .haproxy:
            // One file has the chain and the key.
            return """
                global
                \(tls)
                defaults
                mode http
                timeout connect 5s
                timeout client 5s
                timeout server 5s
                frontend site
                bind 127.0.0.1:\(port) ssl crt \(bundle.path)
                http-request return status 200
                """
        case .caddy:
            return """
                {
                    admin off
                    auto_https off
                }
                https://tls12.test:\(port) {
                    bind 127.0.0.1
                    respond ok
                    tls \(chain) \(key) {
                        \(tls)
                    }
                }
                """
        }
    }

    /// A file with the chain and the key.
    private var bundle: URL { folder.appending(path: "bundle.pem") }

    private func writeBundle() throws {
        let parts = try ["sound-rsa.pem", "rsa.key"].map { try Data(contentsOf: site.folder.appending(path: $0)) }
        try Data(parts.joined()).write(to: bundle)
    }
}

import Foundation

/// The servers of `watched-site`, and an nginx whose certificate a test replaces.
final class WatchedSite {
    private let site: Site
    private var nginx: Program?

    /// The URL of nginx.
    let url: String

    init() throws {
        site = try Site("watched-site")
        url = "https://swapped.test:\(try site.port("swapped"))"
    }

    /// The roots of both authorities.
    var roots: String { path("roots.pem") }

    /// The port of a server.
    func port(_ name: String) throws -> Int { try site.port(name) }

    /// Lets nginx answer with a certificate, and waits until it does.
    func use(_ name: String) throws {
        for kind in ["pem", "key"] {
            try Data(contentsOf: URL(filePath: path("\(name).\(kind)"))).write(
                to: URL(filePath: path("current.\(kind)")))
        }
        if let nginx, nginx.isRunning {
            nginx.signal(SIGHUP)
        } else {
            nginx = try Program("/usr/sbin/nginx", ["-p", site.folder.path, "-c", path("nginx.conf")])
        }
        let expected = try text(of: ["x509", "-in", path("\(name).pem"), "-noout", "-fingerprint"])
        let port = try site.port("swapped")
        let served = try holds {
            let client = try Program(
                "/bin/sh",
                [
                    "-c",
                    "openssl s_client -connect 127.0.0.1:\(port) </dev/null 2>/dev/null | openssl x509 -noout -fingerprint",
                ])
            _ = client.end()
            return client.output == expected
        }
        guard served else { throw JourneyError(text: "nginx does not serve \(name)") }
    }

    /// Stops nginx.
    func stop() {
        nginx?.stop()
        nginx = nil
    }

    /// The pin of a certificate's key.
    func pin(of name: String) throws -> String {
        let client = try Program(
            "/bin/sh",
            [
                "-c",
                "openssl x509 -in \(path("\(name).pem")) -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64",
            ])
        _ = client.end()
        return client.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The most connections at once since the last question.
    func counts() throws -> Counts {
        let port = try site.port("counts")
        let client = try Program("/bin/bash", ["-c", "cat </dev/tcp/127.0.0.1/\(port)"])
        _ = client.end()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Counts.self, from: Data(client.output.utf8))
    }

    struct Counts: Decodable {
        var largest: Int
        var largestOfAddress: Int
        var addresses: Int
    }

    private func path(_ name: String) -> String { site.folder.appending(path: name).path }

    private func text(of arguments: [String]) throws -> String {
        let program = try Program("/usr/bin/openssl", arguments)
        _ = program.end()
        return program.output
    }
}

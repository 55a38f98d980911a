import Foundation
import Testing

/// Two gibibytes each way, through a tunnel and as plain HTTP, whole and in bounded memory.
@Suite(.serialized) struct TransferJourneyTests {
    /// SHA-256 of 2 GiB of zeros, which is what `test-site` serves as `/big`.
    static let digest = "a7c744c13cc101ed66c29f672f92455547889cc586ce6d44fe76ae824958ea51"

    @Test(arguments: [["--proxytunnel"], []])
    func aDownloadArrivesWhole(options: [String]) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let url = try site.url("plain", "/big", scheme: "http")
        let command =
            "curl -sS --noproxy '' -x http://127.0.0.1:\(proxy.port) \(options.joined(separator: " ")) \(url) | sha256sum"
        let client = try Program("/bin/bash", ["-o", "pipefail", "-c", command])
        #expect(client.end() == 0)
        #expect(client.output.hasPrefix(Self.digest))
        #expect(try proxy.peakKiB() < 100 * 1024)
    }

    @Test(arguments: [["--proxytunnel"], []])
    func anUploadArrivesWhole(options: [String]) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let file = site.folder.appending(path: "files/big").path
        let client = try Program(
            "/usr/bin/curl",
            ["-sS", "--noproxy", "", "-x", "http://127.0.0.1:\(proxy.port)"] + options
                + ["--upload-file", file, try site.url("origin", "/up", scheme: "http")])
        #expect(client.end() == 0)
        #expect(client.output.contains(#""length": 2147483648"#))
        #expect(client.output.contains(Self.digest))
        #expect(try proxy.peakKiB() < 100 * 1024)
    }

    /// Who sends without end to somebody who does not read: chunks of a body, which are read on their way, requests
    /// ahead of the one that is being answered, and bytes of a tunnel in which the client has not yet shown what it
    /// thinks of the server.
    enum Flood: String, CaseIterable {
        case chunkedResponse, chunkedRequest, requestsAhead, tunnel
    }

    @Test(arguments: Flood.allCases)
    func aFloodIsHeldBack(flood: Flood) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", "--examine", "needed", "--workers", "1", site: site)
        let client = try Client.start("flood", ["\(proxy.port)", site.folder.path, flood.rawValue])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(try proxy.peakKiB() < 100 * 1024)
    }

    /// A client that does not read holds the origin back, and the proxy does not pile up what it sends.
    @Test func aClientThatDoesNotReadCostsNoMemory() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let url = try site.url("plain", "/big", scheme: "http")
        let client = try Client.start("read_nothing", ["\(proxy.port)", url, "plain.test:\(try site.port("plain"))"])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(try proxy.peakKiB() < 100 * 1024)
    }
}

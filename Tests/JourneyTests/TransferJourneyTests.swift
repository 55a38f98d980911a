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
        case chunkedResponse = """
            def serve(s):
                s.recv(65536)
                s.sendall(b"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n")
                flood(s, chunk)
            start()
            proxy.sendall(b"GET http://127.0.0.1:%d/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" % port)
            time.sleep(3)
            """
        case chunkedRequest = """
            def serve(s): time.sleep(20)
            start()
            proxy.sendall(b"POST http://127.0.0.1:%d/ HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n" % port)
            flood(proxy, chunk)
            """
        case requestsAhead = """
            def serve(s): time.sleep(20)
            start()
            request = b"GET http://127.0.0.1:%d/ HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" % port
            flood(proxy, request * 1000)
            """
        case tunnel = """
            def serve(s):
                received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(folder + "/good.pem", folder + "/good.key")
                tls = context.wrap_bio(received, sent, server_side=True)
                received.write(s.recv(65536))
                try: tls.do_handshake()
                except ssl.SSLWantReadError: pass
                s.sendall(sent.read())
                flood(s, b"\\x17\\x03\\x03\\x40\\x00" + bytes(16384))
            start()
            proxy.sendall(b"CONNECT 127.0.0.1:%d HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" % port)
            proxy.recv(1000)
            received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = ssl.create_default_context().wrap_bio(received, sent, server_hostname="good.test")
            try: tls.do_handshake()
            except ssl.SSLWantReadError: pass
            proxy.sendall(sent.read())
            time.sleep(3)
            """
    }

    @Test(arguments: Flood.allCases)
    func aFloodIsHeldBack(flood: Flood) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", "--examine", "needed", "--workers", "1", site: site)
        let script = """
            import socket, ssl, threading, time
            folder = "\(site.folder.path)"
            proxy = socket.create_connection(("127.0.0.1", \(proxy.port)))
            chunk = b"10000\\r\\n" + bytes(65536) + b"\\r\\n"
            def flood(s, data):
                s.settimeout(1)
                try:
                    for _ in range((400 << 20) // len(data)): s.sendall(data)
                except OSError: pass
            def start():
                global port
                server = socket.create_server(("127.0.0.1", 0))
                port = server.getsockname()[1]
                threading.Thread(target=lambda: serve(server.accept()[0]), daemon=True).start()

            """
        let client = try Program("/usr/bin/python3", ["-c", script + flood.rawValue])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(try proxy.peakKiB() < 100 * 1024)
    }

    /// A client that does not read holds the origin back, and the proxy does not pile up what it sends.
    @Test func aClientThatDoesNotReadCostsNoMemory() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", site: site)
        let script = """
            import socket, time
            s = socket.create_connection(("127.0.0.1", \(proxy.port)))
            s.sendall(b"GET \(try site.url("plain", "/big", scheme: "http")) HTTP/1.1\\r\\nHost: plain.test:\(try site.port("plain"))\\r\\n\\r\\n")
            time.sleep(2)
            """
        #expect(try Program("/usr/bin/python3", ["-c", script]).end() == 0)
        #expect(try proxy.peakKiB() < 100 * 1024)
    }
}

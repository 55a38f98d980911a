import Foundation
import Testing

/// One client cannot take the probes that the others need.
@Suite struct ProbeShareJourneyTests {
    /// A client asks for servers that never answer, as often as its share lets it; another one is served all the same.
    /// Who asks for what is known, or under way already, takes no share.
    @Test func tarpitsOfOneClientStarveNoOther() throws {
        let site = try Site.judged.get()
        let port = try site.port("tls13")
        let proxy = try Proxy(
            "--workers", "1", "--limit", "examinations-per-client=2", "--examine", "needed", "--resolve",
            "tarpit.test:*:127.0.0.1",
            site: site)
        let client = try Program(
            "/usr/bin/python3",
            [
                "-c",
                """
                import socket
                tarpits = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
                def ask(client, target):
                    s = socket.create_connection(("127.0.0.1", \(proxy.port)), 20, source_address=(client, 0))
                    s.sendall(f"CONNECT {target} HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n".encode())
                    return s
                def head(s):
                    data = b""
                    while b"\\r\\n\\r\\n" not in data: data += s.recv(65536)
                    return data.decode()
                names = [f"tarpit.test:{tarpit.getsockname()[1]}" for tarpit in tarpits]
                print(head(ask("127.0.0.1", "tls13.test:\(port)")).split()[1])
                held = [(ask("127.0.0.1", name), tarpit.accept()) for name, tarpit in zip(names, tarpits[:2])]
                refused = head(ask("127.0.0.1", names[2]))
                print(refused.split()[1], "Retry-After: " in refused)
                print(head(ask("127.0.0.1", "tls13.test:\(port)")).split()[1])
                held.append((ask("127.0.0.2", names[2]), tarpits[2].accept()))
                print(head(ask("127.0.0.2", "tls12.test:\(try site.port("tls12"))")).split()[1])
                """,
            ])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(client.output == "200\n503 True\n200\n200\n")
    }
}

import Foundation
import Testing

/// Every fault of clients and servers, in order, against one process, for most of them with 256 descriptors; after each
/// it serves the next request. The list itself is `Tests/Scripts/fault-list`.
@Suite struct FaultJourneyTests {
    /// The names that the servers with faults are reached by, besides those of the site.
    private static let names = [
        "echoing", "late", "half", "mute", "stalls", "garbage", "records", "slams", "spits", "tears", "drips",
        "endless",
        "interim", "lengths", "huge", "blackhole", "refusing", "patient",
    ]

    private static let configuration = """
        limits: {request-head: 2, keep-alive-idle: 8, response-head: 2, body-idle: 5, closing: 2, tunnel-hello: 1}
        connect-timeout: 2
        handshake-timeout: 2
        examine: needed
        drain-timeout: 3
        listeners:
          - {listen: "127.0.0.1:0", mode: observe}
          - {listen: "127.0.0.1:0", mode: enforce}
        """

    @Test func afterEachFaultTheNextRequestIsServed() throws {
        let site = try Site.shared.get()
        let folder = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (file, events) = (folder.appending(path: "atsproxy.yaml").path, folder.appending(path: "events").path)
        try Self.configuration.write(toFile: file, atomically: true, encoding: .utf8)
        let resolve = Self.names.flatMap { ["--resolve", "\($0).test:*:127.0.0.1"] }
        let proxy = try Program(
            Repository.program,
            ["serve", "--config", file, "--events", events, "--ca-file", site.root] + site.resolve + resolve)
        #expect(holds { proxy.errors.components(separatedBy: "listening on ").count == 3 }, "\(proxy.errors)")
        let ports = proxy.errors.matches(of: #/listening on 127\.0\.0\.1:(\d+)/#).map { String($0.1) }
        var told: [String: Any] = site.ports
        told["folder"] = site.folder.path
        let list = try Program(
            Repository.root.appending(path: "Tests/Scripts/fault-list").path,
            [String(decoding: try JSONSerialization.data(withJSONObject: told), as: UTF8.self)] + ports
                + ["\(proxy.identifier)"])
        let status = list.end()
        #expect(status == 0, "\(list.output)\(list.errors)")
        // A list that was broken off has not come to its signal.
        if status != 0 { proxy.stop() }
        #expect(list.output.hasSuffix("SIGTERM with tunnels open\n"))
        let tunnels = list.output.firstMatch(of: #/(\d+) idle tunnels/#).flatMap { Int($0.1) } ?? 0
        #expect(tunnels > 0)
        if tunnels < 9000 { print("the system's limit of descriptors allows \(tunnels) idle tunnels in place of 9000") }
        #expect(proxy.end() == 0, "\(proxy.errors)")
        let recording = try String(contentsOfFile: events, encoding: .utf8)
        for line in recording.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        try FileManager.default.removeItem(at: folder)
    }
}

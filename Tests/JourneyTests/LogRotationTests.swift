import Foundation
import Testing

/// `config/logrotate` with the real logrotate: no event is lost, and the proxy writes to the new file.
@Suite(.enabled(if: Logrotate.isInstalled, "logrotate is not installed.")) struct LogRotationTests {
    @Test func rotatesARecordingWithoutLoss() throws {
        let site = try Site.shared.get()
        let folder = FileManager.default.temporaryDirectory.appending(path: "rotation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(at: folder) }
        let recording = folder.appending(path: "events.jsonl")
        let proxy = try Proxy("--mode", "observe", "--events", recording.path, site: site)
        let configuration = try adapted(to: folder, process: proxy.program.identifier)

        for number in 1...3 {
            #expect(try proxy.curl(try site.url("origin", "/\(number)", scheme: "http")).status == 200)
            let rotation = try Program(
                Logrotate.path, ["--force", "--state", folder.appending(path: "state").path, configuration.path])
            #expect(rotation.end() == 0, "\(rotation.errors)")
            #expect(holds { FileManager.default.fileExists(atPath: recording.path) }, "the proxy made no new file")
            // The name of a rotated file has the second, in which there is no other one.
            let second = Date().timeIntervalSince1970.rounded(.down)
            #expect(holds { Date().timeIntervalSince1970.rounded(.down) > second })
        }
        #expect(proxy.program.stop() == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let files = names.filter { $0.hasPrefix("events.jsonl-") }.sorted()
        #expect(files.count == 3 && files.count { $0.hasSuffix(".gz") } == 2, "\(names)")
        let paths = files.map { folder.appending(path: $0).path } + [recording.path]
        let texts = try paths.map { try Program("/bin/sh", ["-c", "exec zcat -f \"$0\"", $0]).output(atEnd: 0) }
        for number in 1...3 {
            #expect(texts.joined().contains("\"path\":\"/\(number)\""), "the load \(number) is lost")
        }
    }

    /// The file as it is installed, for another folder, and with a signal in place of systemd.
    private func adapted(to folder: URL, process: Int32) throws -> URL {
        let file = Repository.root.appending(path: "config/logrotate")
        let text = try String(contentsOf: file, encoding: .utf8)
        let command = "if systemctl --quiet is-active atsproxy; then systemctl reload atsproxy; fi"
        #expect(text.contains(command) && text.contains("/var/log/atsproxy/"))
        let adapted = folder.appending(path: "logrotate.conf")
        try text.replacing("/var/log/atsproxy/", with: "\(folder.path)/").replacing(
            command, with: "kill -HUP \(process)"
        )
        .write(to: adapted, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: adapted.path)
        return adapted
    }
}

/// The program that rotates logs.
private enum Logrotate {
    static let path = "/usr/sbin/logrotate"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
}

extension Program {
    /// The output of a program that ends with this status.
    fileprivate func output(atEnd status: Int32) -> String {
        #expect(end() == status, "\(errors)")
        return output
    }
}

import DataFiles
import Foundation
import Testing
import TransportSecurity

@testable import DataInUse
@testable import atsproxy

/// Updates of data files by a proxy that runs.
@Suite struct DataServeJourneyTests {
    /// A proxy that updates its list of logs from that address.
    private func serve(_ data: DataSite, from url: String, daily: Bool = true, _ options: [String] = []) throws
        -> Running
    {
        let suffixes = try data.url("suffixes")
        let arguments =
            ["serve", "--listen", "127.0.0.1:0", "--console", "off", "--examine", "needed", "--verdict-ttl", "0"]
            + (daily ? ["--update-data", "daily"] : [])
            + ["--data-source", "ct-log-list=\(url)", "--data-source", "public-suffixes=\(suffixes)"]
            + data.options + ["--resolve", "no-sct.test:*:127.0.0.1"] + options
        return try Running(try data.start(arguments), data.site)
    }

    private final class Running {
        let program: Program
        private let port: Int
        private let site: Site

        init(_ program: Program, _ site: Site) throws {
            self.program = program
            self.site = site
            guard holds({ program.errors.contains("listening on ") || !program.isRunning }),
                let address = program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#),
                let port = Int(address.1)
            else { throw JourneyError(text: "the proxy did not start: \(program.errors)") }
            self.port = port
        }

        deinit {
            program.stop()
        }

        /// The proxy's answer to CONNECT to the server whose certificate has no timestamps.
        func connect() throws -> Int {
            try Answer(curl: [
                "--proxy", "http://127.0.0.1:\(port)", "--insecure", "https://no-sct.test:\(try site.port("no-sct"))/",
            ]).connect
        }
    }

    /// What the answer is under the shipped list, which is of some age.
    private var statusUnderShippedList: Int {
        let list = TransparencyLogList(date: DataFileContent.date(.logList, ShippedFile.bytes(of: .logList)), logs: [])
        return list.isStale(at: Instant(seconds: Int64(Date().timeIntervalSince1970))) ? 200 : 403
    }

    private func publishSuffixes(_ data: DataSite) throws {
        try data.publish(String(decoding: ShippedFile.bytes(of: .publicSuffixes), as: UTF8.self), as: "suffixes")
    }

    /// Options of `serve`, the place of updated files in the environment, and words of the sentence.
    static let withoutEffect: [(options: [String], place: [String: String], words: String)] = [
        (["--update-data", "daily"], ["HOME": "relative"], "nor XDG_DATA_HOME nor HOME is an absolute path."),
        (["--update-data", "daily"], ["HOME": "/dev/null"], "/dev/null/.local/share/atsproxy cannot be written."),
        (
            ["--data-source", "ct-log-list=https://good.test/list"], [:],
            "data-source has no effect, because update-data is not daily."
        ),
    ]

    /// What an update cannot do is said before the proxy starts, and also while its configuration is checked only.
    @Test(arguments: withoutEffect)
    func settingsWithoutEffectAreSaid(row: (options: [String], place: [String: String], words: String)) throws {
        var environment = ["STATE_DIRECTORY": "", "XDG_DATA_HOME": ""]
        environment.merge(row.place) { $1 }
        for mode in [["--check-config"], ["--listen", "127.0.0.1:0", "--console", "off"]] {
            let program = try Program(Repository.program, ["serve"] + mode + row.options, environment: environment)
            defer { program.stop() }
            #expect(holds { program.errors.contains(row.words) || !program.isRunning })
            #expect((program.output + program.errors).contains(row.words), "\(mode): \(program.errors)")
        }
    }

    /// A list that was recent at the start becomes too old while the proxy runs, and is too old at a reload.
    @Test func aListThatBecomesTooOldIsSaid() throws {
        let data = try DataSite()
        let path = data.directory.deletingLastPathComponent().appending(path: "aging.json")
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try DataSite.logList(of: DataSite.date(in: 3 - 60 * 86_400)).write(to: path, atomically: true, encoding: .utf8)
        let proxy = try serve(data, from: data.url("missing"), daily: false, ["--ct-log-list", path.path])
        let warning = #/the list of CT logs is of .*, too old to be enforced;/#
        func count() -> Int { proxy.program.errors.matches(of: warning).count }
        #expect(holds { count() == 1 }, "\(proxy.program.errors)")
        #expect(try proxy.connect() == 200)
        proxy.program.signal(SIGHUP)
        #expect(holds { count() == 2 }, "\(proxy.program.errors)")
    }

    @Test func aReloadTakesOverWhatAPersonHasFetched() throws {
        let data = try DataSite()
        try publishSuffixes(data)
        // Nothing is there at first, so that loads are judged by the shipped list.
        let url = try data.url("list")
        let proxy = try serve(data, from: url)
        #expect(
            holds { proxy.program.errors.contains("ct-log-list of \(ShippedFile.date(of: .logList)) stays in use: ") })
        #expect(try proxy.connect() == statusUnderShippedList)
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        // The settings are the same, so that a reload asks no source. The update of a person is taken over by it.
        try #require(try data.update("ct-log-list", from: url).status == 0)
        #expect(try proxy.connect() == statusUnderShippedList)
        proxy.program.signal(SIGHUP)
        #expect(holds { proxy.program.errors.contains("atsproxy: reloaded") })
        #expect(try holds { try proxy.connect() == 403 })
    }

    @Test func aProxyTakesOverWhatItFetchesItself() throws {
        let data = try DataSite()
        try publishSuffixes(data)
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        let proxy = try serve(data, from: data.url("list"))
        #expect(
            holds { proxy.program.errors.contains("ct-log-list: updated from \(ShippedFile.date(of: .logList)) to ") })
        #expect(try proxy.connect() == 403)
        #expect(data.names == [DataFileKind.logList.fileName, "checked"])
        // Another proxy at the same place finds that the sources were asked today.
        let second = try serve(data, from: data.url("missing"))
        #expect(try second.connect() == 403)
        #expect(!second.program.errors.contains("stays in use"))
    }

    @Test func aProxyFetchesNothingUnlessItIsTold() throws {
        let data = try DataSite()
        try publishSuffixes(data)
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        let proxy = try serve(data, from: data.url("list"), daily: false)
        #expect(try proxy.connect() == statusUnderShippedList)
        #expect(proxy.program.stop() == 0)
        #expect(data.names == [])
    }

    @Test func theProxyUpdatesThroughItsUpstreamProxy() throws {
        let data = try DataSite()
        try publishSuffixes(data)
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        let upstreamProxy = try UpstreamProxyProgram.squid(for: data.site)
        let proxy = try serve(data, from: data.url("list"), ["--upstream-proxy", upstreamProxy.url])
        #expect(holds { proxy.program.errors.contains("ct-log-list: updated from ") }, "\(proxy.program.errors)")
        #expect(holds { upstreamProxy.requests("CONNECT", "good.test:") >= 2 })
    }
}

import DataFiles
import Foundation
import Testing

@testable import DataInUse
@testable import atsproxy

/// `atsproxy data update` and `data status` against publishers on loopback.
@Suite struct DataUpdateJourneyTests {
    private let name = DataFileKind.logList.fileName

    @Test(arguments: ["plain", "chunked", "closed"])
    func aNewerFileIsPutInItsPlace(how: String) throws {
        let data = try DataSite()
        let list = try DataSite.logList(of: DataSite.date())
        try data.publish(list, as: "list")
        let result = try data.update("ct-log-list", from: data.url("list", how))
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(result.output.hasPrefix("ct-log-list: updated from \(ShippedFile.date(of: .logList)) to "))
        #expect(data.updated(name) == list)
        #expect(data.names == [name])
        // The same once more.
        let again = try data.update("ct-log-list", from: data.url("list", how))
        #expect(again.status == 0 && again.output.contains("which is the newest that https://good.test:"))
    }

    @Test func publicSuffixesAndRootsAreUpdatedAsWell() throws {
        let data = try DataSite()
        let version = try #require(
            String(decoding: ShippedFile.bytes(of: .publicSuffixes).prefix(2000), as: UTF8.self)
                .firstMatch(of: #/VERSION: (\S+)/#))
        let tomorrow = DataSite.date(in: 3600).prefix(10)
        let suffixes = DataSite.shipped(
            .publicSuffixes, replacing: "\(version.1)", with: "\(tomorrow)_00-00-00_UTC")
        try data.publish(suffixes, as: "suffixes")
        try data.publish(
            DataSite.shipped(.roots, replacing: ShippedFile.date(of: .roots), with: "\(tomorrow)"), as: "roots")
        #expect(try data.update("public-suffixes", from: data.url("suffixes")).status == 0)
        #expect(data.updated(DataFileKind.publicSuffixes.fileName) == suffixes)
        #expect(try data.update("roots", from: data.url("roots")).status == 0)
        let version2 = try data.start(["--version"])
        #expect(version2.end() == 0)
        #expect(version2.output.contains("public_suffix_list.dat of \(tomorrow) (updated)\n"))
        #expect(version2.output.contains("apple-roots.pem of \(tomorrow) (updated)\n"))
    }

    /// What is published, how it is sent, from which publisher, the status, and words of the one sentence.
    static let refused: [(content: Content, how: String, server: String, status: Int32, words: String)] = [
        (.older, "plain", "good", 65, "is of 2020-01-01, which is older than the file in use"),
        (.future, "plain", "good", 65, "which is in the future"),
        (.small, "plain", "good", 65, "accepted logs, fewer than half of the"),
        (.retired, "plain", "good", 65, "holds no accepted logs"),
        (.text("<html>"), "plain", "good", 65, "is XML or HTML; it should be"),
        (.text("{"), "plain", "good", 65, "no valid JSON"),
        (.text(""), "plain", "good", 65, "is empty; it should be"),
        (
            .text(#"{"operators":[{"name":"Google","email":["a@b.test"],"logs":[]}]}"#), "plain", "good", 65,
            "mimics of logs"
        ),
        (.text(#"{"operators":[{"name":"A","logs":[]}]}"#), "plain", "good", 65, "does not name Apple's schema"),
        (.newer, "cut", "good", 69, "closed the connection before the end of the file"),
        (.newer, "cut-chunked", "good", 69, "closed the connection before the end of the file"),
        (.newer, "cut-closed", "good", 69, "closed the connection before the end of the file"),
        (.newer, "gzip", "good", 69, "in a coding that was not asked for"),
        (.newer, "huge", "good", 69, "sends more than a file of this kind may have"),
        // Bytes without an end, with little or no content.
        (.newer, "tiny-chunks", "good", 69, "sends more than a file of this kind may have"),
        (.newer, "continue", "good", 69, "sent no valid HTTP, or a longer header section"),
        (.newer, "no-http", "good", 69, "sent no valid HTTP"),
        (.newer, "404", "good", 69, "answered with the status 404"),
        (.newer, "301", "good", 69, "redirects (301) to https://elsewhere.test/list, which is not followed"),
        (.newer, "slow", "good", 69, "was too slow;"),
        (.newer, "stuck", "good", 69, "was too slow;"),
        (.newer, "plain", "expired", 69, "ATS would refuse the connection to expired.test:"),
    ]

    enum Content: Sendable {
        case newer, older, future, small, retired
        case text(String)

        func text() throws -> String {
            switch self {
            case .newer: return try DataSite.logList(of: DataSite.date())
            case .older: return try DataSite.logList(of: "2020-01-01T00:00:00Z")
            case .future: return try DataSite.logList(of: DataSite.date(in: 3 * 86_400))
            case .small: return try DataSite.logList(of: DataSite.date(), operators: 2)
            case .retired:
                let states = ["usable", "qualified", "readonly"]
                return states.reduce(try DataSite.logList(of: DataSite.date())) {
                    $0.replacing("\"\($1)\"", with: "\"rejected\"")
                }
            case .text(let text): return text
            }
        }
    }

    @Test(arguments: refused)
    func anythingElseIsRefusedInOneSentence(
        row: (content: Content, how: String, server: String, status: Int32, words: String)
    ) throws {
        let data = try DataSite()
        // What is in use stays as it is, byte for byte.
        let before = try DataSite.logList(of: DataSite.date(in: -3600))
        try data.publish(before, as: "before")
        try #require(try data.update("ct-log-list", from: data.url("before")).status == 0)
        try data.publish(try row.content.text(), as: "list")
        let isSlow = ["slow", "stuck"].contains(row.how)
        let result = try data.update(
            "ct-log-list", from: data.url("list", row.how, server: row.server), isSlow ? ["--timeout", "1"] : [])
        #expect(result.status == row.status, "\(result.errors)")
        #expect(result.errors.contains(row.words), "\(result.errors)")
        #expect(result.errors.hasPrefix("atsproxy: ct-log-list of ") && result.errors.contains(" stays in use: "))
        #expect(result.errors.split(separator: "\n").count == 1 && result.output == "")
        #expect(data.updated(name) == before && data.names == [name])
    }

    /// A root of the options does not count for a publisher, which the advice to give one must not hide.
    @Test func aRootOfTheOptionsDoesNotCountForAPublisher() throws {
        let data = try DataSite()
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        let url = try data.url("list").replacing("good.test", with: "valid.apple.com")
        let update = try data.update("ct-log-list", from: url, ["--resolve", "valid.apple.com:*:127.0.0.1"])
        #expect(update.status == 69 && data.updated(DataFileKind.logList.fileName) == nil)
        #expect(
            update.errors.contains(
                "Roots of --ca-file do not count for a publisher's own address; name a mirror with --data-source "
                    + "ct-log-list=https://HOST/PATH."), "\(update.errors)")
    }

    @Test func withoutANetworkTheOldFileStays() throws {
        let data = try DataSite()
        let port = try Self.closedPort()
        let result = try data.update("ct-log-list", from: "https://good.test:\(port)/list")
        #expect(result.status == 69 && data.names == [])
        #expect(result.errors.contains("its source cannot be reached: good.test:\(port) refused the connection."))
        let json = try data.update("ct-log-list", from: "https://good.test:\(port)/list", ["--format", "json"])
        let line = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(line?["outcome"] as? String == "failed" && line?["file"] as? String == "ct-log-list")
        #expect((line?["message"] as? String)?.contains("cannot be reached") == true)
    }

    /// Whatever an update was doing when it was killed, the file in its place is whole.
    @Test func anUpdateThatIsKilledLeavesEverythingWhole() throws {
        let data = try DataSite()
        let (old, new) = (try DataSite.logList(of: DataSite.date(in: -3600)), try DataSite.logList(of: DataSite.date()))
        try data.publish(old, as: "old")
        try data.publish(new, as: "new")
        try #require(try data.update("ct-log-list", from: data.url("old")).status == 0)
        let url = try data.url("new")
        let begin = ContinuousClock.now
        try #require(try data.update("ct-log-list", from: url).status == 0)
        // As long as a whole update takes, so that some are killed while they fetch, write and rename.
        let length = ContinuousClock.now - begin
        let file = data.directory.appending(path: name)
        for _ in 0..<12 {
            try old.write(to: file, atomically: true, encoding: .utf8)
            let update = try data.start(
                ["data", "update", "ct-log-list", "--data-source", "ct-log-list=\(url)"] + data.options)
            Thread.sleep(forTimeInterval: .random(in: 0...1) * (length / .seconds(1)))
            update.signal(SIGKILL)
            _ = update.end()
            let kept = data.updated(name)
            #expect(kept == old || kept == new)
            #expect(data.names.allSatisfy { $0 == name || $0.hasPrefix(".") && $0.hasSuffix(".new") }, "\(data.names)")
        }
        try old.write(to: file, atomically: true, encoding: .utf8)
        let stuck = try data.start(
            ["data", "update", "ct-log-list", "--data-source", "ct-log-list=\(try data.url("new", "stuck"))"]
                + data.options)
        #expect(holds { data.isStuck })
        stuck.signal(SIGKILL)
        _ = stuck.end()
        #expect(data.updated(name) == old)
        #expect(try data.update("ct-log-list", from: url).status == 0 && data.updated(name) == new)
    }

    /// Of updates at the same time, one stores the file, and the others name its date, not that of the file before.
    @Test func updatesAtTheSameTimeNameTheFileThatIsInForce() throws {
        let data = try DataSite()
        let date = DataSite.date()
        try data.publish(try DataSite.logList(of: date), as: "list")
        let source = "ct-log-list=\(try data.url("list"))"
        let updates = try (0..<4).map { _ in
            try data.start(["data", "update", "ct-log-list", "--data-source", source] + data.options)
        }
        for update in updates {
            #expect(update.end() == 0, "\(update.errors)")
            #expect(update.output.contains(" \(date.prefix(10))"), "\(update.output)")
        }
        #expect(updates.count { $0.output.contains(": updated from ") } == 1)
        #expect(data.names == [name])
    }

    @Test func aDirectoryThatCannotBeWrittenIsSaid() throws {
        let data = try DataSite()
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        let upstreamProxy = data.directory.deletingLastPathComponent()
        // A file in place of the directory stops root as well.
        try Data().write(to: upstreamProxy)
        let result = try data.update("ct-log-list", from: data.url("list"))
        #expect(result.status == 74 && result.errors.contains("cannot be made"), "\(result.errors)")
        let status = try data.start(["data", "status"])
        #expect(status.end() == 0 && status.output.hasSuffix("\(data.directory.path), which cannot be written.\n"))
        // No updated file is there, so that there is nothing to do.
        #expect(try data.start(["data", "reset"]).end() == 0)
    }

    @Test func updatesGoThroughAUpstreamProxy() throws {
        let data = try DataSite()
        let list = try DataSite.logList(of: DataSite.date())
        try data.publish(list, as: "list")
        let url = try data.url("list")
        let upstreamProxy = try UpstreamProxyProgram.squid(for: data.site, asksForPassword: true)
        let file = try UpstreamProxyProgram.credentialsFile()
        defer { unlink(file) }
        let refused = try data.update(
            "ct-log-list", from: url, ["--upstream-proxy", upstreamProxy.url], resolves: false)
        #expect(refused.status == 69 && data.names == [])
        let result = try data.update(
            "ct-log-list", from: url, ["--upstream-proxy", upstreamProxy.url, "--upstream-auth", file], resolves: false)
        #expect(result.status == 0, "\(result.errors)")
        #expect(data.updated(name) == list)
        #expect(holds { upstreamProxy.requests("CONNECT", "good.test:") >= 1 })
        #expect(!(result.errors + result.output).contains("s3cret"))
    }

    @Test(arguments: [
        (
            "ct-log-list=https://www.gstatic.com/ct/log_list/v3/log_list.json",
            "names Google's list of CT logs; Google says"
        ),
        ("ct-log-list=http://mirror.test/list", "has another address than one of https://"),
        ("ct-log-list=ftp://mirror.test/list", "has another address than one of https://"),
        ("logs=https://mirror.test/list", "the files are ct-log-list, roots, public-suffixes."),
        ("ct-log-list=https://a:b@mirror.test/list", "a name, a password"),
    ])
    func aSourceOfAnotherFormIsRefused(source: String, words: String) throws {
        let data = try DataSite()
        let program = try data.start(["data", "update", "--data-source", source])
        #expect(program.end() == 64)
        #expect(program.errors.contains(words) && data.names == [], "\(program.errors)")
    }

    @Test func rootsHaveNoSourceOfTheirOwn() throws {
        let program = try DataSite().start(["data", "update", "roots"])
        #expect(program.end() == 64)
        #expect(
            program.errors.contains("roots has no source. Apple publishes its roots by release"))
    }

    @Test func resetBringsTheShippedFilesBack() throws {
        let data = try DataSite()
        func reset(_ arguments: String...) throws -> String {
            let program = try data.start(["data", "reset"] + arguments)
            guard program.end() == 0, program.errors == "" else { throw JourneyError(text: program.errors) }
            return program.output
        }
        let date = ShippedFile.date(of: .logList)
        #expect(try reset("ct-log-list") == "ct-log-list: nothing to remove; the shipped file of \(date) is in force\n")
        #expect(!FileManager.default.fileExists(atPath: data.directory.path))
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        try #require(try data.update("ct-log-list", from: data.url("list")).status == 0)
        #expect(try reset("roots").hasPrefix("roots: nothing to remove; ") && data.names == [name])
        let path = data.directory.appending(path: name).path
        #expect(try reset().hasPrefix("ct-log-list: removed \(path); the shipped file of \(date) is in force again\n"))
        #expect(data.names == [])
    }

    /// Roots under which their own source would be refused could never be corrected by it.
    @Test func rootsThatWouldBlockTheirOwnCorrectionAreRefused() throws {
        let data = try DataSite()
        let tomorrow = DataSite.date(in: 3600).prefix(10)
        try data.publish(
            DataSite.shipped(.roots, replacing: ShippedFile.date(of: .roots), with: "\(tomorrow)"), as: "roots")
        // The publisher's certificate is issued below a root of the directory alone, which the new file lacks.
        let root = data.site.folder.appending(path: "user-root.pem")
        let own = try DataSite.roots(with: String(contentsOf: root, encoding: .utf8), of: DataSite.date(in: -86_400))
        try FileManager.default.createDirectory(at: data.directory, withIntermediateDirectories: true)
        let file = data.directory.appending(path: DataFileKind.roots.fileName)
        try own.write(to: file, atomically: true, encoding: .utf8)
        let program = try data.start(
            ["data", "update", "roots", "--data-source", "roots=\(data.url("roots"))"] + data.resolve
                + ["--ignore", "certificate.transparency", "--ignore", "certificate.lifetime"])
        #expect(program.end() == 65)
        #expect(program.errors.contains("would have the connection refused that carried it"), "\(program.errors)")
        #expect(data.updated(DataFileKind.roots.fileName) == own)
    }

    private static func closedPort() throws -> Int {
        try #require(Int(Client.output("free_port").trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}

/// `atsproxy data status`.
@Suite struct DataStatusJourneyTests {
    @Test func showsEachFileAndWhatItsAgeSwitchesOff() throws {
        let data = try DataSite()
        let program = try data.start(["data", "status"])
        #expect(program.end() == 0 && program.errors == "")
        for kind in DataFileKind.allCases {
            #expect(program.output.contains("\(kind.rawValue): of \(ShippedFile.date(of: kind)), "))
        }
        #expect(program.output.contains("updates: https://valid.apple.com/ct/log_list/current_log_list.json\n"))
        // The shipped list is of some age.
        let advice = "Fetch a newer one with: atsproxy data update ct-log-list\n"
        #expect(program.output.contains("Transparency is not enforced") == program.output.contains(advice))
        #expect(program.output.contains("updates: none. Apple publishes its roots by release"))
        // Each store has its systems, its date and its number of roots.
        #expect(
            program.output.contains(
                "\n  iOS 9 to below iOS 9.3    188 roots, as of 2015-09-16, from Apple's published source, tag "
                    + "security_certificates-55051.10.1\n"))
        #expect(
            program.output.contains(
                "\n  iOS 26 and later          147 roots, as of \(ShippedFile.date(of: .roots)), from the file of roots above "
                    + "(apple-roots.pem)\n"))
        #expect(program.output.hasSuffix("Updated files are kept in \(data.directory.path).\n"))
    }

    /// What is wrong with a given file is said as by the commands that use it.
    @Test(arguments: [
        ("--ct-log-list", " is not a list of CT logs"), ("--roots", " holds no certificate; it should be a PEM"),
    ])
    func aGivenFileOfAnotherKindIsRefused(option: String, words: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString).txt")
        try "hi".write(to: file, atomically: true, encoding: .utf8)
        defer { unlink(file.path) }
        let program = try Program(Repository.program, ["data", "status", option, file.path])
        #expect(program.end() == 65 && program.output.isEmpty)
        #expect(program.errors.contains(file.path + words), "\(program.errors)")
    }

    @Test func tellsShippedUpdatedAndGivenFilesApart() throws {
        let data = try DataSite()
        try data.publish(try DataSite.logList(of: DataSite.date()), as: "list")
        try #require(try data.update("ct-log-list", from: data.url("list")).status == 0)
        let old = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID().uuidString).json")
        try #"{"log_list_timestamp":"2020-01-01T00:00:00Z","operators":[]}"#.write(
            to: old, atomically: true, encoding: .utf8)
        defer { unlink(old.path) }
        func states(_ options: String...) throws -> [[String: Any]] {
            let program = try data.start(["data", "status", "--format", "json"] + options)
            guard program.end() == 0 else { throw JourneyError(text: program.errors) }
            return try program.output.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
        let own = try states()
        #expect(own.map { $0["file"] as? String } == ["ct-log-list", "roots", "public-suffixes", "root-stores"])
        #expect(own.map { $0["origin"] as? String } == ["updated", "shipped", "shipped", nil])
        #expect((own[3]["stores"] as? [Any])?.count == 13)
        // The date is that of the file, also where newer roots are in use for the newest system.
        let version = try Program(Repository.program, ["--version"])
        let date = try #require(own[3]["date"] as? String).prefix(10)
        #expect(version.end() == 0 && version.output.contains("apple-root-stores.json of \(date)\n"))
        #expect(own[0]["isTooOld"] as? Bool == false && own[0]["effect"] is NSNull)
        #expect(own[1]["source"] is NSNull && own[2]["path"] is NSNull)
        let given = try states("--ct-log-list", old.path)
        #expect(given[0]["origin"] as? String == "option" && given[0]["path"] as? String == old.path)
        #expect(given[0]["isTooOld"] as? Bool == true)
        #expect((given[0]["effect"] as? String)?.hasPrefix("Certificate Transparency is not enforced") == true)
    }

    @Test(arguments: [
        ("{", "no valid JSON"), ("", "is empty"),
        (
            #"{"log_list_timestamp":"2020-01-01T00:00:00Z","operators":[]}"#,
            "is of 2020-01-01, which is older than the shipped"
        ),
    ])
    func aFileThatIsOfNoUseIsIgnoredInOneSentence(content: String, words: String) throws {
        let data = try DataSite()
        try FileManager.default.createDirectory(at: data.directory, withIntermediateDirectories: true)
        let file = data.directory.appending(path: DataFileKind.logList.fileName)
        try content.write(to: file, atomically: true, encoding: .utf8)
        let status = try data.start(["data", "status"])
        #expect(status.end() == 0)
        #expect(status.output.contains(words) && status.output.contains("the shipped file is used instead"))
        let port = try data.site.port("public")
        let check = try data.start(
            ["check"] + data.options + [
                "--resolve", "public.test:*:127.0.0.1", "https://public.test:\(port)/",
            ])
        _ = check.end()
        #expect(check.errors.components(separatedBy: words).count == 2, "\(check.errors)")
        // An update by the shipped file itself removes what is of no use.
        try data.publish(String(decoding: ShippedFile.bytes(of: .logList), as: UTF8.self), as: "list")
        #expect(try data.update("ct-log-list", from: data.url("list")).status == 0)
        #expect(data.names == [])
    }
}

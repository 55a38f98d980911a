import Foundation
import InternetNames
import Testing

@testable import ServerChecks
@testable import Settings

@Suite struct CheckTargetsTests {
    private static func targets(_ list: String, among arguments: [String] = ["-"]) throws -> CheckTargets {
        try CheckTargets(arguments) { Array(list.utf8) }
    }

    @Test func judgesTheGoodLinesAndNamesTheBadOnes() throws {
        let list = "\u{FEFF}# list\r\na.test # why\r\n\r\nnot a host\r\nb.test,8443\r\n*.c.test\r\n2001:db8::1"
        let targets = try Self.targets(list)
        #expect(targets.urls.map(\.authority.description) == ["a.test:443", "b.test:8443", "[2001:db8::1]:443"])
        #expect(targets.faults.count == 2)
        #expect(targets.faults[0].hasPrefix("standard input, line 4: 'not a host' "))
        #expect(targets.faults[1].hasPrefix("standard input, line 6: '*.c.test' "))
    }

    @Test(arguments: ["-", "--", "_", "---", "a.-.test", "[default]", "host = a.test", "- a.test", "*", "/", "..."])
    func namesALineThatIsNoHost(line: String) throws {
        let targets = try Self.targets("a.test\n\(line)\nb-c.d_e.test\n_dmarc.test")
        #expect(targets.urls.map(\.host.description) == ["a.test", "b-c.d_e.test", "_dmarc.test"])
        #expect(targets.faults.count == 1 && targets.faults[0].hasPrefix("standard input, line 2: '\(line)' "))
    }

    @Test(arguments: ["", "\n", "# nothing\n", "no host\n"])
    func aListWithoutAHostIsAnError(list: String) throws {
        let targets = try Self.targets(list)
        #expect(throws: CommandFailure.self) { try targets.report() }
    }

    /// The spellings of a list are those of an argument.
    @Test(arguments: CheckTargets.Subject.allCases)
    func readsAnArgumentAsALine(subject: CheckTargets.Subject) throws {
        let spellings = ["a.test,8443", "b.test, 8443", "2001:db8::1,8443", "c.test # why"]
        let targets = try CheckTargets(spellings, askingAbout: subject)
        let list = try CheckTargets(["-"], askingAbout: subject) { Array(spellings.joined(separator: "\n").utf8) }
        #expect(targets.urls == list.urls && list.faults.isEmpty)
        #expect(targets.urls.map(\.port) == [8443, 8443, 8443, 443])
        for faulty in ["a.test,b.test,c.test", "a.test,x", "10.0.0.0/8", "", "#"] {
            #expect(throws: CommandFailure.self) { try CheckTargets([faulty], askingAbout: subject) }
        }
    }

    @Test func keepsRepeatedURLsWhereAsked() throws {
        let targets = try CheckTargets(["a.test", "-"], askingAbout: .policy) { Array("a.test\nb.test".utf8) }
        #expect(targets.urls.map(\.host.description) == ["a.test", "a.test", "b.test"] && targets.status == nil)
        #expect(try Self.targets("no host").status == 65)
    }

    @Test func acceptsAZoneForAPolicyAlone() throws {
        let url = "http://[fe80::1%25en0]/"
        #expect(try CheckTargets([url], askingAbout: .policy).urls.map(\.host.description) == ["fe80::1"])
        #expect(try CheckTargets(["-"], askingAbout: .policy) { Array(url.utf8) }.faults.isEmpty)
        #expect(throws: CommandFailure.self) { try CheckTargets([url]) }
    }

    @Test func keepsTheOrderOfArgumentsAndList() throws {
        let targets = try Self.targets("b.test", among: ["a.test", "-", "c.test"])
        #expect(targets.urls.map(\.host.description) == ["a.test", "b.test", "c.test"])
    }

    @Test func judgesAURLOnce() throws {
        let targets = try Self.targets("a.test\nhttps://A.test/\na.test:8443", among: ["a.test", "-", "a.test"])
        #expect(targets.urls.map(\.authority.description) == ["a.test:443", "a.test:8443"])
    }

    @Test func refusesAListInUTF16() {
        #expect(throws: CommandFailure.self) { try Self.targets("a\u{0}.\u{0}t\u{0}") }
    }

    /// Without the refusal, the part before the at sign would be a user, and the host after it would be judged.
    @Test(arguments: ["mailto:x@y.test", "MAILTO:x@y.test", "sip:x@y.test:5060", "ftp://x.test", "file:///tmp/x"])
    func onlyURLsThatATSJudgesAreAccepted(url: String) throws {
        let error = #expect(throws: CommandFailure.self) { try Self.targets("", among: [url]) }
        #expect(error?.status == .usage)
        let targets = try Self.targets("a.test\n\(url)\n")
        #expect(targets.urls.count == 1 && targets.faults.count == 1, "\(targets)")
        #expect(targets.faults.first?.contains("has the scheme '\(url.prefix { $0 != ":" })'") == true)
    }

    /// A file of this name would else be a host without an address.
    @Test func aFileIsNoHost() throws {
        let path = "list-\(UInt32.random(in: 0...(.max))).txt"
        #expect(try Self.targets("", among: [path]).urls.count == 1)
        try Data("a.test".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: CommandFailure.self) { try Self.targets("", among: [path]) }
        #expect(error?.status == .usage && error?.sentence.contains("- <\(path)") == true, "\(error as Any)")
    }

    @Test func aFaultyArgumentIsAnError() {
        #expect(throws: CommandFailure.self) { try Self.targets("", among: ["not a host"]) }
    }
}

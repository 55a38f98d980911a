import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct PolicyFixTests {
    private static let lint = PolicyLint(readBy: .newest, publicSuffixes: LintRow.suffixes)

    private static func fix(_ data: Data, os: OSVersion = .newest) throws -> PolicyFix {
        let directory = try TemporaryDirectory()
        let path = try directory.write([UInt8](data), to: "Info.plist")
        let lint = PolicyLint(readBy: os, publicSuffixes: LintRow.suffixes)
        return try #require(try lint.fixes(at: path).first)
    }

    private static func document(_ policy: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \t<!-- before -->
        \t<key>CFBundleName</key>
        \t<string>A &amp; B</string>
        \t<key>NSAppTransportSecurity</key>
        \t<dict>
        \(policy)
        \t</dict>
        \t<key>Other</key>   <array><integer>0x10</integer></array> <!-- after -->
        </dict>
        </plist>

        """
    }

    /// After the corrections no finding is left that has one, a second run changes nothing, and all else is the same.
    @Test(arguments: PolicyLintTests.rows) func correctionsAreCompleteAndKeepAllElse(row: LintRow) throws {
        let fix = try Self.fix(Data(Self.document(row.bad).utf8), os: row.os)
        #expect(!fix.remaining.contains { $0.canBeFixed }, "\(fix.remaining.map(\.message))")
        guard !fix.fixed.isEmpty else { return }
        let again = try Self.fix(Data(fix.bytes), os: row.os)
        #expect(again.fixed.isEmpty)
        for lint in fix.fixed {
            #expect(!again.remaining.contains { $0.id == lint.id && $0.path == lint.path }, "\(lint.message)")
        }
        var (before, after) = try (Self.keys(fix.before), Self.keys(fix.after))
        before[ATSKey.appTransportSecurity] = nil
        after[ATSKey.appTransportSecurity] = nil
        #expect(before == after)
        for part in ["\t<!-- before -->\n", "0x10</integer></array> <!-- after -->\n", "A &amp; B"] {
            #expect(fix.after.contains(part))
        }
    }

    private static func keys(_ text: String) throws -> [String: PropertyValue] {
        try PropertyListFile(path: "p", data: Data(text.utf8)).dictionary()
    }

    /// Policies before and after.
    @Test(arguments: [
        ("<key>NSAllowArbitraryLoads</key><false/>", "<key>NSAllowsArbitraryLoads</key><false/>"),
        ("<key>NSAllowsArbitraryLoads</key><string>NO</string>", "<key>NSAllowsArbitraryLoads</key><false/>"),
        ("<key>NSAllowsArbitraryLoads</key>\n<integer>0</integer>", "<key>NSAllowsArbitraryLoads</key>\n<false/>"),
        (domain("https://a.com/", strict), domain("a.com", strict)),
        (domain(" A.com ", strict), domain("a.com", strict)),
        (domain("a.com:8080", strict), domain("a.com", strict)),
        (domain("*.a.com", strict), domain("a.com", subdomains + strict)),
        (domain("*.a.com", strict + subdomains), domain("a.com", strict + subdomains)),
        (
            domain("*.a.com", "\n\t\t<!-- c -->\n\t\t\(strict)\n"),
            domain("a.com", "\n\t\t<!-- c -->\n\t\t<key>NSIncludesSubdomains</key>\n\t\t<true/>\n\t\t\(strict)\n")
        ),
        (
            domain("*.a.com", "<key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><string>NO</string>"),
            domain("a.com", subdomains + strict)
        ),
        (domain("m\u{FC}nchen.de", strict), domain("xn--mnchen-3ya.de", strict)),
        (domain("2001:DB8::1", strict), domain("2001:db8::1", strict)),
        (domain("a.com", insecure + insecure), domain("a.com", insecure)),
        (
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>1.3</string>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")
        ),
        (
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><real>1.2</real>"),
            domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.2</string>")
        ),
        (domain("a.com", "<key>NSExceptionAllowsInsecureHTTPSLoads</key><true/>"), domain("a.com", "")),
        (
            domain("a.com", "<key>NSThirdPartyExceptionAllowsInsecureHTTPSLoads</key><true/>" + strict),
            domain("a.com", strict)
        ),
        (
            domain("a.com", "<key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><string>YES</string>"),
            domain("a.com", "<key>NSExceptionAllowsInsecureHTTPLoads</key><string>YES</string>")
        ),
    ])
    func writesTheRightAnswer(bad: String, good: String) throws {
        #expect(try Self.fix(Data(Self.document(bad).utf8)).after == Self.document(good))
    }

    /// What the author meant may be plain; that it was blocked until now is a fact.
    @Test(arguments: [
        "<key>NSAllowArbitraryLoads</key><true/>", "<key>NSAllowsArbitraryLoads</key><string>YES</string>",
        "<key>NSAllowsArbitraryLoads</key><integer>1</integer>", domain("https://a.com/"), domain(" a.com "),
        domain("A.com"), domain("a.com:8080"), domain("*.a.com"), domain("m\u{FC}nchen.de"), domain("2001:DB8::1"),
        domain("a.com", "<key>NSExceptionAllowsInsecureHTTPLoads</key><string>YES</string>"),
        domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>1.1</string>"),
        domain("a.com", "<key>NSRequiresForwardSecrecy</key><false/>"),
        domain("a.com", insecure + "<key>NSIncludeSubdomains</key><true/>"),
        pinned("a.com", leaves("sha256/" + digest, reserve)),
    ])
    func leavesWhatPermitsMoreToTheAuthor(bad: String) throws {
        let fix = try Self.fix(Data(Self.document(bad).utf8))
        #expect(fix.fixed.isEmpty && fix.obstacle == nil, "\(fix.fixed.map(\.message))")
        #expect(fix.withheld > 0 && fix.untried == 0 && !fix.remaining.isEmpty)
    }

    /// Nothing is known about corrections that were not tried.
    @Test func countsWhatWasNotTried() throws {
        let entries = (1...160).map {
            "<key>h\($0).com</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><string>YES</string></dict>"
        }
        let text = "<key>NSExceptionDomains</key><dict>\(entries.joined())</dict>"
        let fix = try Self.fix(Data(Self.document(text).utf8))
        #expect(fix.fixed.isEmpty && fix.withheld + fix.untried == 160)
        #expect(fix.untried > 0 && fix.withheld > 100)
    }

    /// The author has a choice, or the right answer stands beside the wrong one already.
    @Test(arguments: [
        domain("a.com/path"), domain("api.*.com"), domain("user@a.com"), domain("$(HOST)"),
        domain("*.a.com", "<key>NSIncludesSubdomains</key><false/>"),
        "<key>NSExceptionDomains</key><dict><key>A.com</key><dict/><key>a.com</key><dict>\(insecure)</dict></dict>",
        domain("a.com", "<key>NSExceptionMinimumTLSVersion</key><string>SSLv3.0</string>"),
        "<key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsArbitraryLoads</key><false/>",
        "<key>NSAllowsArbitraryLoads</key><string>maybe</string>",
    ])
    func leavesAChoiceToTheAuthor(bad: String) throws {
        let fix = try Self.fix(Data(Self.document(bad).utf8))
        #expect(fix.fixed.isEmpty && fix.obstacle == nil, "\(fix.fixed.map(\.message))")
        #expect(!fix.remaining.isEmpty)
    }

    /// A corrected entry may turn out to change nothing, which was no finding before.
    @Test(arguments: [
        (domain("https://a.com/", strict), 1), (domain("a.com", insecure + insecure), 0),
        (domain("https://a.com/", "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"), 0),
        (domain("a.com", "<key>NSTemporaryExceptionAllowsInsecureHTTPLoads</key><string>NO</string>"), 1),
    ])
    func countsFindingsThatCorrectionsReveal(bad: String, revealed: Int) throws {
        let fix = try Self.fix(Data(Self.document(bad).utf8))
        #expect(!fix.fixed.isEmpty && fix.revealed == revealed, "\(fix.remaining.map(\.message))")
        #expect(fix.remaining.contains { $0.id == .noEffect } == (revealed == 1))
        #expect(!fix.original.contains { $0.id == .noEffect })
    }

    @Test func twoKeysThatMeanTheSameBecomeOneAtMost() throws {
        let entries = ["http://a.com", "https://a.com"].map { "<key>\($0)</key><dict>\(strict)</dict>" }
        let fix = try Self.fix(
            Data(Self.document("<key>NSExceptionDomains</key><dict>\(entries.joined())</dict>").utf8))
        #expect(fix.fixed.count == 1 && fix.remaining.contains { $0.id == .domainScheme })
    }

    @Test func keepsLineEndsAndEncodings() throws {
        let (bad, good) = (
            Self.document(domain("*.a.com", "\n\t\(strict)")), "NSIncludesSubdomains</key>\r\n\t<true/>\r\n\t"
        )
        let crlf = bad.replacing("\n", with: "\r\n")
        #expect(try Self.fix(Data(crlf.utf8)).after.contains(good))
        let marked = "\u{FEFF}" + bad
        #expect(try Self.fix(Data(marked.utf8)).bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        let declared = bad.replacing("UTF-8", with: "UTF-16")
        for isBigEndian in [true, false] {
            let units = ("\u{FEFF}" + declared).utf16
            let bytes = units.flatMap { unit -> [UInt8] in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? pair : pair.reversed()
            }
            let fix = try Self.fix(Data(bytes))
            #expect(fix.fixed.count == 1 && !fix.isUTF8 && fix.bytes.starts(with: bytes.prefix(100)))
            #expect(try Self.fix(Data(fix.bytes)).fixed.isEmpty)
        }
    }

    @Test func otherFormatsHaveAnObstacle() throws {
        let policy = ["NSAllowArbitraryLoads": true]
        let binary = try PropertyListSerialization.data(fromPropertyList: policy, format: .binary, options: 0)
        // A bare policy needs one known key.
        let known = ["NSAllowArbitraryLoads": false, "NSAllowsLocalNetworking": true]
        let bare = try PropertyListSerialization.data(fromPropertyList: known, format: .binary, options: 0)
        #expect(try Self.fix(bare).obstacle?.contains("plutil -convert xml1") == true)
        #expect(try Self.fix(binary).obstacle == nil)
        let json = Data(#"{"NSAllowArbitraryLoads": false, "NSAllowsLocalNetworking": true}"#.utf8)
        #expect(try Self.fix(json).obstacle?.contains("not a property list in XML") == true)
        #expect(throws: PolicyFileError.self) { try Self.fix(Data()) }
    }

    @Test func aLargeFileIsCorrected() throws {
        let filler = String(repeating: "<key>K</key><string>some text that is not about ATS</string>\n", count: 20_000)
        let text = Self.document(domain("https://a.com", strict)).replacing(
            "<key>Other</key>", with: filler + "<key>Other</key>")
        let fix = try Self.fix(Data(text.utf8))
        #expect(fix.fixed.map(\.id) == [.domainScheme])
    }
}

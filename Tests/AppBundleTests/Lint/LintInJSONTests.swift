import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

/// A correction has the words of the format in which the file is written.
@Suite struct LintInJSONTests {
    @Test(arguments: PolicyLintTests.rows) func noCorrectionHasAnElementOfXML(row: LintRow) throws {
        for lint in try LintRow.lints(row.bad, readBy: row.os) {
            let text = lint.inWordsOfJSON.instead
            #expect(!text.contains(/<\/?(?:key|string|true|false|dict|array)\b/), "\(lint.instead)\n\(text)")
        }
    }

    @Test(arguments: [
        (#""NSAllowsArbitraryLoads":"YES""#, "true"), (#""NSAllowsArbitraryLoads":0"#, "false"),
        (#""NSExceptionDomains":[]"#, "An object with the keys for NSExceptionDomains."),
        (#""NSAllowArbitraryLoads":true"#, #""NSAllowsArbitraryLoads""#),
        (
            #""NSPinnedDomains":{"a.com":{"NSPinnedLeafIdentities":["x"]}}"#, #"{"SPKI-SHA256-BASE64": "…"}"#
        ),
    ])
    func aFileInJSONHasItsWords(policy: String, instead: String) throws {
        let file = try TemporaryDirectory()
        let path = try file.write([UInt8]("{\"NSAppTransportSecurity\":{\(policy)}}".utf8), to: "policy.json")
        let reports = try PolicyLint(readBy: .newest, publicSuffixes: LintRow.suffixes).reports(on: path)
        #expect(reports.flatMap(\.lints).flatMap { [$0] + $0.also }.map(\.instead).contains(instead), "\(reports)")
    }
}

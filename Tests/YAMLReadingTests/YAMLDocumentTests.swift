import Testing
import Yams

@testable import YAMLReading

@Suite struct YAMLDocumentTests {
    private static func fault(of text: String, limit: Int = 1 << 20, _ aliases: YAMLDocument.Aliases = .permitted)
        -> YAMLFault?
    {
        do throws(YAMLFault) {
            _ = try YAMLDocument.root(of: Array(text.utf8), limit: limit, aliases: aliases)
            return nil
        } catch {
            return error
        }
    }

    @Test func fewAliasesAreRead() throws {
        let root = try YAMLDocument.root(of: Array("a: &x [1, 2]\nb: *x\n".utf8), limit: 100)
        #expect(root?.mapping?["b"]?.sequence?.count == 2)
        #expect(try YAMLDocument.root(of: [], limit: 100) == nil)
    }

    @Test(arguments: [
        ("[\n", YAMLFault.Reason.malformed("while parsing a node did not find expected node content"), 2),
        ("a: 1\na: 2\n", .duplicateKeys(["a"], firstLine: 1), 2), ("a: 1\n---\nb: 2\n", .malformed(""), 2),
    ])
    func faultsHaveALine(text: String, reason: YAMLFault.Reason, line: Int) {
        let fault = Self.fault(of: text)
        #expect(fault?.position?.line == line)
        switch (fault?.reason, reason) {
        case (.malformed?, .malformed), (.duplicateKeys?, .duplicateKeys): break
        case (nil, _), (.some, _): Issue.record("\(String(describing: fault)) is not \(reason)")
        }
    }

    /// The person who added the second one looks for it, and for the first one.
    @Test(arguments: [
        ("a: 1\nb:\n  a: 1\n\"a\" : 2\n", 4, 1 as Int?), ("x:\n- ab: 1\n- a: 1\n  ab: |\n    a: 1\n  'a': 2\n", 6, 3),
        ("{a: 1, a: 2}\n", 1, nil), ("# x\r\nz: 1\r\n\r\nz: 2\r\n", 4, 2), ("{a: 1,\na: 2}\n", 1, nil),
    ])
    func aRepeatedKeyIsNamedByBothLines(text: String, line: Int, firstLine: Int?) {
        let fault = Self.fault(of: text)
        #expect(fault?.position?.line == line)
        let first = firstLine.map { ", first in line \($0)" } ?? ""
        #expect(fault?.sentence.hasSuffix(" occurs twice\(first); delete one.") == true, "\(String(describing: fault))")
    }

    @Test func aByteOrderMarkIsNoContent() throws {
        let root = try YAMLDocument.root(of: [0xEF, 0xBB, 0xBF] + Array("a: 1\nb: 2\n".utf8), limit: 100)
        #expect(root?.mapping?["a"]?.int == 1)
    }

    @Test func limitsAndEncodings() {
        #expect(Self.fault(of: "a: 12345678", limit: 10)?.reason == .tooLarge(limit: 10))
        #expect(throws: YAMLFault.self) { try YAMLDocument.root(of: [0xFF, 0xFE, 0x00], limit: 100) }
    }

    @Test func anchorsMayBeRefused() {
        #expect(Self.fault(of: "- &a 1\n- *a\n", .refused)?.reason == .anchors)
        #expect(Self.fault(of: "- \"R &D *a\"\n", .refused) == nil)
    }

    /// Many aliases of one anchor do not multiply, and a star in a comment is not an alias.
    @Test(arguments: ["*x", "a # *x", "[*x, *x]"]) func manyAliasesThatDoNotMultiplyAreRead(value: String) throws {
        let text = "x: &x ios17\n" + (1...200).map { "y\($0): \(value)\n" }.joined()
        let root = try YAMLDocument.root(of: Array(text.utf8), limit: 1 << 20)
        #expect(root?.mapping?.count == 201)
    }

    @Test func aliasesOfAFewMappingsAreRead() throws {
        let anchors = (1...3).map { "x\($0): &x\($0) {a: 1, b: [2]}\n" }.joined()
        let text = anchors + (1...12).map { "y\($0): {<<: *x\($0 % 3 + 1), c: 3}\n" }.joined()
        #expect(try YAMLDocument.root(of: Array(text.utf8), limit: 1 << 20)?.mapping?.count == 15)
    }

    /// A chain of aliases is as deep as it is long: reading it would exhaust the stack.
    @Test func deepAliasesAreAFault() {
        let chain = (1...40_000).map { "x\($0): &a\($0) [*a\($0 - 1)]" }.joined(separator: "\n")
        #expect(Self.fault(of: "x0: &a0 [a]\n" + chain, limit: 1 << 21)?.reason == .tooManyAliases)
    }

    /// Each text stands for more than 2^30 values, in sequences, in keys, and in merged mappings.
    @Test(arguments: [
        (1...30).map { "x\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n"),
        (1...30).map { "? &a\($0) {*a\($0 - 1) : 1, a: *a\($0 - 1)}\n: 1" }.joined(separator: "\n"),
        (1...30).map { "x\($0): &a\($0) {<<: *a\($0 - 1), b\($0): *a\($0 - 1)}" }.joined(separator: "\n"),
    ])
    func aliasesThatMultiplyAreAFault(levels: String) {
        #expect(Self.fault(of: "x0: &a0 [a]\n" + levels)?.reason == .tooManyAliases)
    }
}

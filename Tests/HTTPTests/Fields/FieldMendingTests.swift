import Testing

@testable import HTTP

/// What `FieldMending` makes of field lines that only a lenient reading accepts.
@Suite struct FieldMendingTests {
    private static func fields(_ lines: String, by grammar: ResponseGrammar) -> [String]? {
        var reader = HeadReader(trailerLimits: MessageLimits(), grammar)
        var bytes = Array((lines + "\r\n\r\n").utf8)[...]
        do throws(HeadFault) {
            guard try reader.consume(&bytes) else { return nil }
        } catch {
            return nil
        }
        let fields = reader.takeFields()
        return (0..<fields.count).map { "\(fields[$0].name.text)=\(fields[$0].value.text)" }
    }

    @Test(arguments: [
        ("A: b\r\n c", ["A=b   c"]), ("A:\r\n b", ["A=b"]), ("A : b", ["A=b"]), ("A: b\u{1}c", ["A=b c"]),
        ("no field\r\nA: b", ["A=b"]), ("no field\r\n goes on\r\nA: b", ["A=b"]), (" goes on\r\nA: b", ["A=b"]),
    ])
    func aLenientReadingMends(lines: String, mended: [String]) {
        #expect(Self.fields(lines, by: .lenient) == mended)
        #expect(Self.fields(lines, by: .strict) == nil)
    }

    @Test func noReadingAcceptsANUL() {
        #expect(Self.fields("A: b\0", by: .lenient) == nil && Self.fields("A: b\0", by: .strict) == nil)
    }
}

import CShippedData
import Testing
import TransportSecurity

@testable import ErrorCatalogue

@Suite struct ErrorTableTests {
    /// Each line of the file that is no comment, no heading and no detail is an error.
    @Test func eachEntryOfTheFileIsRead() throws {
        let bytes = UnsafeBufferPointer(start: shipped_errors_address(), count: shipped_errors_length)
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { line in !["#", "[", " "].contains { line.hasPrefix($0) } }
        let entries = try ErrorTable(text).entries
        #expect(entries.count == lines.count && entries.count > 150 && ErrorCatalogue.entries == entries)
        for (entry, line) in zip(entries, lines) {
            #expect(line.hasPrefix(entry.title) && line.hasSuffix(entry.meaning), "\(line)")
        }
    }

    @Test func detailsTakeThePlaceOfThoseOfTheKind() throws {
        let table = try ErrorTable(
            """
            # A comment.

            [trust]
            -1 one date One.
            -2 two date Two.
              cause A cause.
              cause Another cause.
              advice An advice.
              rules certificate.usage tls.version
            """)
        let (one, two) = (table.entries[0], table.entries[1])
        #expect(one.layer == .trust && one.code == -1 && one.name == "one" && one.meaning == "One.")
        #expect(one.causes == ErrorKind.date.causes && one.advice == ErrorKind.date.advice)
        #expect(one.rules == [.certificateValidity])
        #expect(two.causes == ["A cause.", "Another cause."] && two.advice == ["An advice."])
        #expect(two.rules == [.certificateUsage, .tlsVersion])
    }

    @Test(arguments: [
        ("-1 one date One.", 1), ("[nowhere]", 1), ("[load]\n-1 one date", 2), ("[load]\nx one date One.", 2),
        ("[load]\n-1 one unknown One.", 2), ("[load]\n  cause C.", 2), ("[load]\n-1 one date One.\n  reason R.", 3),
        ("[load]\n-1 one date One.\n  rules unknown", 3), ("[load]\n-1 one date One.\n  cause", 3),
    ])
    func aLineOfAnotherFormIsAFault(text: String, line: Int) {
        #expect(throws: ErrorTable.Fault(line: line)) { try ErrorTable(text) }
    }
}

import PostgreSQL
import Testing

/// Tests of rows in the text format of COPY.
@Suite struct CopyRowsTests {
    @Test func valuesAreSeparatedAndEscaped() {
        var rows = CopyRows()
        rows.append("a\tb\nc\rd\\e")
        rows.append(String?.none)
        rows.append(-5)
        rows.append(Int?.none)
        rows.append([1, 2])
        rows.append([Int]())
        rows.append(["x", "\"", "\\"])
        rows.endRow()
        rows.append("\\N")
        rows.endRow()
        let text = #"a\tb\nc\rd\\e"# + "\t\\N\t-5\t\\N\t{1,2}\t{}\t" + #"{"x","\\"","\\\\"}"# + "\n" + #"\\N"# + "\n"
        #expect(String(decoding: rows.bytes, as: UTF8.self) == text)
    }

    @Test func whatIsWrittenIsRead() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let texts = (0..<4).map { _ in Self.text(&random) }
            let numbers = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                Int64.random(in: .min ... .max, using: &random)
            }
            var rows = CopyRows()
            rows.append(texts[0])
            rows.append(numbers)
            let second = Bool.random(using: &random) ? nil : texts[1]
            rows.append(second)
            rows.append(texts)
            rows.append(numbers.first ?? .min)
            rows.endRow()
            #expect(rows.bytes.count(where: { $0 == 0x0A }) == 1)
            try rows.bytes.withUnsafeBufferPointer { row in
                var fields = CopyFields(row)
                #expect(try Self.scalars(fields.nextText()) == Self.scalars(texts[0]))
                #expect(try fields.nextNumbers() == numbers)
                #expect(try Self.scalars(fields.nextText()) == Self.scalars(second))
                let elements = try fields.nextText().flatMap { ArrayText.elements(of: $0) }
                #expect(elements?.map(Self.scalars) == texts.map(Self.scalars))
                #expect(try fields.nextNumber() == numbers.first ?? .min)
                #expect(throws: CopyFields.Malformed.self) { try fields.nextText() }
            }
        }
    }

    @Test(arguments: ["x", "", "-", "1x", "99999999999999999999", "\\N"])
    func otherTextsAreNoNumbers(text: String) {
        Array(text.utf8).withUnsafeBufferPointer { row in
            var fields = CopyFields(row)
            #expect(throws: CopyFields.Malformed.self) { try fields.nextNumber() }
        }
    }

    @Test(arguments: ["", "{", "}", "{,}", "{1,}", "{,1}", "{1 2}", "1", "{{1}}", "{x}"])
    func otherTextsAreNoArraysOfNumbers(text: String) {
        Array(text.utf8).withUnsafeBufferPointer { row in
            var fields = CopyFields(row)
            #expect(throws: CopyFields.Malformed.self) { try fields.nextNumbers() }
        }
    }

    @Test func numbersThatATypeDoesNotHaveAreNone() {
        Array("{2147483648}".utf8).withUnsafeBufferPointer { row in
            var (wide, narrow) = (CopyFields(row), CopyFields(row))
            #expect(throws: CopyFields.Malformed.self) { try narrow.nextShortNumbers() }
            #expect((try? wide.nextNumbers()) == [2_147_483_648])
        }
    }

    @Test(
        arguments: [
            ("{}", []), ("{a,b}", ["a", "b"]), (#"{"a,b","\"\\"}"#, ["a,b", "\"\\"]), ("{\"\"}", [""]),
        ] as [(String, [String])])
    func arraysOfTextsAreRead(text: String, elements: [String]) {
        #expect(ArrayText.elements(of: text) == elements)
    }

    @Test(arguments: ["", "{", "{\"a}", "{a,}", "{\"a\"b}", "a", "{\"\\"])
    func otherTextsAreNoArrays(text: String) {
        #expect(ArrayText.elements(of: text) == nil)
    }

    /// The scalars of a text. Texts themselves are equal if they are canonically equivalent.
    private static func scalars(_ text: String?) -> [Unicode.Scalar]? { text.map { Array($0.unicodeScalars) } }

    /// A text of characters that mean something in COPY, in arrays or in Unicode.
    private static func text(_ random: inout SystemRandomNumberGenerator) -> String {
        let characters: [Unicode.Scalar] = [
            "\\", "\"", "\t", "\n", "\r", "{", "}", ",", "N", ".", "'", ";", "\u{308}", "é", "\u{2400}", "\u{1F600}",
            "\u{1}",
            "\u{B}", "\u{C}", "\u{8}", "$", " ",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<9, using: &random) {
            text.append(characters.randomElement(using: &random) ?? "a")
        }
        return String(text)
    }
}

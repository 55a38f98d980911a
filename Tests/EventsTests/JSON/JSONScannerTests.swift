import Testing
@testable import Events

@Suite struct JSONScannerTests {
    private func isWellFormed(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            do {
                try scanner.value()
                try scanner.end()
                return true
            } catch {
                return false
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", " [ 1 , -2.5e+3, true, false, null, \"a\\\"b\" ] ", "{\"a\":{\"b\":[{}]}}", "\"\"", "12",
        "[[[[[[[[]]]]]]]]", "\"é\u{2028}\"",
    ])
    func skipsValues(text: String) {
        #expect(isWellFormed(text))
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "{]", "[}", "\"", "\"a\nb\"", "[\"a\\", "{} {}", "\"a\\\"", "{\"a\":\u{1}}", ":",
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    ])
    func refusesInvalidText(text: String) {
        #expect(!isWellFormed(text))
    }

    @Test func refusesEveryTruncatedLine() {
        let line = Array(#"{"a":[1,{"b":"c\\"}],"d":null}"#.utf8)
        for length in 0..<line.count {
            #expect(!isWellFormed(String(decoding: line.prefix(length), as: UTF8.self)))
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("42", 42), ("1834.0", 1834), ("1.834e3", 1834), ("9223372036854775807", nil),
            ("99999999999999999999", nil), ("-1", nil), ("1.5", nil), ("1e400", nil), ("\"1\"", nil), ("null", nil),
        ] as [(String, Int64?)])
    func readsNumbersWithoutTraps(text: String, expected: Int64?) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            let number = try? scanner.number()
            #expect(number == expected)
        }
    }

    @Test(arguments: [
        (#"\u0065v\u0065nt"#, "event"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"), (#"\u00e9\u20AC"#, "é€"),
        (#"\ud83d\ude00"#, "😀"),
    ])
    func resolvesEscapes(text: String, expected: String) throws {
        try Array("{\"\(text)\":\"\(text)\"}".utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            try scanner.object { name, scanner throws(JSONScanner.Malformed) in
                #expect(String(decoding: name, as: UTF8.self) == expected)
                let value = try scanner.optionalString { String(decoding: $0, as: UTF8.self) }
                #expect(value == expected)
            }
        }
    }

    @Test(arguments: [
        #"{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}"#, "{}", "[1,1]",
        "{" + (0..<100).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
    ])
    func skipsUnambiguousValues(text: String) throws {
        try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            try scanner.unambiguousValue()
            try scanner.end()
        }
    }

    @Test(arguments: [
        #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#, #"[{"b":{"a":1,"a":2}}]"#,
        "{" + (0..<100).map { "\"\($0 % 99)\":0" }.joined(separator: ",") + "}",
        String(repeating: "[", count: 70) + String(repeating: "]", count: 70),
    ])
    func refusesDuplicateMembers(text: String) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            #expect(throws: JSONScanner.Malformed.self) { try scanner.unambiguousValue() }
        }
    }
}

import Testing

@testable import Audit

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
    func passesOverValues(text: String) {
        #expect(isWellFormed(text))
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "{]", "[}", "\"", "\"a\nb\"", "[\"a\\", "{} {}", "\"a\\\"", "{\"a\":\u{1}}", ":",
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    ])
    func refusesWhatIsNone(text: String) {
        #expect(!isWellFormed(text))
    }

    @Test func everyBeginningOfALineIsRefused() {
        let line = Array(#"{"a":[1,{"b":"c\\"}],"d":null}"#.utf8)
        for length in 0..<line.count {
            #expect(!isWellFormed(String(decoding: line.prefix(length), as: UTF8.self)))
        }
    }

    @Test(arguments: [
        ("0", 0), ("42", 42), ("9223372036854775807", 0), ("99999999999999999999", 0), ("-1", 0), ("1.5", 0),
        ("\"1\"", 0),
    ])
    func readsNumbersWithoutTraps(text: String, expected: Int64) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            #expect((try? scanner.number()) == expected)
        }
    }
}

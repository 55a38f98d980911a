import Testing
@testable import Events

@Suite struct ByteSearchTests {
    /// Every value of a byte at every place in a text that is longer than two words.
    @Test func findsEverySpecialCharacterAtEveryPlace() {
        for byte in UInt8.min...UInt8.max {
            for place in 0..<19 {
                // Bytes that differ from special characters in one bit, and bytes beyond ASCII.
                var text: [UInt8] = (0..<19).map { [0x21, 0x23, 0x5D, 0x80, 0xFF, 0x7F][$0 % 6] }
                text[place] = byte
                let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
                text.withUnsafeBufferPointer { text in
                    for start in 0...text.count {
                        let expected = isSpecial && start <= place ? place : text.count
                        #expect(text.endOfPlainCharacters(from: start) == expected)
                    }
                }
            }
        }
    }

    @Test func findsTheFirstOfSeveralSpecialCharacters() {
        Array("abcdef\"\\\"\u{1F}ghi".utf8).withUnsafeBufferPointer { text in
            #expect(text.endOfPlainCharacters(from: 0) == 6)
            #expect(text.endOfPlainCharacters(from: 7) == 7)
            #expect(text.endOfPlainCharacters(from: 9) == 9)
        }
    }

    @Test func findsABytePastAnIndex() {
        Array("a\nb\n".utf8).withUnsafeBufferPointer { text in
            #expect(text.firstIndex(of: 0x0A, from: 0) == 1)
            #expect(text.firstIndex(of: 0x0A, from: 2) == 3)
            #expect(text.firstIndex(of: 0x0A, from: 4) == nil)
            #expect(text.firstIndex(of: 0x0D, from: 0) == nil)
        }
        #expect(UnsafeBufferPointer<UInt8>(start: nil, count: 0).firstIndex(of: 0x0A, from: 0) == nil)
    }

    @Test func ordersBytesLexicographically() {
        let texts: [[UInt8]] = [[], [0], [0, 0], [0, 255], [1], [127], [128], [128, 1], [255], [255, 0]]
        for left in texts {
            for right in texts { #expect(left.precedes(right) == left.lexicographicallyPrecedes(right)) }
        }
    }
}

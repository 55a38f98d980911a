import InternetNames
import Testing

@Suite struct WireTextTests {
    @Test func isComparedOctetByOctet() {
        let message = Array("GET example.com".utf8)
        let piece = WireText(message[4...])
        #expect(piece == "example.com")
        #expect(piece.hashValue == WireText("example.com").hashValue)
        #expect(piece != "Example.com")
        #expect(piece != "example.co")
        #expect(WireText("e\u{301}") != WireText("\u{E9}"))
    }

    @Test func isComparedToItsEnd() {
        let text = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        for count in 0...text.count {
            let piece = WireText(text[..<count])
            #expect(piece == WireText(ArraySlice(Array(text[..<count]))))
            for index in 0..<count {
                var other = Array(text[..<count])
                other[index] = UInt8(ascii: "-")
                #expect(piece != WireText(other[...]))
            }
        }
    }

    @Test func readsAsText() {
        #expect(WireText([0x61, 0xFF, 0x62]).text == "a\u{FFFD}b")
        #expect("\(WireText("a.example"))" == "a.example")
    }

    @Test func compactedIsTheSameInMemoryOfItsOwn() {
        let message = Array("GET example.com".utf8)
        let piece = WireText(message[4...])
        #expect(piece.compacted == piece)
        #expect(piece.octets.startIndex == 4)
        #expect(piece.compacted.octets.startIndex == 0)
    }
}

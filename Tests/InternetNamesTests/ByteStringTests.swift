import InternetNames
import Testing

@Suite struct ByteStringTests {
    @Test func isComparedOctetByOctet() {
        let message = Array("GET example.com".utf8)
        let piece = ByteString(message[4...])
        #expect(piece == "example.com")
        #expect(piece.hashValue == ByteString("example.com").hashValue)
        #expect(piece != "Example.com")
        #expect(piece != "example.co")
        #expect(ByteString("e\u{301}") != ByteString("\u{E9}"))
    }

    @Test func isComparedToItsEnd() {
        let text = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        for count in 0...text.count {
            let piece = ByteString(text[..<count])
            #expect(piece == ByteString(ArraySlice(Array(text[..<count]))))
            for index in 0..<count {
                var other = Array(text[..<count])
                other[index] = UInt8(ascii: "-")
                #expect(piece != ByteString(other[...]))
            }
        }
    }

    @Test func readsAsText() {
        #expect(ByteString([0x61, 0xFF, 0x62]).text == "a\u{FFFD}b")
        #expect("\(ByteString("a.example"))" == "a.example")
    }

    @Test func compactedIsTheSameInMemoryOfItsOwn() {
        let message = Array("GET example.com".utf8)
        let piece = ByteString(message[4...])
        #expect(piece.compacted == piece)
        #expect(piece.octets.startIndex == 4)
        #expect(piece.compacted.octets.startIndex == 0)
    }
}

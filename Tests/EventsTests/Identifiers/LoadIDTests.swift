import Events
import Testing
import TransportSecurity

@Suite struct LoadIDTests {
    private let text = "01JD4Q0Y7ZK8M3T5V9W2X6R1BCABCDEF"

    @Test func identifiersThatDifferInOneByteAreNotEqual() {
        let id = LoadID(text)
        #expect(id == LoadID(text))
        for index in text.utf8.indices {
            var bytes = Array(text.utf8)
            bytes[text.utf8.distance(from: text.startIndex, to: index)] = UInt8(ascii: "_")
            #expect(LoadID(String(decoding: bytes, as: UTF8.self)) != id)
        }
    }

    @Test func identifierOfAnEventIsThatOfItsText() throws {
        let event = try #require(EventID("01JD4Q0Y7ZK8M3T5V9W2X6R1BC"))
        #expect(LoadID(.value(event)) == LoadID(event.description))
        #expect(LoadID(.text("load-1")) == LoadID("load-1"))
        #expect(LoadID(.value(event)).text == event.description)
    }
}

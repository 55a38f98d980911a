import ForwardProxy
import Testing

@Suite struct ShortageTests {
    @Test(arguments: [
        (Shortage.descriptors, "descriptor"), (.memory, "memory"), (.threads, "thread"),
    ])
    func saysWhatIsShort(shortage: Shortage, word: String) {
        #expect(shortage.message.contains(word) && shortage.message.hasSuffix("."))
    }
}

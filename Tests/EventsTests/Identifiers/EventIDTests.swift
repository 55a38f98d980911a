import Events
import Testing
import TransportSecurity

@Suite struct EventIDTests {
    /// A generator that always returns the same number.
    private struct Fixed: RandomNumberGenerator {
        var value: UInt64
        mutating func next() -> UInt64 { value }
    }

    @Test func writesTimeFirst() {
        var generator = EventIDGenerator()
        var random = Fixed(value: 0)
        // The example of the specification: 1469918176385 is 01ARYZ6S41.
        let id = generator.next(at: Instant(milliseconds: 1_469_918_176_385), using: &random)
        #expect(id.description == "01ARYZ6S410000000000000000")
    }

    @Test func growsWithinAMillisecondAndWhenTheClockIsSetBack() {
        var generator = EventIDGenerator()
        var random = Fixed(value: .max)
        var texts: [String] = []
        for milliseconds in [5, 5, 5, 3, 6, 0, -1, 7] as [Int64] {
            texts.append(generator.next(at: Instant(milliseconds: milliseconds), using: &random).description)
        }
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == texts.count)
    }

    @Test(arguments: ["00000000000000000000000000", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"])
    func readsWhatItWrites(text: String) {
        let id = EventID(text)
        #expect(id?.description == text && id.line == text.line)
    }

    @Test(arguments: [
        "", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVX", "81ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU", "01arz3ndektsv4rrffq69g5fav",
    ])
    func refusesInvalidText(text: String) {
        #expect(EventID(text) == nil)
    }
}

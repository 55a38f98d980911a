import Testing

@testable import Audit
@testable import TLSMessages

@Suite struct HashPlacesTests {
    /// Hashes of which many lead to the same index, so that they are found one after the other.
    @Test func findsWhatADictionaryFinds() {
        var random = SplitMix64(seed: 1)
        var places = HashPlaces()
        var expected: [UInt64: Int] = [:]
        #expect(places[0] == nil)
        for place in 0..<5000 {
            let hash = UInt64.random(in: 0..<64, using: &random) << 40 | UInt64.random(in: 0..<64, using: &random)
            places.insert(place, for: hash)
            expected[hash] = place
        }
        #expect(places.count == expected.count)
        for high in 0..<UInt64(64) {
            for low in 0..<UInt64(70) { #expect(places[high << 40 | low] == expected[high << 40 | low]) }
        }
        places.removeAll()
        #expect(places.count == 0 && places[1] == nil)
    }
}

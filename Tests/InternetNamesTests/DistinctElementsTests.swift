import InternetNames
import Testing

@Suite struct DistinctElementsTests {
    @Test func keepsTheFirstOfEqualElements() {
        #expect([3, 1, 3, 2, 1].distinct == [3, 1, 2])
        #expect([Int]().distinct.isEmpty)
    }
}

import Testing
@testable import Networking

@Suite struct RandomNumbersTests {
    @Test func numbersOfSeveralRefillsDiffer() {
        var numbers = RandomNumbers()
        var others = RandomNumbers()
        let count = 3 * RandomNumbers.count + 1
        let all = (0..<count).flatMap { _ in [numbers.next(), others.next()] }
        #expect(Set(all).count == 2 * count)
        // Each bit is set in some and not in others.
        #expect(all.reduce(0, |) == .max && all.reduce(.max, &) == 0)
    }
}

import InternetNames
import Testing

@testable import Probing

@Suite struct AddressTurnsTests {
    private static let first = IPAddress("192.0.2.1")
    private static let second = IPAddress("192.0.2.2")

    @Test func oneJobRunsAtAnAddress() throws {
        let (first, second) = (try #require(Self.first), try #require(Self.second))
        var turns = AddressTurns<Int>()
        let begun = [turns.begin(1, at: first), turns.begin(2, at: first), turns.begin(3, at: second)]
        #expect(begun == [true, false, true])
        let next = turns.end(at: first)
        #expect(next == 2)
    }

    @Test func jobsComeInTheirOrderAndEachOnce() throws {
        let address = try #require(Self.first)
        var turns = AddressTurns<Int>()
        var run: [Int] = []
        for job in 0..<100 where turns.begin(job, at: address) { run.append(job) }
        while let job = turns.end(at: address) {
            let begins = turns.begin(job, at: address)
            #expect(begins)
            run.append(job)
        }
        #expect(run == Array(0..<100))
        let begins = turns.begin(100, at: address)
        #expect(begins)
    }
}

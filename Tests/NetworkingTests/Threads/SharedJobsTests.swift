import InternetNames
import Testing

@testable import Networking

/// The shares of clients in a pool, without threads.
@Suite struct SharedJobsTests {
    private func client(_ number: UInt32) -> IPAddress { .v4(0xC000_0200 + number) }

    /// Begins what may begin, and returns how many jobs run for each client.
    private func running(_ jobs: inout SharedJobs) -> [IPAddress: Int] {
        var running: [IPAddress: Int] = [:]
        while let job = jobs.begin() { if let client = job.client { running[client, default: 0] += 1 } }
        return running
    }

    /// However much earlier clients want, and although none of their jobs ends, a further one begins at once, with half
    /// of what is left.
    @Test(arguments: [
        (1, [1, 0]), (2, [1, 1, 0]), (8, [4, 2, 1, 1, 0]), (32, [16, 8, 4, 2, 1, 1, 0]),
    ]) func eachFurtherClientGetsHalfOfWhatIsLeft(threads: Int, shares: [Int]) {
        var jobs = SharedJobs(threads: threads, queue: 4096)
        for (number, share) in shares.enumerated() {
            for _ in 0..<100 { _ = jobs.add({}, for: client(UInt32(number))) }
            #expect(running(&jobs)[client(UInt32(number)), default: 0] == share)
        }
    }

    @Test func theQueueHasRoomForAnotherClient() {
        var jobs = SharedJobs(threads: 1, queue: 100)
        _ = (0..<200).map { _ in jobs.add({}, for: client(1)) }
        let (own, other) = (jobs.add({}, for: client(1)), jobs.add({}, for: client(2)))
        #expect(own == nil && other != nil)
    }

    @Test func clientsTakeTurns() {
        var jobs = SharedJobs(threads: 2, queue: 100)
        for number: UInt32 in [1, 1, 1, 2, 2, 2] { _ = jobs.add({}, for: client(number)) }
        var order: [IPAddress?] = []
        while let job = jobs.begin() {
            order.append(job.client)
            jobs.ended(of: job.client)
        }
        #expect(order == [client(1), client(2), client(1), client(2), client(1), client(2)])
    }

    @Test func aWithdrawnJobNeverBeginsAndLeavesItsPlace() throws {
        var jobs = SharedJobs(threads: 4, queue: 2)
        let (first, second) = (jobs.add({}, for: client(1)), jobs.add({}, for: client(1)))
        let ticket = try #require(first)
        #expect(second == nil)
        let removals = [jobs.remove(ticket), jobs.remove(ticket)]
        #expect(removals == [true, false] && !jobs.hasNext)
        let third = jobs.add({}, for: client(1))
        #expect(third != nil)
    }

    /// What the proxy itself asks for uses every thread.
    @Test func jobsOfNoClientHaveNoShare() {
        var jobs = SharedJobs(threads: 3, queue: 100)
        for _ in 0..<5 { _ = jobs.add({}, for: nil) }
        var begun = 0
        while jobs.begin() != nil { begun += 1 }
        #expect(begun == 3)
    }

    /// Addresses of one IPv6 network are one client.
    @Test func aPoolCountsByNetwork() throws {
        let pool = try BlockingPool(named: "test", threads: 1, queue: 2) { _, _ in }
        #expect(pool.submit(for: .v6(high: 1, low: 1)) {} != nil)
        #expect(pool.submit(for: .v6(high: 1, low: 2)) {} == nil)
    }
}

import Dispatch
import InternetNames
import Testing
import TransportSecurity

@testable import Networking

@Suite struct NameLookupTests {
    @Test func findsANameInTheHostsFile() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop, Resolver(threads: 2))
        var found: [IPAddress] = []
        let lookup = lookups.lookUp("localhost") { addresses, isComplete in
            found += addresses
            if isComplete { loop.stop() }
        }
        #expect(runs(loop))
        #expect(found.contains(.v4(0x7F00_0001)))
        withExtendedLifetime(lookup) {}
    }

    @Test func aNameWithoutAddressesEndsWithNone() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop, Resolver(threads: 2))
        var answers: [[IPAddress]] = []
        let lookup = lookups.lookUp("does-not-exist.invalid") { addresses, isComplete in
            answers.append(addresses)
            if isComplete { loop.stop() }
        }
        #expect(runs(loop, milliseconds: 30_000))
        #expect(answers.joined().isEmpty)
        withExtendedLifetime(lookup) {}
    }

    @Test func concurrentLookupsShareOneRequestAndTheResultIsCached() throws {
        let loop = try EventLoop()
        var asked: [Resolver.Family] = []
        let lookups = try NameLookups(loop) { _, family, _, answer in
            asked.append(family)
            answer(.success(family == .v4 ? [.v4(0xC000_0201)] : []))
            return { false }
        }
        #expect(lookups.addresses(of: "a.test") == nil)
        var told: [[IPAddress]] = []
        let waiting = (0..<5).map { _ in
            lookups.lookUp("a.test") { addresses, isComplete in
                told.append(addresses)
                if isComplete && told.count == 5 { loop.stop() }
            }
        }
        #expect(runs(loop))
        #expect(asked.count == 2 && Set(asked) == Set(Resolver.Family.allCases))
        #expect(told == Array(repeating: [.v4(0xC000_0201)], count: 5))
        #expect(lookups.addresses(of: "a.test") == [.v4(0xC000_0201)])
        #expect(lookups.addresses(of: "b.test") == nil)
        // The result is cached for a short time only, because the addresses may change.
        #expect(!runs(loop, milliseconds: 5100))
        #expect(lookups.addresses(of: "a.test") == nil)
        withExtendedLifetime(waiting) {}
    }

    @Test func theCacheIsClearedWhenItIsFull() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop) { _, _, _, answer in
            answer(.success([.v4(0xC000_0201)]))
            return { false }
        }
        var left = 4097
        let waiting = (0..<left).map { number in
            lookups.lookUp("\(number).test") { _, isComplete in
                if isComplete { left -= 1 }
                if left == 0 { loop.stop() }
            }
        }
        #expect(runs(loop, milliseconds: 60_000))
        #expect(lookups.addresses(of: "0.test") == nil && lookups.addresses(of: "4096.test") != nil)
        withExtendedLifetime(waiting) {}
    }

    @Test func aForgottenNameIsLookedUpAgain() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop) { _, _, _, answer in
            answer(.success([.v4(0xC000_0201)]))
            return { false }
        }
        let lookup = lookups.lookUp("a.test") { _, isComplete in if isComplete { loop.stop() } }
        #expect(runs(loop))
        #expect(lookups.addresses(of: "a.test") != nil)
        lookups.forget("a.test")
        #expect(lookups.addresses(of: "a.test") == nil)
        withExtendedLifetime(lookup) {}
    }

    /// An error of this machine is no answer about the name.
    @Test func anErrorOfThisMachineIsReported() throws {
        let loop = try EventLoop()
        let error = SystemError(number: 24, operation: "getaddrinfo")
        let lookups = try NameLookups(loop) { _, _, _, answer in
            answer(.failure(error))
            return { false }
        }
        let lookup = lookups.lookUp("a.test") { _, isComplete in if isComplete { loop.stop() } }
        #expect(runs(loop))
        #expect(lookup.failure == error)
    }

    @Test func aNameWithoutAddressesIsNotCached() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop) { _, _, _, answer in
            answer(.success([]))
            return { false }
        }
        let lookup = lookups.lookUp("a.test") { _, isComplete in if isComplete { loop.stop() } }
        #expect(runs(loop))
        #expect(lookups.addresses(of: "a.test") == nil)
        withExtendedLifetime(lookup) {}
    }
}

/// Lookups of several clients where a name server is silent.
@Suite struct SharedLookupTests {
    private let first = IPAddress.v4(0xC000_0201)
    private let second = IPAddress.v4(0xC000_0202)

    /// A name server that never answers holds the lookups of one client, and those of nobody else.
    @Test func anotherClientDoesNotWaitForASilentNameServer() throws {
        let loop = try EventLoop()
        let silence = DispatchSemaphore(value: 0)
        defer { for _ in 0..<8 { silence.signal() } }
        let lookups = try NameLookups(
            loop,
            Resolver(threads: 4) { name, _ in
                if name.hasSuffix("silent.test") { silence.wait() }
                return [.v4(0xC000_0207)]
            })
        let waiting = (0..<20).map { lookups.lookUp("\($0).silent.test", for: first) { _, _ in } }
        var found: [IPAddress] = []
        let lookup = lookups.lookUp("a.test", for: second) { addresses, isComplete in
            found += addresses
            if isComplete { loop.stop() }
        }
        #expect(runs(loop))
        #expect(found.contains(.v4(0xC000_0207)))
        withExtendedLifetime((waiting, lookup)) {}
    }

    @Test func aLookupHasADeadline() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop) { _, _, _, _ in { false } }
        var told: [[IPAddress]] = []
        let lookup = lookups.lookUp("a.test", for: first, within: 20) { addresses, isComplete in
            told.append(addresses)
            if isComplete { loop.stop() }
        }
        #expect(runs(loop))
        #expect(told == [[]] && lookup.hasTimedOut && lookup.failure == nil)
    }

    /// One family that is late does not lose the addresses of the other.
    @Test func theDeadlineKeepsWhatIsKnown() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop) { _, family, _, answer in
            if family == .v4 { answer(.success([.v4(0xC000_0207)])) }
            return { false }
        }
        var told: [[IPAddress]] = []
        let lookup = lookups.lookUp("a.test", for: first, within: 200) { addresses, isComplete in
            told.append(addresses)
            if isComplete { loop.stop() }
        }
        #expect(runs(loop))
        #expect(told == [[.v4(0xC000_0207)], []])
        withExtendedLifetime(lookup) {}
    }

    /// A request leaves the queue with the last lookup that waits for it, and not before.
    @Test func whatNobodyWaitsForIsWithdrawn() throws {
        let loop = try EventLoop()
        var withdrawn = 0
        let lookups = try NameLookups(loop) { _, _, _, _ in
            {
                withdrawn += 1
                return true
            }
        }
        var one: NameLookup? = lookups.lookUp("a.test", for: first) { _, _ in }
        var other: NameLookup? = lookups.lookUp("a.test", for: first) { _, _ in }
        withExtendedLifetime(one) { one = nil }
        #expect(withdrawn == 0)
        withExtendedLifetime(other) { other = nil }
        #expect(withdrawn == 2)
    }

    /// A lookup in the share of one client would make another client wait with it.
    @Test func clientsShareNoRequest() throws {
        let loop = try EventLoop()
        var asked: [IPAddress?] = []
        let lookups = try NameLookups(loop) { _, _, client, _ in
            asked.append(client)
            return { false }
        }
        let waiting = [first, second, first].map { lookups.lookUp("a.test", for: $0) { _, _ in } }
        #expect(asked == [first, first, second, second])
        withExtendedLifetime(waiting) {}
    }
}

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
        let lookups = try NameLookups(loop) { _, family, answer in
            asked.append(family)
            answer(.success(family == .v4 ? [.v4(0xC000_0201)] : []))
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
        let lookups = try NameLookups(loop) { _, _, answer in answer(.success([.v4(0xC000_0201)])) }
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
        let lookups = try NameLookups(loop) { _, _, answer in answer(.success([.v4(0xC000_0201)])) }
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
        let lookups = try NameLookups(loop) { _, _, answer in answer(.failure(error)) }
        let lookup = lookups.lookUp("a.test") { _, isComplete in if isComplete { loop.stop() } }
        #expect(runs(loop))
        #expect(lookup.failure == error)
    }

    @Test func aNameWithoutAddressesIsNotCached() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop) { _, _, answer in answer(.success([])) }
        let lookup = lookups.lookUp("a.test") { _, isComplete in if isComplete { loop.stop() } }
        #expect(runs(loop))
        #expect(lookups.addresses(of: "a.test") == nil)
        withExtendedLifetime(lookup) {}
    }
}

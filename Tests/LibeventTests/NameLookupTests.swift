import Libevent
import Testing
import TransportSecurity

@Suite struct NameLookupTests {
    @Test func aNameOfTheHostsFileIsFound() throws {
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

    @Test func aNameIsRememberedForAMomentAndAskedForOnce() throws {
        let loop = try EventLoop()
        let lookups = try NameLookups(loop, Resolver(threads: 2))
        #expect(lookups.addresses(of: "localhost") == nil)
        var complete = 0
        let waiting = (0..<5).map { _ in
            lookups.lookUp("localhost") { _, isComplete in
                complete += isComplete ? 1 : 0
                if complete == 5 { loop.stop() }
            }
        }
        #expect(runs(loop))
        #expect(lookups.addresses(of: "localhost")?.contains(.v4(0x7F00_0001)) == true)
        #expect(lookups.addresses(of: "other.invalid") == nil)
        withExtendedLifetime(waiting) {}
    }
}

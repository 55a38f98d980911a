import Networking
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ListeningSocketTests {
    @Test func aPortIsExclusiveButHasSiblings() throws {
        let first = try ListeningSocket(loopback)
        #expect(first.address.port != 0)
        let sibling = try first.sibling()
        #expect(sibling.address == first.address)
        var number: Int32?
        do {
            _ = try ListeningSocket(first.address)
        } catch {
            number = error.number
        }
        #expect(number == EADDRINUSE)
        // Both sockets live until here.
        #expect(first.address == sibling.address)
    }
}

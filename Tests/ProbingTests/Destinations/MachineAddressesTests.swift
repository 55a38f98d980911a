import InternetNames
import Networking
import Testing
import TransportSecurity

@testable import Probing

@Suite struct MachineAddressesTests {
    private static let first = IPAddress.v4(0xC0A8_0105)
    private static let second = IPAddress.v4(0xC0A8_0106)

    @Test func asksAgainOnceFiveSecondsHavePassed() throws {
        let reader = Reader([Self.first])
        let machine = try MachineAddresses(reading: reader.read)
        let start = WallClock.elapsedMilliseconds
        reader.addresses = [Self.second]
        #expect(machine.current(at: start + 10).addresses == [Self.first])
        #expect(machine.current(at: start + 10_000).addresses == [Self.second])
        #expect(machine.current(at: start + 10_100).addresses == [Self.second])
        #expect(reader.count == 2)
    }

    @Test func whatWasKnownHoldsOnWhereTheSystemDoesNotTell() throws {
        let reader = Reader([Self.first])
        let machine = try MachineAddresses(reading: reader.read)
        reader.addresses = nil
        #expect(machine.current(at: WallClock.elapsedMilliseconds + 10_000).addresses == [Self.first])
    }

    @Test func withoutAnyAtFirstThereIsNoProxy() {
        #expect(throws: SystemError.self) { try MachineAddresses(reading: Reader(nil).read) }
    }

    /// A system that tells those addresses, or nothing.
    private final class Reader {
        var addresses: [IPAddress]?
        var count = 0

        init(_ addresses: [IPAddress]?) {
            self.addresses = addresses
        }

        func read() throws(SystemError) -> [IPAddress] {
            count += 1
            guard let addresses else { throw SystemError(number: 24, operation: "getifaddrs") }
            return addresses
        }
    }
}

import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct PasswordFailuresTests {
    private static let (one, other) = (IPAddress.v4(1), IPAddress.v4(2))

    @Test func tooManyOfOnePlaceAreFollowedByAPause() {
        let failures = PasswordFailures(limit: 3)
        #expect(!failures.failed(from: Self.one, at: 0))
        #expect(!failures.failed(from: Self.one, at: 10_000))
        #expect(failures.permit(from: Self.one, at: 20_000))
        #expect(failures.failed(from: Self.one, at: 20_000))
        #expect(!failures.permit(from: Self.one, at: 79_999))
        #expect(failures.permit(from: Self.other, at: 20_000))
        #expect(failures.permit(from: Self.one, at: 80_000))
        // And then it begins anew.
        #expect(!failures.failed(from: Self.one, at: 80_000))
        #expect(failures.permit(from: Self.one, at: 80_000))
    }

    @Test func fewOverALongTimeAreForgiven() {
        let failures = PasswordFailures(limit: 2)
        for minute in 0..<10 {
            #expect(!failures.failed(from: Self.one, at: Int64(minute) * PasswordFailures.period))
        }
        #expect(failures.permit(from: Self.one, at: 10 * PasswordFailures.period))
    }

    @Test func aNetworkOfIPv6IsOnePlace() {
        let failures = PasswordFailures(limit: 1)
        #expect(failures.failed(from: .v6(high: 7, low: 1), at: 0))
        #expect(!failures.permit(from: .v6(high: 7, low: 2), at: 0))
        #expect(failures.permit(from: .v6(high: 8, low: 1), at: 0))
    }

    @Test func aLimitThatIsLoweredHoldsAtOnce() {
        let failures = PasswordFailures(limit: 10)
        #expect(!failures.failed(from: Self.one, at: 0))
        failures.use(limit: 1)
        #expect(!failures.permit(from: Self.one, at: 0))
    }

    @Test func memoryIsBoundedAndTheOldestIsForgotten() {
        let failures = PasswordFailures(limit: 1)
        for number in 0...PasswordFailures.capacity {
            #expect(failures.failed(from: .v4(UInt32(number)), at: Int64(number)))
        }
        #expect(failures.permit(from: .v4(0), at: Int64(PasswordFailures.capacity)))
        #expect(!failures.permit(from: .v4(1), at: Int64(PasswordFailures.capacity)))
    }
}

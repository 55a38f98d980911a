import InternetNames
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct PasswordFailuresTests {
    private static let (one, other) = (IPAddress.v4(1), IPAddress.v4(2))

    @Test func tooManyOfOnePlaceAreFollowedByAPause() {
        let failures = PasswordFailures(limit: 3)
        #expect(failures.failed("ann", from: Self.one, at: 0) == nil)
        #expect(failures.failed("ann", from: Self.one, at: 10_000) == nil)
        #expect(failures.lock(of: "ann", from: Self.one, at: 20_000) == nil)
        #expect(failures.failed("ann", from: Self.one, at: 20_000) != nil)
        #expect(failures.lock(of: "ann", from: Self.one, at: 79_999) != nil)
        #expect(failures.lock(of: "ann", from: Self.other, at: 20_000) == nil)
        #expect(failures.lock(of: "ann", from: Self.one, at: 80_000) == nil)
        // And then it begins anew.
        #expect(failures.failed("ann", from: Self.one, at: 80_000) == nil)
        #expect(failures.lock(of: "ann", from: Self.one, at: 80_000) == nil)
    }

    @Test func fewOverALongTimeAreForgiven() {
        let failures = PasswordFailures(limit: 2)
        for minute in 0..<10 {
            #expect(failures.failed("ann", from: Self.one, at: Int64(minute) * FailureLimits.period) == nil)
        }
        #expect(failures.lock(of: "ann", from: Self.one, at: 10 * FailureLimits.period) == nil)
    }

    @Test func aNetworkOfIPv6IsOnePlace() {
        let failures = PasswordFailures(limit: 1)
        #expect(failures.failed("ann", from: .v6(high: 7, low: 1), at: 0) != nil)
        #expect(failures.lock(of: "ann", from: .v6(high: 7, low: 2), at: 0) != nil)
        #expect(failures.lock(of: "ann", from: .v6(high: 8, low: 1), at: 0) == nil)
    }

    @Test func aLimitThatIsLoweredHoldsAtOnce() {
        let failures = PasswordFailures(limit: 10)
        #expect(failures.failed("ann", from: Self.one, at: 0) == nil)
        failures.use(limit: 1)
        #expect(failures.lock(of: "ann", from: Self.one, at: 0) != nil)
    }

    @Test func memoryIsBoundedAndTheOldestIsForgotten() {
        let failures = PasswordFailures(limit: 1)
        for number in 0...FailureLimits.capacity {
            #expect(failures.failed("ann", from: .v4(UInt32(number)), at: Int64(number)) != nil)
        }
        #expect(failures.lock(of: "ann", from: .v4(0), at: Int64(FailureLimits.capacity)) == nil)
        #expect(failures.lock(of: "ann", from: .v4(1), at: Int64(FailureLimits.capacity)) != nil)
    }

    /// Behind one address there may be many users (NAT).
    @Test func aLockIsOfOneUser() {
        let failures = PasswordFailures(limit: 2)
        #expect(failures.failed("ann", from: Self.one, at: 0) == nil)
        #expect(failures.failed("ann", from: Self.one, at: 0) == .user(failures: 2))
        #expect(failures.lock(of: "ann", from: Self.one, at: 1000) == 59_000)
        #expect(failures.lock(of: "bob", from: Self.one, at: 1000) == nil)
    }

    @Test func manyNamesLockTheAddress() {
        let failures = PasswordFailures(limit: 2)
        for number in 1..<20 { #expect(failures.failed("user\(number)", from: Self.one, at: 0) == nil) }
        #expect(failures.failed("user20", from: Self.one, at: 0) == .network(failures: 20))
        #expect(failures.lock(of: "bob", from: Self.one, at: 1000) == 59_000)
        #expect(failures.lock(of: "bob", from: Self.other, at: 1000) == nil)
    }
}

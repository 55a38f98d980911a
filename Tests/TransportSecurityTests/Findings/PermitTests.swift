import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct PermitTests {
    private static let authority = Authority(host: Sample.host, port: 443)
    private static let addresses = [IPAddress.v4(0xC000_0201)]

    @Test(arguments: [(Mode.enforce, false), (.observe, true)])
    func aViolationGetsNoPermitInEnforce(mode: Mode, isGiven: Bool) throws {
        let finding = try #require(
            Cleartext().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now).finding)
        var verdict = Verdict()
        verdict.violations = [finding]
        let permit = Permit(verdict, in: mode, authority: Self.authority, addresses: Self.addresses)
        #expect((permit != nil) == isGiven)
    }

    @Test(arguments: [(Mode.enforce, false), (.observe, true)])
    func anUnprovenKeyGetsNoPermitInEnforce(mode: Mode, isGiven: Bool) {
        var verdict = Verdict()
        verdict.unproven = Note(.unproven, "?")
        let permit = Permit(verdict, in: mode, authority: Self.authority, addresses: Self.addresses)
        #expect((permit != nil) == isGiven)
    }

    @Test(arguments: [(Mode.enforce, true, false), (.enforce, false, true), (.observe, true, true)])
    func noPermitBeforeTheProbeIfATSIsEnforced(mode: Mode, applies: Bool, isGiven: Bool) {
        let requirements = Sample.requirements { $0.applies = applies }
        let permit = Permit(
            unprobed: requirements, in: mode, authority: Self.authority, addresses: Self.addresses)
        #expect((permit != nil) == isGiven)
    }

    @Test func noPermitWithoutAnAddress() {
        #expect(Permit(Verdict(), in: .enforce, authority: Self.authority, addresses: []) == nil)
    }
}

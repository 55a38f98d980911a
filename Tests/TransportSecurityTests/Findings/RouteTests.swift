import Testing
import TransportSecurity

/// The names of routes, which recordings hold and the contract fixes.
@Suite struct RouteTests {
    @Test func namesAreStable() {
        #expect(Route.allCases.map(\.rawValue) == ["direct", "upstream", "transparent"])
    }
}

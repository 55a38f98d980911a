import Events
import Foundation
import Testing
import TransportSecurity

@Suite struct CachedJSONTests {
    private static let app = ClientApp(userAgent: "My\"App/42 CFNetwork/1568.200.51 Darwin/24.1.0")

    @Test func writesTheTextOfItsValue() {
        let rendered = CachedJSON(Self.app)
        #expect(rendered.line == Self.app.line)
        #expect([rendered, rendered].line == [Self.app, Self.app].line)
        #expect(rendered.name == Self.app.name)
    }

    @Test func equalsItsValue() {
        let other = CachedJSON(ClientApp(userAgent: "Other/1"))
        #expect(CachedJSON(Self.app) == CachedJSON(Self.app))
        #expect(CachedJSON(Self.app) != other)
        #expect(Set([CachedJSON(Self.app), CachedJSON(Self.app), other]).count == 2)
    }

    @Test func isReadLikeItsValue() throws {
        let summary = PolicySummary(Requirements(host: .name("a.example"), os: .newest), source: "MyApp.app")
        let read = try JSONDecoder().decode(CachedJSON<PolicySummary>.self, from: Data(summary.line))
        #expect(read.value == summary)
        #expect(read.line == summary.line)
    }
}

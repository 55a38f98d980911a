import Testing
import TransportSecurity

@Suite struct VectorTests {
    @Test func everyRowIsRead() throws {
        let vectors = try Vector.all()
        #expect(vectors.count == 77)
        #expect(Set(vectors.map(\.id)).count == vectors.count)
    }

    @Test func booleansAndNumbersStayApart() throws {
        let row = try #require(try Vector.all().first { $0.id == "malformed-02" })
        #expect(row.policy["NSAllowsArbitraryLoads"] == .boolean(true))
        #expect(row.policy["NSAllowsArbitraryLoadsInWebContent"] == .integer(2))
    }

    @Test func aListStandsForAnyOfItsMembers() throws {
        let row = try #require(try Vector.all().first { $0.id == "scope-01" })
        let allows = try #require(row.expect.explain.allowsInsecureHTTPLoads)
        #expect(allows.accepts(true))
        #expect(allows.accepts(nil))
        #expect(!allows.accepts(false))
    }
}

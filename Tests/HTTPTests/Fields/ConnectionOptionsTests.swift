import Testing

@testable import HTTP

@Suite struct ConnectionOptionsTests {
    @Test(arguments: [
        ("Host: a", false, true), ("Connection: close", false, false), ("Connection: Keep-Alive", true, true),
        ("Proxy-Connection: keep-alive", true, true), ("Connection: x, CLOSE", false, false),
        ("Connection: keep-alive, close", false, false),
    ])
    func saysWhetherTheConnectionPersists(line: String, http1_0: Bool, http1_1: Bool) throws {
        let options = try #require(ConnectionOptions(try FieldsTests.fields(line)))
        #expect(options.persist(.http1_0) == http1_0)
        #expect(options.persist(.http1_1) == http1_1)
    }

    @Test func dropsWhatIsOfOneHop() throws {
        let options = try #require(
            ConnectionOptions(try FieldsTests.fields("Connection: X-Own, Host, Upgrade", "Host: a")))
        func drops(_ name: String) -> Bool {
            let bytes = Array(name.utf8)[...]
            return options.drops(bytes, known: FieldName(bytes))
        }
        #expect(options.upgrade && drops("x-own") && drops("TE") && drops("Proxy-Authorization"))
        #expect(!drops("x-other") && !drops("Host") && !drops("Cookie"))
    }

    @Test func hasALimit() throws {
        let options = (0..<32).map { "x\($0)" }.joined(separator: ",")
        #expect(ConnectionOptions(try FieldsTests.fields("Connection: \(options)")) != nil)
        #expect(ConnectionOptions(try FieldsTests.fields("Connection: \(options),y")) == nil)
    }
}

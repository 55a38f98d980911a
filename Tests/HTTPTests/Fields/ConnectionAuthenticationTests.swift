import Testing

@testable import HTTP

@Suite struct ConnectionAuthenticationTests {
    @Test(arguments: [
        ("Authorization: NTLM abc", true), ("Authorization: negotiate abc", true), ("Authorization: Kerberos", true),
        ("WWW-Authenticate: Basic realm=\"a, b\", Negotiate", true), ("Authorization: Basic YTpi", false),
        ("Authorization: Bearer ntlm", false), ("WWW-Authenticate: Basic realm=\"negotiate\"", false),
        ("Proxy-Authorization: NTLM abc", false), ("X: NTLM", false),
    ])
    func knowsItsSchemes(line: String, isPart: Bool) throws {
        #expect(ConnectionAuthentication.isPart(of: try FieldsTests.fields(line)) == isPart)
    }
}

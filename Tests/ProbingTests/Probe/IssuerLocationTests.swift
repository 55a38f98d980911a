import Testing

@testable import Probing

@Suite struct IssuerLocationTests {
    @Test(arguments: [
        ("http://crt.example.com/intermediate.crt", "/intermediate.crt"), ("http://crt.example.com", "/"),
        ("HTTP://crt.example.com:8080/a%20b.crt", "/a%20b.crt"), ("http://192.0.2.1/x", "/x"),
        // EJBCA has it so.
        (
            "http://ca.example/ejbca/publicweb/webdist/certdist?cmd=cacert&issuer=CN%3DCA%2CO%3DX&level=0",
            "/ejbca/publicweb/webdist/certdist?cmd=cacert&issuer=CN%3DCA%2CO%3DX&level=0"
        ),
        ("http://ca.example/x?" + String(repeating: "a", count: 256), "/x?" + String(repeating: "a", count: 256)),
    ])
    func readsWhatAuthoritiesPublish(text: String, target: String) {
        #expect(IssuerLocation(text)?.target == target)
    }

    @Test(arguments: [
        "", "crt.example.com/x", "https://crt.example.com/x", "ws://crt.example.com/x", "ldap://crt.example.com/x",
        "file:///etc/passwd", "http://", "http://user@crt.example.com/x", "http://user:password@crt.example.com/x",
        "http://@crt.example.com/x", "http://crt.example.com/x#y", "http://crt.example.com/x y",
        "http://crt.example.com/x\r\nHost: y", "http://crt.example.com/\u{E9}", "http://\u{E9}.example/x",
        "http://crt.example.com:0/x", "http://ca.example/x?" + String(repeating: "a", count: 257),
        "http://ca.example/" + String(repeating: "a", count: 1024),
    ])
    func refusesTheRest(text: String) {
        #expect(IssuerLocation(text) == nil)
    }
}

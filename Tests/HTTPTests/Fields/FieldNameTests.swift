import Testing

@testable import HTTP

@Suite struct FieldNameTests {
    @Test(
        arguments: [
            ("host", .host), ("HOST", .host), ("Via", .via), ("tE", .te), ("Content-Length", .contentLength),
            ("TRANSFER-encoding", .transferEncoding), ("Proxy-Connection", .proxyConnection),
            ("Keep-Alive", .keepAlive),
            ("Proxy-Authorization", .proxyAuthorization), ("Proxy-Authenticate", .proxyAuthenticate),
            ("Proxy-Authentication-Info", .proxyAuthenticationInfo), ("HTTP2-Settings", .http2Settings),
            ("Upgrade", .upgrade), ("Trailer", .trailer), ("Expect", .expect), ("Max-Forwards", .maxForwards),
            ("Hose", nil), ("", nil), ("Content_Length", nil), ("X-Custom", nil),
        ] as [(String, FieldName?)])
    func knowsAFieldInAnyCase(text: String, expected: FieldName?) {
        #expect(FieldName(Array(text.utf8)[...]) == expected)
    }

    @Test func eachNameHasABitOfItsOwn() {
        let names = (0...UInt8.max).compactMap(FieldName.init(rawValue:))
        #expect(Set(names.map(\.bit)).count == names.count && !names.contains { $0.bit.nonzeroBitCount != 1 })
    }
}

import Testing

@testable import AppBundle

@Suite struct HostKeyTests {
    @Test(
        arguments: [
            ("example.com", .name), ("localhost", .name), ("", .name), ("a.b:80", .name), ("http://10.0.0.1", .name),
            ("10.0.0.1:80", .name), ("10.0.0.1/path", .name), ("1.example.com", .name), ("fe80.example", .name),
            ("10.0.0.1", .address), ("10.0.0", .address), ("::1", .address), ("[::1]", .address),
            ("[::1]:80", .address),
            ("fe80::1%en0", .address), ("2001:DB8::1", .address), ("0x7f.1", .address), ("1", .address),
            ("10/8", .range), ("10.0.0.0/", .range), ("::/0", .range), ("10.0.0.0/99", .range), ("2001:db8/32", .range),
            ("fe80/10", .range), ("::ffff:10.0.0.0/104", .range),
            ("cafe/x", .name), ("cafe.com/10", .name), (" a.com", .notAHost),
            ("NSIncludesSubdomains", .notAHost), ("NSTemporaryExceptionAllowsInsecureHTTPLoads", .notAHost),
        ] as [(String, HostKey)])
    func distinguishesKeys(key: String, kind: HostKey) {
        #expect(HostKey(key) == kind)
    }
}

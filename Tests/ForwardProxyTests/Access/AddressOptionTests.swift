import InternetNames
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct AddressOptionTests {
    @Test(arguments: [
        ("192.168.0.0/16", "192.168.0.0/16"), ("192.168.1.1/16", "192.168.0.0/16"), ("192.168.1.1", "192.168.1.1/32"),
        ("::1", "::1/128"), ("2001:db8::/32", "2001:db8::/32"), ("nonsense", nil), ("1.2.3.4/40", nil), ("", nil),
        ("::ffff:10.0.0.0/104", "::ffff:a00:0/104"), ("::ffff:10.0.0.0/129", nil), ("::ffff:10.0.0.0/08", nil),
    ])
    func reads(text: String, expected: String?) {
        #expect(AddressRange(option: text)?.description == expected)
    }
}

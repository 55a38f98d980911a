import Testing

@testable import InternetNames

@Suite struct IPv4SpellingTests {
    @Test(
        arguments: [
            ("example.com", .name), ("example", .name), ("0xyz", .name), ("1.2.3.4a", .name), ("", .name),
            ("1.2.3.4", .address(.v4(0x0102_0304))), ("1.2.772", .address(.v4(0x0102_0304))),
            ("0x1.0x2.0x3.0x4", .address(.v4(0x0102_0304))), ("01.02.03.04", .address(.v4(0x0102_0304))),
            ("1.2.3.4.", .address(.v4(0x0102_0304))), ("1.2.3.4.5", .malformed), ("1.2.3.4..", .name),
            ("a.1", .malformed), ("08", .malformed), ("99999999999999999999999", .malformed),
        ] as [(String, IPAddress.Spelling)])
    func readsAsInetAtonDoes(text: String, spelling: IPAddress.Spelling) {
        #expect(IPAddress.Spelling(text) == spelling)
    }
}

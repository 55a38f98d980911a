import InternetNames
import JSONWriting
import Testing
import TransportSecurity

@Suite struct AddressTextTests {
    static let addresses: [IPAddress] = [
        .v4(0), .v4(0x7F00_0001), .v4(0x0A63_6409), .v4(.max), .v6(high: 0, low: 1),
        .v6(high: 0x2001_0DB8_0000_0000, low: 0x8A2E_0370_7334), .v6(high: 0, low: 0xFFFF_7F00_0001),
    ]

    @Test(arguments: addresses)
    func writesAnAddressAsItDescribesItself(address: IPAddress) {
        #expect(String(decoding: address.line, as: UTF8.self) == "\"\(address)\"")
    }

    @Test(arguments: addresses.map(Host.address) + [.name("example.com")], [1, 80, 443, 65535] as [UInt16])
    func writesAnAuthorityAsItDescribesItself(host: Host, port: UInt16) {
        let authority = Authority(host: host, port: port)
        #expect(String(decoding: authority.line, as: UTF8.self) == "\"\(authority)\"")
    }
}

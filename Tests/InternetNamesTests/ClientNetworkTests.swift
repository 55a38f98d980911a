import InternetNames
import Testing

@Suite struct ClientNetworkTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
    ])
    func isTheAddressOrItsNetwork(address: String, network: String) throws {
        #expect(try #require(IPAddress(address)).clientNetwork == (try #require(IPAddress(network))))
    }
}

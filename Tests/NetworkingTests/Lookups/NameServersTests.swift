import InternetNames
import Testing

@testable import Networking

@Suite struct NameServersTests {
    @Test(
        arguments: [
            ("nameserver 192.0.2.1\n", ["192.0.2.1"]), ("", []), ("search example.com\n#nameserver 192.0.2.1", []),
            (
                "options edns0\nnameserver\t::1 # why\nnameserver fe80::1%eth0\nnameserver x\nnameserver 192.0.2.2",
                ["::1", "192.0.2.2"]
            ),
            (
                "nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 192.0.2.3\nnameserver 192.0.2.4",
                ["192.0.2.1", "192.0.2.2", "192.0.2.3"]
            ),
        ])
    func readsTheFirstOnes(text: String, expected: [String]) {
        #expect(NameServers.addresses(in: text).map(\.description) == expected)
    }

    @Test func aFileThatIsNotThereHasNone() {
        #expect(SmallFile.text(at: "/does-not-exist/resolv.conf") == nil)
    }
}

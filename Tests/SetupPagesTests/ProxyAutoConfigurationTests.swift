import InternetNames
import Testing
import TransportSecurity

@testable import SetupPages

@Suite struct ProxyAutoConfigurationTests {
    private static func script(_ hosts: [ProxiedHost], proxy: Authority = .init(host: .name("p"), port: 1)) -> String {
        String(decoding: ProxyAutoConfiguration(proxy: proxy, hosts: hosts).bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("api.example.com", "{\"api.example.com\": true}", "[]", "[]"),
        ("api.example.com.", "{\"api.example.com\": true}", "[]", "[]"),
        ("*.example.com", "{\"example.com\": true}", "[\".example.com\"]", "[]"),
        ("192.0.2.1", "{\"192.0.2.1\": true}", "[]", "[]"),
        ("2001:DB8::1", "{\"2001:db8::1\": true}", "[]", "[]"),
        ("10.1.2.3/8", "{}", "[]", "[[\"10.0.0.0\", \"255.0.0.0\"]]"),
        ("0.0.0.0/0", "{}", "[]", "[[\"0.0.0.0\", \"0.0.0.0\"]]"),
        // No function for ranges of IPv6 is understood everywhere.
        ("2001:db8::/32", "{}", "[]", "[]"),
    ])
    func scriptListsTheNamedHosts(option: String, names: String, suffixes: String, ranges: String) throws {
        let script = Self.script([try #require(ProxiedHost(option: option))])
        #expect(script.contains("  var hosts = \(names);\n"))
        #expect(script.contains("  var suffixes = \(suffixes);\n"))
        #expect(script.contains("  var ranges = \(ranges);\n"))
        #expect(script.contains("return \"DIRECT\";"))
    }

    @Test func writesAProxyOfIPv6InBrackets() {
        let proxy = Authority(host: .address(.v6(high: 0, low: 1)), port: 8080)
        #expect(Self.script([], proxy: proxy).contains("\"PROXY [::1]:8080\""))
    }
}

import ForwardProxy
import InternetNames
import Testing

/// Which destinations are reached without the upstream proxy.
@Suite struct ProxyBypassTests {
    private static func contains(_ list: String, _ host: String, _ port: UInt16 = 443) throws -> Bool {
        var bypass = ProxyBypass()
        try bypass.add(list)
        return bypass.contains(Authority(host: try #require(Host(host)), port: port))
    }

    @Test(arguments: [
        ("example.com", "example.com"), ("example.com", "a.b.example.com"), ("example.com", "example.com."),
        ("EXAMPLE.com.", "www.example.com"), (".example.com", "example.com"), (".example.com", "www.example.com"),
        ("*.example.com", "www.example.com"), ("*", "example.com"), ("*", "192.0.2.1"), ("localhost", "localhost"),
        ("a.example,b.example", "b.example"), ("a.example b.example", "b.example"), (" , a.example ,,", "a.example"),
        ("192.0.2.1", "192.0.2.1"), ("192.0.2.1", "::ffff:192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.0/24", "192.0.2.77"), ("10/8", "10.1.2.3"), ("192.0.2.0/24", "::ffff:192.0.2.77"),
        ("2001:db8::1", "2001:db8:0::1"), ("[2001:db8::1]", "2001:db8::1"), ("2001:db8::/32", "2001:db8:9::1"),
        ("[2001:db8::]/32", "2001:db8:9::1"), ("example.com:443", "example.com"), ("example.com:443", "a.example.com"),
        ("*.example.com:443", "a.example.com"), ("192.0.2.1:443", "192.0.2.1"), ("[2001:db8::1]:443", "2001:db8::1"),
        ("0x7f.1", "127.0.0.1"),
    ])
    func reachesDirectly(list: String, host: String) throws {
        #expect(try Self.contains(list, host))
    }

    @Test(arguments: [
        ("", "example.com"), ("example.com", "badexample.com"), ("example.com", "example.com.evil.example"),
        ("example.com", "com"), ("*.example.com", "example.com"), ("example.com:80", "example.com"),
        ("192.0.2.1:80", "192.0.2.1"), ("[2001:db8::1]:80", "2001:db8::1"), ("192.0.2.0/24", "192.0.3.1"),
        ("192.0.2.0/24", "name.example"), ("::/0", "192.0.2.1"), ("0.0.0.0/0", "2001:db8::1"),
        ("192.0.2.1", "2001:db8::1"), ("2.1", "192.0.2.1"),
    ])
    func goesThroughTheUpstreamProxy(list: String, host: String) throws {
        #expect(try !Self.contains(list, host))
    }

    @Test(arguments: [
        "http://example.com", "user@example.com", "example.com:", "example.com:0", "example.com:99999", "*.192.0.2.1",
        "exa*mple.com", "192.0.2.0/33", "a/b", ".", "*.", "[2001:db8::1", "2001:db8::1:zz", ".10.0.0.1", "a..b", "127.",
        "10.0.0.", ".10.", "192.168.:80", "10.0.0.0/8:443",
    ])
    func refuses(entry: String) {
        var bypass = ProxyBypass()
        do throws(ProxyBypass.MalformedEntry) {
            try bypass.add("good.example,\(entry)")
            Issue.record("\(entry) was read as \(bypass).")
        } catch {
            #expect(error.text == entry)
        }
    }

    /// What is shown is what was understood: read again, it is the same list.
    @Test func isShownInTheFormInWhichItIsRead() throws {
        var bypass = ProxyBypass()
        try bypass.add("*.A.example:1, .b.example,[::1]:2,::2,10/8,127.1,*,b.example")
        #expect(bypass.description == "*.a.example:1, b.example, [::1]:2, ::2, 10.0.0.0/8, 127.0.0.1, *")
        var again = ProxyBypass()
        try again.add(bypass.description)
        #expect(again == bypass && !bypass.isEmpty && ProxyBypass().isEmpty)
    }

    /// A list of names and ports is compared with a slow reading of the same rules.
    @Test func agreesWithASlowReading() throws {
        let labels = ["a", "b", "aa", "example"]
        let names = labels.flatMap { one in [one] + labels.map { "\(one).\($0)" } }
        for entry in names {
            for (prefix, port) in [("", ""), (".", ""), ("*.", ""), ("", ":80"), ("*.", ":443")] {
                for host in names {
                    let isBelow =
                        host.split(separator: ".").suffix(entry.split(separator: ".").count)
                        .elementsEqual(entry.split(separator: ".")) && host != entry
                    let isMeant = isBelow || (host == entry && prefix != "*.")
                    #expect(
                        try Self.contains(prefix + entry + port, host) == (isMeant && port != ":80"),
                        "\(prefix)\(entry)\(port) and \(host)")
                }
            }
        }
    }
}

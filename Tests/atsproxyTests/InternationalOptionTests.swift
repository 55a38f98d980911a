import InternetNames
import ProxyServer
import SetupPages
import Testing
import TransportSecurity

@testable import atsproxy

/// Hosts in options may be written in any script.
@Suite struct InternationalOptionTests {
    @Test func namesInOptionsAreMapped() throws {
        #expect(
            Setting<Waiver>.ignore.read("tls.version@bücher.example")?.description
                == "tls.version@xn--bcher-kva.example")
        #expect(Setting<ProxiedHost>.pacHost.read("*.bücher.example") == ProxiedHost(option: "*.xn--bcher-kva.example"))
        #expect(
            Setting<String>.resolve.read("bücher.example:443:127.0.0.1") == "xn--bcher-kva.example:443:127.0.0.1")
        #expect(try LoadURL(argument: "https://straße.example:8443/ü").host == .name("xn--strae-oqa.example"))
    }

    @Test func refusesInvalidNames() {
        #expect(Setting<Waiver>.ignore.read("tls.version@ü!") == nil)
        #expect(Setting<ProxiedHost>.pacHost.read("aא") == nil)
        #expect(Setting<String>.resolve.read("a\u{200D}b:443:127.0.0.1") == nil)
        #expect(throws: CommandFailure.self) { try LoadURL(argument: "https://ü!.example/") }
    }
}

import InternetNames
import ProxyServer
import SetupPages
import Testing
import TransportSecurity

@testable import atsproxy
@testable import Settings

/// Hosts in options may be written in any script.
@Suite struct InternationalOptionTests {
    private static func value<Value>(_ setting: Setting<[Value]>, _ text: String) throws(CommandFailure) -> Value? {
        try setting.value([SettingText(name: setting.name, value: text, location: .commandLine)]).first
    }

    @Test func namesInOptionsAreMapped() throws {
        #expect(
            try Self.value(SettingTable.ignore, "tls.version@bücher.example")?.description
                == "tls.version@xn--bcher-kva.example")
        #expect(
            try Self.value(SettingTable.pacHost, "*.bücher.example") == ProxiedHost(option: "*.xn--bcher-kva.example"))
        #expect(
            try Self.value(SettingTable.resolve, "bücher.example:443:127.0.0.1")
                == "xn--bcher-kva.example:443:127.0.0.1")
        #expect(try LoadURL(argument: "https://straße.example:8443/ü").host == .name("xn--strae-oqa.example"))
    }

    @Test func refusesInvalidNames() {
        #expect(throws: CommandFailure.self) { try Self.value(SettingTable.ignore, "tls.version@ü!") }
        #expect(throws: CommandFailure.self) { try Self.value(SettingTable.pacHost, "aא") }
        #expect(throws: CommandFailure.self) { try Self.value(SettingTable.resolve, "a\u{200D}b:443:127.0.0.1") }
        #expect(throws: CommandFailure.self) { try LoadURL(argument: "https://ü!.example/") }
    }
}

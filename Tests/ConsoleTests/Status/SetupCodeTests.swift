import Console
import Testing

@Suite struct SetupCodeTests {
    private static func setup(_ addresses: [String]...) throws -> [String: Any] {
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
            judge: SampleTraffic.judge)
        for addresses in addresses {
            var state = ProxyState()
            (state.setupAddresses, state.isReachableByDevices) = (addresses, !addresses.isEmpty)
            model.use(state: state)
        }
        return try #require(try model.json(ConsoleRequest(.get, ["status"]))["setup"] as? [String: Any])
    }

    @Test func theFirstAddressHasACode() throws {
        let setup = try Self.setup(["192.168.1.20:8080", "10.0.0.1:8080"])
        let code = try #require(setup["code"] as? [String: Any])
        #expect(code["text"] as? String == "http://192.168.1.20:8080/" && code["side"] as? Int == 33)
        #expect((code["path"] as? String)?.hasPrefix("M4 4h7v1h-7z") == true)
    }

    @Test func aReloadChangesTheCode() throws {
        let code = try Self.setup(["192.168.1.20:8080"], ["10.0.0.1:8080"])["code"] as? [String: Any]
        #expect(code?["text"] as? String == "http://10.0.0.1:8080/")
    }

    @Test(arguments: [[], [String(repeating: "a", count: 300)]])
    func addressThatIsMissingOrTooLongHasNoCode(addresses: [String]) throws {
        #expect(try Self.setup(["192.168.1.20:8080"], addresses)["code"] as? [String: Any] == nil)
    }
}

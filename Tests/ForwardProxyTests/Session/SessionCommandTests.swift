import InternetNames
import SetupPages
import Testing

@testable import ForwardProxy

@Suite struct SessionCommandTests {
    /// No description of a command has the password of a network.
    @Test func passwordsAreNotShown() throws {
        let network = try WiFiNetwork(name: "a", security: .wpa, password: WiFiPassword("secret word"), isHidden: false)
        let profile = try DeviceProfile(
            network: network, isGlobal: false, proxy: .automatic(Authority(host: .name("a"), port: 1)))
        let text = "\(Session.Command.writeProfile(profile))"
        #expect(!text.contains("secret") && text.contains("DeviceProfile"), "\(text)")
    }
}

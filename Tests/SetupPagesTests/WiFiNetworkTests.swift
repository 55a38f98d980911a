import InternetNames
import Testing

@testable import SetupPages

@Suite struct WiFiNetworkTests {
    @Test(arguments: ["a", "Büro 5 GHz", String(repeating: "n", count: 32), " "])
    func namesAreTaken(name: String) throws {
        #expect(try WiFiNetwork(name: name, security: .none, password: nil, isHidden: false).name == name)
    }

    @Test(arguments: ["", String(repeating: "ü", count: 17), "a\nb", "a\u{0}", "a\u{202E}"])
    func otherNamesAreRefused(name: String) {
        #expect(throws: ProfileFault.self) {
            try WiFiNetwork(name: name, security: .none, password: nil, isHidden: false)
        }
    }

    @Test(arguments: ["12345678", String(repeating: "x", count: 63), String(repeating: "Ab", count: 32), "pässwört"])
    func passwordsAreTaken(text: String) throws {
        #expect(try WiFiPassword(text).secret == text)
    }

    @Test(arguments: [
        "", "1234567", String(repeating: "x", count: 64), "1234567\n8", String(repeating: "x", count: 65),
    ])
    func otherPasswordsAreRefused(text: String) {
        #expect(throws: ProfileFault.self) { try WiFiPassword(text) }
    }

    @Test func encryptionAndPasswordBelongTogether() throws {
        let password = try WiFiPassword("12345678")
        #expect(throws: ProfileFault.self) {
            try WiFiNetwork(name: "a", security: .none, password: password, isHidden: false)
        }
        for security in [WiFiNetwork.Security.wpa, .wpa2, .wpa3] {
            #expect(throws: ProfileFault.self) {
                try WiFiNetwork(name: "a", security: security, password: nil, isHidden: false)
            }
        }
    }

    /// No description, debug description or dump has the password.
    @Test func passwordsAreNotShown() throws {
        let network = try WiFiNetwork(name: "a", security: .wpa, password: WiFiPassword("secret word"), isHidden: false)
        let profile = try DeviceProfile(
            network: network, isGlobal: false, proxy: .automatic(Authority(host: .name("a"), port: 1)))
        var dumped = ""
        dump(profile, to: &dumped)
        for text in ["\(profile)", String(reflecting: profile), dumped] {
            #expect(!text.contains("secret") && text.contains("DeviceProfile"), "\(text)")
        }
    }
}

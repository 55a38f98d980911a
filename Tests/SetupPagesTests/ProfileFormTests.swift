import InternetNames
import Testing

@testable import SetupPages

@Suite struct ProfileFormTests {
    private static let proxy = Authority(host: .address(.v4(0xC000_0205)), port: 8080)

    private static func profile(_ body: String, hasScript: Bool = true) throws(ProfileFault) -> DeviceProfile {
        try ProfileForm.profile(Array(body.utf8), proxy: proxy, hasScript: hasScript)
    }

    @Test func readsAFormOfANetwork() throws {
        let profile = try Self.profile(
            "profile=network&ssid=B%C3%BCro+5%2B&security=WPA3&password=p%26ss%3Dw%20rd&hidden=yes&proxy=manual&user=anna"
        )
        let network = try WiFiNetwork(
            name: "Büro 5+", security: .wpa3, password: WiFiPassword("p&ss=w rd"), isHidden: true)
        #expect(
            profile
                == (try DeviceProfile(network: network, isGlobal: false, proxy: .manual(Self.proxy, userName: "anna"))))
    }

    @Test func readsAFormOfAllNetworks() throws {
        let profile = try Self.profile("profile=global&proxy=automatic&user=")
        #expect(profile == (try DeviceProfile(network: nil, isGlobal: true, proxy: .automatic(Self.proxy))))
    }

    /// A form without a choice is what its first choices say.
    @Test func choicesHaveADefault() throws {
        let profile = try Self.profile("profile=network&ssid=a&password=12345678")
        #expect(profile.network?.security == .wpa2 && profile.network?.isHidden == false)
        #expect(profile.proxy == .manual(Self.proxy, userName: nil))
    }

    @Test(arguments: [
        ("", "fill in a form"), ("profile=other", "fill in a form"), ("profile=network", "(SSID) is missing"),
        ("profile=network&ssid=a&security=WEP", "one of WPA2, WPA, WPA3, None"),
        ("profile=network&ssid=a", "needs its password"), ("profile=network&ssid=a&password=short", "8 to 63 bytes"),
        ("profile=network&ssid=a&security=None&password=12345678", "has no password"),
        ("profile=network&ssid=a&ssid=b", "cannot be read"), ("profile=network&ssid=%FF", "cannot be read"),
        ("profile=global&proxy=none", "manual or automatic"), ("profile=global&user=a%0Ab", "visible text"),
    ])
    func otherFormsAreRefused(body: String, reason: String) {
        do throws(ProfileFault) {
            _ = try Self.profile(body)
            Issue.record("\(body) is a profile")
        } catch {
            #expect(error.sentence.contains(reason), "\(error.sentence)")
        }
    }

    @Test func scriptWithoutHostsIsNotOffered() {
        #expect(throws: ProfileFault.self) { try Self.profile("profile=global&proxy=automatic", hasScript: false) }
    }

    @Test(arguments: [
        ("a=b&c=d", ["a": "b", "c": "d"]), ("a=%4a%4A%zz%4&&=x", ["a": "JJ%zz%4", "": "x"]), ("a", ["a": nil]),
        ("a=b=c&d=+%2B", ["a": "b=c", "d": " +"]),
    ])
    func fieldsAreDecoded(body: String, values: [String: String?]) throws {
        let fields = try #require(FormFields(Array(body.utf8)))
        for (name, value) in values { #expect(fields[name] == value, "\(name)") }
    }
}

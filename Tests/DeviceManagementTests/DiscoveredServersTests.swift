import InternetNames
import Testing

@testable import DeviceManagement

@Suite struct DiscoveredServersTests {
    private func use(_ activity: ManagementActivity, _ url: String) throws -> ManagementUse {
        ManagementUse(activity, of: try LoadURL(url), namedBy: "a test")
    }

    @Test func eachServerIsListedOnceWithItsUses() throws {
        var servers = DiscoveredServers()
        servers.add(try use(.management, "https://a.example/checkin"))
        servers.add(try use(.asset, "https://a.example/asset"))
        servers.add(try use(.asset, "https://a.example/asset"))
        servers.add(try use(.app, "https://a.example:8443/app"))
        servers.add(try use(.app, "http://a.example:443/app"))
        #expect(servers.servers.map(\.uses.count) == [2, 1, 1])
        #expect(servers.uses(of: try LoadURL("https://a.example/")).map(\.activity) == [.management, .asset])
        #expect(servers.uses(of: try LoadURL("https://b.example/")).isEmpty)
    }

    @Test func exemptUsesAreNotJudged() throws {
        var servers = DiscoveredServers()
        servers.add(try use(.scep, "http://a.example/scep"))
        servers.add(try use(.management, "https://a.example/"))
        #expect(servers.servers.map(\.url.scheme) == [.https])
        #expect(servers.exempt.map(\.activity) == [.scep])
        #expect(ManagementActivity.allCases.filter(\.isExempt) == [.scep, .contentCaching, .webPage])
    }
}

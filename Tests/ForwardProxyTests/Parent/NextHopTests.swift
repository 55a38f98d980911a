import ForwardProxy
import InternetNames
import Testing

@Suite struct NextHopTests {
    private let destination = Authority(host: .name("a.example"), port: 80)

    @Test func withoutAParentTheServerIsReachedDirectly() {
        let hop = NextHop(to: destination, through: nil, asTunnel: true)
        #expect(hop == .origin && hop.parent == nil && hop.route == .direct)
    }

    @Test func theParentTakesRequestsOrOpensTunnels() {
        let request = NextHop(to: destination, through: Parents.plain, asTunnel: false)
        let tunnel = NextHop(to: destination, through: Parents.plain, asTunnel: true)
        #expect(request == .parent(Parents.plain) && tunnel == .tunnel(Parents.plain))
        #expect(request.route == .upstream && tunnel.route == .upstream && tunnel.parent == Parents.plain)
    }

    @Test func exemptDestinationsAreReachedDirectly() throws {
        var bypass = ProxyBypass()
        try bypass.add("a.example:80")
        let parent = ParentProxy(Parents.authority, bypass: bypass)
        #expect(NextHop(to: destination, through: parent, asTunnel: false) == .origin)
        let other = Authority(host: destination.host, port: 443)
        #expect(NextHop(to: other, through: parent, asTunnel: true) == .tunnel(parent))
    }
}

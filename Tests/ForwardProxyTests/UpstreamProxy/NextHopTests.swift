import ForwardProxy
import InternetNames
import Testing

@Suite struct NextHopTests {
    private let destination = Authority(host: .name("a.example"), port: 80)

    @Test func withoutAnUpstreamProxyTheServerIsReachedDirectly() {
        let hop = NextHop(to: destination, through: nil, asTunnel: true)
        #expect(hop == .origin && hop.upstreamProxy == nil && hop.route == .direct)
    }

    @Test func theUpstreamProxyTakesRequestsOrOpensTunnels() {
        let request = NextHop(to: destination, through: Parents.plain, asTunnel: false)
        let tunnel = NextHop(to: destination, through: Parents.plain, asTunnel: true)
        #expect(request == .upstreamProxy(Parents.plain) && tunnel == .tunnel(Parents.plain))
        #expect(request.route == .upstream && tunnel.route == .upstream && tunnel.upstreamProxy == Parents.plain)
    }

    @Test func exemptDestinationsAreReachedDirectly() throws {
        var bypass = ProxyBypass()
        try bypass.add("a.example:80")
        let upstreamProxy = UpstreamProxy(Parents.authority, bypass: bypass)
        #expect(NextHop(to: destination, through: upstreamProxy, asTunnel: false) == .origin)
        let other = Authority(host: destination.host, port: 443)
        #expect(NextHop(to: other, through: upstreamProxy, asTunnel: true) == .tunnel(upstreamProxy))
    }
}

import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

/// Each row of the decisions on loads that go through an upstream proxy, as a script.
@Suite struct LoadRouteTests {
    private static let upstreamProxy = IPAddress.v4(0xCB00_7101)
    private static let failure = LoadFailure.upstreamProxy(UpstreamProxyFailure(of: Parents.plain, .credentialsMissing))

    private static func load(
        _ method: String = "CONNECT", _ policy: LoadScript.Policy = .ats, _ mode: Mode = .enforce
    ) -> LoadScript {
        LoadScript(method, policy, mode, route: .upstream)
    }

    /// Facts and tunnel both come through the upstream proxy.
    @Test func anAllowedTunnelGoesThroughTheUpstreamProxy() {
        let load = Self.load()
        #expect(load.tell(.start) == ["find facts"])
        #expect(
            load.tell(.facts(LoadScript.facts(at: Self.upstreamProxy))) == [
                "record no violation, with facts", "probe other offers of api.example.com:443 at 203.0.113.1",
                "permit 203.0.113.1",
            ])
        #expect(load.permit?.authority.host == LoadScript.host)
    }

    @Test func aViolationIsBlockedBehindAnUpstreamProxy() {
        let load = Self.load()
        _ = load.tell(.start)
        #expect(
            load.tell(.facts(LoadScript.facts(.tls1_0, at: Self.upstreamProxy))).last == "refuse" && load.permit == nil)
    }

    /// Where cleartext is permitted, the silence of a server opens the tunnel. A fault of the upstream proxy does not,
    /// nor is it remembered as silence.
    @Test(arguments: [LoadScript.Policy.ats, .cleartextPermitted])
    func aFaultOfTheUpstreamProxyIsNoFactAboutTheServer(policy: LoadScript.Policy) {
        let load = Self.load("CONNECT", policy)
        _ = load.tell(.start)
        #expect(load.tell(.factsFailed(Self.failure)) == ["record proxy_configuration_error", "refuse"])
        #expect(load.recorded.isEmpty && load.permit == nil)
        guard case .upstreamProxy = load.refusal else {
            Issue.record("The refusal is \(String(describing: load.refusal)).")
            return
        }
    }

    @Test func observedTunnelsGoFirstAndAreProbedThroughTheUpstreamProxy() {
        let load = Self.load("CONNECT", .ats, .observe)
        #expect(load.tell(.start) == ["find addresses"])
        #expect(load.tell(.addresses([Self.upstreamProxy], isComplete: true)) == ["permit 203.0.113.1"])
        _ = load.tell(.connected(Self.upstreamProxy))
        #expect(load.tell(.clientHelloSeen) == ["probe 203.0.113.1 later"])
        // The tunnel stays, and nothing is held against the server.
        #expect(load.tell(.factsFailed(Self.failure)) == ["record no violation"])
        #expect(load.recorded[0].notes.last?.message.hasPrefix("The server was not probed: The upstream proxy") == true)
    }

    @Test func anUpstreamProxyThatIsNotReachedIsLookedUpAgain() {
        let load = Self.load("CONNECT", .ats, .observe)
        _ = load.tell(.start)
        _ = load.tell(.addresses([Self.upstreamProxy], isComplete: true))
        #expect(load.tell(.connectFailed(Self.failure)) == ["forget addresses", "record proxy_configuration_error"])
        let enforced = Self.load()
        _ = enforced.tell(.start)
        _ = enforced.tell(.facts(LoadScript.facts(at: Self.upstreamProxy)))
        #expect(
            enforced.tell(.connectFailed(Self.failure)) == [
                "forget addresses and facts", "record proxy_configuration_error",
            ])
    }

    @Test func withoutAnAddressOfTheUpstreamProxyTheLoadFails() {
        let load = Self.load("CONNECT", .notApplied)
        _ = load.tell(.start)
        #expect(load.tell(.addressesFailed(Self.failure)) == ["record proxy_configuration_error", "refuse"])
    }

    @Test func plainHTTPIsJudgedAsEver() {
        let load = Self.load("GET", .ats, .observe)
        #expect(load.tell(.start) == ["probe other offers of api.example.com:443", "find connection"])
        #expect(load.tell(.idleConnection(Self.upstreamProxy)) == ["record cleartext", "permit 203.0.113.1"])
        #expect(load.tell(.exchangeEnded(LoadScript.end)) == ["record end: finished"])
        let blocked = Self.load("GET")
        #expect(blocked.tell(.start).last == "refuse" && blocked.permit == nil)
    }

    @Test func aFaultOfTheUpstreamProxyDuringAnExchangeIsRecordedOnce() {
        let load = Self.load("GET", .cleartextPermitted)
        _ = load.tell(.start)
        _ = load.tell(.addresses([Self.upstreamProxy], isComplete: true))
        #expect(load.tell(.responseFailed(Self.failure)) == ["record proxy_configuration_error"])
        #expect(load.tell(.exchangeEnded(LoadScript.end)) == ["record end: finished"])
        #expect(load.tell(.responseFailed(Self.failure)).isEmpty)
    }

    /// Behind an upstream proxy, addresses tell nothing about the server. Everything else of a tunnel is judged as ever.
    @Test(arguments: [Route.direct, .upstream, .transparent])
    func addressesAreComparedOnlyWhereTheyAreTheServers(route: Route) {
        let load = LoadScript("CONNECT", .ats, .observe, route: route)
        _ = load.tell(.start)
        _ = load.tell(.addresses([Self.upstreamProxy], isComplete: true))
        _ = load.tell(.clientHelloSeen)
        _ = load.tell(.facts(LoadScript.facts(at: Self.upstreamProxy)))
        var tunnel = LoadScript.tunnel(.tls1_0)
        (tunnel.address, tunnel.probedAddress) = (LoadScript.first, LoadScript.second)
        #expect(load.observe(tunnel).first == "would-block")
        let notes = load.recorded.last?.notes.map(\.message) ?? []
        #expect(notes.contains { $0.hasPrefix("Another address") } == (route != .upstream))
    }
}

import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import Testing
import TransportSecurity

@testable import Probing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct IssuerFetchTests {
    /// An upstream proxy would fetch what the client may not reach, if it were asked.
    @Test(arguments: [true, false])
    func theUpstreamProxyIsAskedOnlyForWhatTheClientMayReach(isAllowed: Bool) throws {
        let loop = try EventLoop()
        let resolver = try Resolver(threads: 1) { _, _ in [] }
        let context = try ProbeContext(loop, resolver, ProbeSettings(trust: TrustStore())) { _ in }
        var connections = 0
        let listener = Listener(loop, try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))) {
            descriptor, _ in
            connections += 1
            close(descriptor)
        }
        let upstreamProxy = UpstreamProxy(Authority(host: .address(.v4(0x7F00_0001)), port: listener.address.port))
        let location = try #require(IssuerLocation("http://93.184.216.34/issuer.crt"))
        var certificates: [[UInt8]]?
        let fetch = IssuerFetch(
            context, location, upstreamProxy: upstreamProxy, for: nil, isAllowed: { _, _ in isAllowed }
        ) {
            result in
            if case .success(let found) = result { certificates = found }
            loop.stop()
        }
        let limit = Timer(loop) { loop.stop() }
        limit.start(milliseconds: 20_000)
        loop.run()
        withExtendedLifetime((fetch, listener)) {}
        #expect(certificates == [] && connections == (isAllowed ? 1 : 0))
    }
}

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

@Suite struct ProbeDestinationTests {
    /// How a probe comes by an address.
    enum Way: CaseIterable {
        /// The client of a transparent listener connected to it.
        case chosen
        /// It is in the hello, or in the request.
        case literal
        /// It was given by `--resolve`.
        case given
        /// The name resolves to it.
        case lookedUp
    }

    /// The client chooses the address and the name. A prohibited address is connected to by no way.
    @Test(arguments: Way.allCases, [false, true])
    func nothingIsConnectedToThatTheRulesProhibit(way: Way, isAllowed: Bool) throws {
        let loop = try EventLoop()
        let loopback = IPAddress.v4(0x7F00_0001)
        var connections = 0
        let listener = Listener(loop, try ListeningSocket(SocketAddress(loopback, port: 0))) { descriptor, _ in
            connections += 1
            close(descriptor)
            loop.stop()
        }
        var settings = ProbeSettings(trust: TrustStore())
        let host = way == .literal ? Host.address(loopback) : .name("a.test")
        if way == .given { settings.resolve.add(host, port: nil, [loopback]) }
        let resolver = try Resolver(threads: 1) { _, family in family == .v4 ? [loopback] : [] }
        let context = try ProbeContext(loop, resolver, settings) { _ in }
        var result: ProbeResult?
        let probe = Probe(
            context, Authority(host: host, port: listener.address.port), FactsCacheTests.key("a.test").offer,
            on: .newest, for: loopback, isAllowed: { _, _ in isAllowed }
        ) { _, found in
            result = found
            loop.stop()
        }
        probe.begin(at: way == .chosen ? loopback : nil)
        let limit = Timer(loop) { loop.stop() }
        limit.start(milliseconds: 20_000)
        if result == nil { loop.run() }
        withExtendedLifetime((probe, listener)) {}
        switch result {
        case .failed(.prohibited): #expect(!isAllowed && connections == 0)
        case .failed, .facts, nil: #expect(isAllowed && connections > 0)
        }
    }
}

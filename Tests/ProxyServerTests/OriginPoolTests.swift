import ForwardProxy
import InternetNames
import Networking
import Testing
import TransportSecurity

@testable import ProxyServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct OriginPoolTests {
    private let address = IPAddress.v4(0x7F00_0001)

    private static let listener = ListenerConfiguration(
        address: SocketAddress(.v4(0x7F00_0001), port: 8080),
        appliedPolicy: AppliedPolicy(policyName: "test", dictionary: [:], os: .byUserAgent, mode: .observe))

    private static let upstreamProxy = UpstreamProxy(Authority(host: .name("proxy.example"), port: 3128))

    private static func key(_ number: Int) -> OriginPool.Key {
        OriginPool.Key(
            listener: listener, authority: Authority(host: .name("h\(number).example"), port: 80), hop: .origin,
            user: nil,
            isLocalClient: true)
    }

    /// A stream to nobody.
    private static func stream(_ loop: EventLoop) throws -> Stream {
        let descriptor = open("/dev/null", O_RDONLY)
        try #require(descriptor >= 0)
        return Stream(loop, descriptor: descriptor)
    }

    @Test func givesBackWhatItKeepsLastFirst() throws {
        let loop = try EventLoop()
        let pool = OriginPool(loop, limit: 8, lifetime: 30)
        let (first, second) = (try Self.stream(loop), try Self.stream(loop))
        pool.keep(first, to: address, for: Self.key(1))
        pool.keep(second, to: address, for: Self.key(1))
        #expect(pool.take(for: Self.key(2)) == nil)
        let last = try #require(pool.take(for: Self.key(1)))
        #expect(last.stream === second && last.address == address)
        #expect(pool.take(for: Self.key(1))?.stream === first)
        #expect(pool.take(for: Self.key(1)) == nil)
    }

    @Test(
        arguments: [
            { $0.user = "ann" }, { $0.isLocalClient = false }, { $0.owner = 1 }, { $0.authority.port = 81 },
            { $0.destination = .v4(0xC000_0201) }, { $0.hop = .upstreamProxy(upstreamProxy) },
            { $0.hop = .tunnel(upstreamProxy) },
            {
                $0.listener = ListenerConfiguration(
                    address: Self.listener.address,
                    appliedPolicy: AppliedPolicy(policyName: "test", dictionary: [:], os: .byUserAgent, mode: .observe))
            },
        ] as [@Sendable (inout OriginPool.Key) -> Void])
    func servesNobodyElse(change: @Sendable (inout OriginPool.Key) -> Void) throws {
        let loop = try EventLoop()
        let pool = OriginPool(loop, limit: 8, lifetime: 30)
        pool.keep(try Self.stream(loop), to: address, for: Self.key(1))
        var other = Self.key(1)
        change(&other)
        #expect(pool.take(for: other) == nil)
        #expect(pool.take(for: Self.key(1)) != nil)
    }

    @Test func remembersFewOriginsThatItHasNoConnectionsTo() throws {
        let loop = try EventLoop()
        let pool = OriginPool(loop, limit: 4, lifetime: 30)
        for number in 0..<100 {
            pool.keep(try Self.stream(loop), to: address, for: Self.key(number))
            #expect(pool.take(for: Self.key(number)) != nil)
        }
        #expect(pool.originCount <= 5)
    }

    @Test func keepsNoMoreThanItMay() throws {
        let loop = try EventLoop()
        let pool = OriginPool(loop, limit: 4, lifetime: 30)
        for number in 0..<10 { pool.keep(try Self.stream(loop), to: address, for: Self.key(number)) }
        #expect((0..<10).count { pool.take(for: Self.key($0)) != nil } == 4)
    }
}

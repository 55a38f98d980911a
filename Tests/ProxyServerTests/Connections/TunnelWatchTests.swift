import ForwardProxy
import LoopPeers
import Networking
import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite(.timeLimit(.minutes(1))) struct TunnelWatchTests {
    /// A tunnel that notes what its watch passes and ends.
    private final class Owner: TunnelWatchOwner {
        private(set) var passed: [TLSInspector.Side: [UInt8]] = [:]
        private(set) var ends: [TunnelEnd] = []
        private(set) var releases = 0

        func pass(_ bytes: UnsafeRawBufferPointer, from side: TLSInspector.Side) { passed[side, default: []] += bytes }
        func end(_ how: TunnelEnd) { ends.append(how) }
        func release(_ watch: TunnelWatch) { releases += 1 }
    }

    private static let insecure: [String: PropertyValue] = [
        "NSExceptionDomains": .dictionary([
            "a.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
        ])
    ]

    /// A hello that names the server.
    private static let hello = TLSBytes.record(
        22,
        TLSBytes.handshake(
            1,
            TLSBytes.clientHello(
                session: [],
                [TLSBytes.extended(0, TLSBytes.vector([0] + TLSBytes.vector(Array("a.example".utf8), 2), 2))])),
        version: 0x0301)

    private static func limits(hello: Double) -> Limits {
        var limits = Limits()
        limits.tunnelHello = hello
        return limits
    }

    private static func watch(_ parts: WorkerParts, _ owner: Owner) -> TunnelWatch {
        TunnelWatch(over: parts.loadInTunnel(), for: owner, parts.environment)
    }

    private static func send(_ bytes: [UInt8], from side: TLSInspector.Side, to watch: TunnelWatch) {
        bytes.withUnsafeBytes { watch.received($0, from: side) }
    }

    @Test func observedBytesPassAtOnce() throws {
        let parts = try WorkerParts(.observe)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        for byte in Self.hello {
            Self.send([byte], from: .client, to: watch)
            #expect(owner.passed[.client]?.last == byte)
        }
        #expect(owner.passed[.client] == Self.hello && !watch.isOver)
    }

    /// No more than the header of its record passes of a hello before it is whole and judged.
    @Test(arguments: [1, 3, 50, 1000])
    func anEnforcedHelloIsHeldUntilItIsWhole(size: Int) throws {
        let parts = try WorkerParts(.enforce)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        let hello = Self.hello
        for start in stride(from: 0, to: hello.count, by: size) {
            #expect(owner.passed[.client]?.count ?? 0 <= 5)
            Self.send(Array(hello[start..<min(start + size, hello.count)]), from: .client, to: watch)
        }
        #expect(owner.passed == [.client: hello] && owner.ends.isEmpty)
    }

    @Test(arguments: [Mode.observe, .enforce], [1, 7, 10_000])
    func aWholeHandshakePassesUnchangedAndIsJudgedOnce(mode: Mode, size: Int) throws {
        // The certificates of the other script are none that an enforced tunnel would pass.
        for script in mode == .observe ? [TLSBytes.full12, TLSBytes.full13] : [TLSBytes.full13] {
            let parts = try WorkerParts(mode)
            let owner = Owner()
            let watch = Self.watch(parts, owner)
            var sent: [TLSInspector.Side: [UInt8]] = [:]
            for (side, bytes) in [(.client, Self.hello)] + script.dropFirst() + [
                (.client, TLSBytes.data), (.server, TLSBytes.data),
            ] {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    Self.send(Array(bytes[start..<min(start + size, bytes.count)]), from: side, to: watch)
                }
                sent[side, default: []] += bytes
                #expect(owner.passed[side] == sent[side])
            }
            #expect(watch.isOver && owner.ends.isEmpty)
            // Where the tunnel is only observed, its server is probed after the handshake.
            parts.loads.facts.endDelays()
            #expect(try parts.decisions().map { $0.tunnel != nil } == [false, true])
        }
    }

    /// A verdict that forbids the tunnel ends it before the bytes that it is about have passed.
    @Test func cleartextIsResetByItsVerdict() throws {
        let parts = try WorkerParts(.enforce)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        Self.send(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), from: .client, to: watch)
        #expect(owner.ends == [.blocked] && owner.passed.isEmpty)
        Self.send(Array("more".utf8), from: .client, to: watch)
        #expect(owner.passed.isEmpty)
        let last = try #require(try parts.decisions().last)
        #expect(last.decision == .blocked && last.violations.map(\.rule).contains(.tunnelCleartext))
    }

    @Test func anOldVersionIsResetBeforeTheClientSeesIt() throws {
        let parts = try WorkerParts(.enforce)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        Self.send(Self.hello, from: .client, to: watch)
        let flight = TLSBytes.record(22, TLSBytes.handshake(2, TLSBytes.serverHello(version: 0x0301, suite: 0x002F)))
        Self.send(flight + TLSBytes.certificate + TLSBytes.done, from: .server, to: watch)
        #expect(owner.ends == [.blocked] && owner.passed[.server] == nil)
    }

    @Test func cleartextPassesWherePolicyPermitsIt() throws {
        let parts = try WorkerParts(.enforce, policy: Self.insecure)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        Self.send(request, from: .client, to: watch)
        #expect(owner.passed == [.client: request] && owner.ends.isEmpty)
    }

    /// A hello that does not become whole is a fault where TLS is required, and passes where it is not.
    @Test func aHelloThatTakesTooLongIsJudged() throws {
        for isRequired in [true, false] {
            let parts = try WorkerParts(
                .enforce, policy: isRequired ? [:] : Self.insecure, limits: Self.limits(hello: 0.03))
            let owner = Owner()
            let watch = Self.watch(parts, owner)
            let part = Array(Self.hello.prefix(20))
            Self.send(part, from: .client, to: watch)
            #expect(owner.passed.isEmpty && owner.ends.isEmpty)
            #expect(parts.loop.run { owner.releases == 1 })
            #expect(owner.ends == (isRequired ? [.blocked] : []))
            #expect(owner.passed == (isRequired ? [:] : [.client: part]))
        }
    }

    @Test func anObservedHelloThatTakesTooLongIsReadNoMore() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits(hello: 0.03))
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        Self.send(Array(Self.hello.prefix(20)), from: .client, to: watch)
        #expect(!watch.isOver)
        #expect(parts.loop.run { owner.releases == 1 } && watch.isOver && owner.ends.isEmpty)
    }

    /// Bytes that never become whole are not sent to a server that must get TLS.
    @Test func anEndInsideAHelloBreaksTheTunnelOff() throws {
        for side in TLSInspector.Side.allCases {
            let parts = try WorkerParts(.enforce)
            let owner = Owner()
            let watch = Self.watch(parts, owner)
            let beginning = side == .client ? [] : Self.hello
            if !beginning.isEmpty { Self.send(beginning, from: .client, to: watch) }
            let part = Array((side == .client ? Self.hello : TLSBytes.server12).prefix(20))
            Self.send(part, from: side, to: watch)
            watch.finished(side)
            #expect(owner.ends == [side == .client ? .resetByClient : .resetByServer])
            #expect(owner.passed[side] == nil)
        }
    }

    @Test func heldBytesAreSentBeforeTheirEndWhereTLSIsNotRequired() throws {
        let parts = try WorkerParts(.enforce, policy: Self.insecure)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        let part = Array(Self.hello.prefix(20))
        Self.send(part, from: .client, to: watch)
        #expect(owner.passed.isEmpty)
        watch.finished(.client)
        #expect(owner.passed == [.client: part] && owner.ends.isEmpty)
    }

    @Test func aClientThatRefusesTheServerIsNoticed() throws {
        let parts = try WorkerParts(.observe)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        Self.send(Self.hello, from: .client, to: watch)
        Self.send(TLSBytes.server12 + TLSBytes.certificate + TLSBytes.done, from: .server, to: watch)
        Self.send(TLSBytes.alert(2, 48), from: .client, to: watch)
        let refusal = watch.ended(by: .client, failing: nil)
        #expect(refusal?.evidence == .alert(Alert(level: .fatal, description: 48)))
        #expect(watch.failure(endedAs: .finished(first: .client)) == nil)
    }

    @Test func aServerThatEndsTheHandshakeHasBrokenIt() throws {
        let parts = try WorkerParts(.observe)
        let owner = Owner()
        let watch = Self.watch(parts, owner)
        Self.send(Self.hello, from: .client, to: watch)
        Self.send(TLSBytes.server12 + TLSBytes.certificate, from: .server, to: watch)
        watch.finished(.server)
        #expect(!watch.isOver)
        #expect(watch.failure(endedAs: .finished(first: .server)) == .upstream(.closedDuringHandshake))
    }
}

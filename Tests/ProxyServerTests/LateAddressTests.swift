import Recording
import Probing
import ForwardProxy
import Networking
import OpenSSL
import Testing
import TransportSecurity

@testable import ProxyServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A name of which one family's addresses come long after the other's (RFC 8305 §3).
@Suite struct LateAddressTests {
    @Test(arguments: [(Mode.observe, "CONNECT slow.test:PORT"), (.observe, "GET http://slow.test:PORT/")])
    func whatComesLateIsTriedOnceTheRestHasRefused(mode: Mode, request: String) throws {
        let loop = try EventLoop()
        // Nobody listens on ::1, which is known first.
        let server = Listener(loop, try ListeningSocket(Self.loopback)) { descriptor, _ in
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".withCString { _ = send(descriptor, $0, strlen($0), 0) }
            close(descriptor)
        }
        let resolver = try Resolver(threads: 2) { _, family in
            switch family {
            case .v6: return [.v6(high: 0, low: 1)]
            case .v4:
                usleep(150_000)
                return [.v4(0x7F00_0001)]
            }
        }
        let (proxy, mailbox) = try Self.worker(resolver, mode)
        defer { mailbox.post(.stop) }
        let client = try #require(Connector.connectedAtOnce(to: proxy))
        let answer = Answer(loop) { loop.stop() }
        let stream = Stream(loop, descriptor: client.descriptor, owner: answer)
        stream.resumeReading()
        let line = request.replacing("PORT", with: "\(server.address.port)")
        Array("\(line) HTTP/1.1\r\nHost: a\r\n\r\n".utf8).withUnsafeBytes { stream.write($0) }
        let limit = Timer(loop) { loop.stop() }
        limit.start(milliseconds: 20_000)
        loop.run()
        #expect(String(decoding: answer.bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }

    private static let loopback = SocketAddress(.v4(0x7F00_0001), port: 0)

    /// A worker that runs, and where it listens.
    private static func worker(
        _ resolver: Resolver, _ mode: Mode
    ) throws -> (SocketAddress, Mailbox<WorkerMessage>) {
        let socket = try ListeningSocket(loopback)
        let address = socket.address
        let appliedPolicy = AppliedPolicy(policyName: "test", dictionary: [:], os: .fixed(.newest), mode: mode)
        var configuration = ServerConfiguration(
            listeners: [ListenerConfiguration(address: address, appliedPolicy: appliedPolicy)], rules: RuleSet([]),
            trust: TrustStore(),
            workers: 1)
        configuration.limits.connect = 5
        let mailbox = try Mailbox<WorkerMessage>()
        let shared = SharedState(
            facts: FactsCache(lifetime: 300, limit: 10),
            recording: EventRecorder(log: try EventLog(.file("/dev/null")), form: .json),
            passwordThreads: try BlockingPool(named: "passwords", threads: 1),
            passwordFailures: PasswordFailures(limit: 10),
            connectionLimits: ConnectionLimits(Limits(), descriptors: 100),
            workers: [mailbox])
        mailbox.post(.listen(SocketParcel(socket)))
        let settled = configuration
        let services = try ServiceResolver()
        try SystemThread.start(named: "worker") {
            do throws(SystemError) {
                try Worker(settled, shared: shared, number: 0, resolver: resolver, services).run()
            } catch {
                Issue.record("the worker did not start: \(error.text)")
            }
        }
        return (address, mailbox)
    }

    /// What a client reads until it is told that there is no more.
    private final class Answer: StreamOwner {
        var bytes: [UInt8] = []
        private let ended: () -> Void

        init(_ loop: EventLoop, ended: @escaping () -> Void) {
            self.ended = ended
            super.init(loop)
        }

        override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) { self.bytes += bytes }
        override func streamFinished(_ stream: Stream) { ended() }
        override func streamFailed(_ stream: Stream, _ error: SystemError) { ended() }
    }
}

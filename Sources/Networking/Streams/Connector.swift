import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Connects to the first of several addresses that answers, starting the next attempt after 250 ms (RFC 8305 §5).
public final class Connector {
    private let loop: EventLoop
    private var waiting: [SocketAddress] = []
    private var attempts: [Attempt] = []
    private var expectsMore: Bool
    private var next: Timer?
    private var limit: Timer?
    private var lastError = SystemError(number: ENETUNREACH, operation: "connect")
    private var handler: ((Result<Connected, SystemError>) -> Void)?

    /// A connected socket, which the receiver must close.
    public struct Connected {
        /// The socket, non-blocking.
        public var descriptor: Int32
        /// The address of the peer.
        public var address: SocketAddress
    }

    /// Tries the addresses in order for at most `milliseconds`, and calls the handler once on the loop, never before
    /// this initializer returns. If the connector is released earlier, it stops and does not call the handler.
    ///
    /// With `expectsMore`, running out of addresses is not a failure until `add` says that no others will come.
    public init(
        _ loop: EventLoop, to addresses: [SocketAddress], expectsMore: Bool = false, milliseconds: Int,
        handler: @escaping (Result<Connected, SystemError>) -> Void
    ) {
        self.loop = loop
        self.handler = handler
        self.expectsMore = expectsMore
        waiting = addresses
        next = Timer(loop) { [unowned self] in self.advance() }
        limit = Timer(loop) { [unowned self] in self.timeIsUp() }
        limit?.start(milliseconds: milliseconds)
        advance()
    }

    deinit {
        for attempt in attempts { attempt.abandon() }
    }

    /// A socket that is connected immediately, as is usual for a peer on this machine; nil if a connector is needed. An
    /// immediate connection saves a turn of the loop, above all in tests and simulators.
    public static func connectedAtOnce(to address: SocketAddress) -> Connected? {
        guard address.address.isLoopback else { return nil }
        let descriptor = nonBlockingSocket(address.family)
        guard descriptor >= 0 else { return nil }
        // The second call reports the result of the first one: 0 on Linux, EISCONN on other systems.
        let isConnected = address.withSystemAddress { system, length in
            connect(descriptor, system, length) == 0
                || (errno == EINPROGRESS && (connect(descriptor, system, length) == 0 || errno == EISCONN))
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        setNoDelay(descriptor)
        return Connected(descriptor: descriptor, address: address)
    }

    /// Adds addresses to try. `isComplete` means that no others will come.
    public func add(_ addresses: [SocketAddress], isComplete: Bool) {
        waiting += addresses
        if isComplete { expectsMore = false }
        if attempts.isEmpty { next?.start(milliseconds: 0) }
    }

    private func advance() {
        while !waiting.isEmpty {
            let address = waiting.removeFirst()
            do throws(SystemError) {
                let attempt = try Attempt(loop, address) { [unowned self] in self.ended($0, $1) }
                attempts.append(attempt)
                if !waiting.isEmpty { next?.start(milliseconds: Self.attemptDelay) }
                return
            } catch {
                lastError = error
            }
        }
        // A timer of 0 ms, because the handler must not be called before the initializer returns.
        if attempts.isEmpty && !expectsMore { limit?.start(milliseconds: 0) }
    }

    private func timeIsUp() {
        let hasTried = attempts.isEmpty && waiting.isEmpty && !expectsMore
        finish(.failure(hasTried ? lastError : SystemError(number: ETIMEDOUT, operation: "connect")))
    }

    private func ended(_ attempt: Attempt, _ error: SystemError?) {
        attempts.removeAll { $0 === attempt }
        if let error {
            lastError = error
            advance()
        } else {
            finish(.success(Connected(descriptor: attempt.takeDescriptor(), address: attempt.address)))
        }
    }

    private func finish(_ result: Result<Connected, SystemError>) {
        limit?.cancel()
        next?.cancel()
        for attempt in attempts { attempt.abandon() }
        attempts = []
        let handler = self.handler
        self.handler = nil
        handler?(result)
    }

    /// The "Connection Attempt Delay" of RFC 8305 §8, in milliseconds.
    private static let attemptDelay = 250

    /// One attempt to connect.
    private final class Attempt {
        let address: SocketAddress
        private var descriptor: Int32
        private var event: DescriptorEvent?

        init(
            _ loop: EventLoop, _ address: SocketAddress, ended: @escaping (Attempt, SystemError?) -> Void
        ) throws(SystemError) {
            self.address = address
            descriptor = nonBlockingSocket(address.family)
            guard descriptor >= 0 else { throw SystemError.last("socket") }
            setNoDelay(descriptor)
            let result = address.withSystemAddress { connect(descriptor, $0, $1) }
            guard result == 0 || errno == EINPROGRESS else {
                let error = SystemError.last("connect")
                close(descriptor)
                descriptor = -1
                throw error
            }
            event = DescriptorEvent(loop, descriptor, .writable) { [unowned self] in
                self.event?.disable()
                var number: Int32 = 0
                var length = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(self.descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
                ended(self, number == 0 ? nil : SystemError(number: number, operation: "connect"))
            }
            event?.enable()
        }

        deinit {
            abandon()
        }

        func takeDescriptor() -> Int32 {
            event = nil
            defer { descriptor = -1 }
            return descriptor
        }

        func abandon() {
            event = nil
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }
}

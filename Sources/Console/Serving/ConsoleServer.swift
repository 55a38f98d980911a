import HTTPServer
import InternetNames
import Networking
import Synchronization
import Traffic

/// The running console: a web server with a thread and an event loop of its own. A slow browser therefore does not
/// delay the proxy.
///
/// The program sends values to the thread by a mailbox. `ConsoleService` works on the thread.
public final class ConsoleServer: Sendable {
    /// The address that the console is bound to.
    public let address: SocketAddress
    private let token: AccessToken
    private let mailbox: Mailbox<Message>
    private let ended: ThreadReport
    private let times: ConsoleTimes

    /// A message to the console's thread.
    private enum Message: Sendable {
        /// The mailbox with the loads of workers has new batches.
        case live
        case state(ProxyState)
        case configuration(ConsoleConfiguration)
        /// The computation with a number has ended.
        case computed(Int, ConsoleComputation.Result)
        case stop
    }

    /// Starts the console on a socket, and returns once it serves.
    ///
    /// - Parameters:
    ///   - names: The names of `--console-host`.
    ///   - live: The mailbox with the loads of a running proxy's workers; nil without a proxy.
    ///   - files: The files of the page, by name.
    ///   - times: The time limits and pauses.
    ///   - source: Makes the console's content, on the console's thread.
    public init(
        _ socket: ServerSocket, names: [Host] = [], token: AccessToken = AccessToken(),
        live: LiveMailbox? = nil, files: [String: PageFile] = PageFile.shipped, times: ConsoleTimes = .standard,
        source: @escaping @Sendable () -> any ConsoleSource
    ) throws(SystemError) {
        let mailbox = try Mailbox<Message>()
        let ended = try ThreadReport()
        let started = try ThreadReport()
        self.mailbox = mailbox
        self.ended = ended
        self.token = token
        self.times = times
        address = socket.address
        let site = ConsoleSite(
            access: AccessControl(token: token, names: names, port: socket.address.port), files: files)
        live?.onChange { mailbox.post(.live) }
        try SystemThread.start(named: "console") {
            do throws(SystemError) {
                let loop = try EventLoop()
                guard let socket = socket.take() else { preconditionFailure("A socket serves one console.") }
                let computing = try ComputingThread()
                let service = ConsoleService(
                    on: loop, socket: socket, site: site, source: source(), times: times
                ) { computation, number, cancellation in
                    computing.compute(computation, unless: cancellation) { mailbox.post(.computed(number, $0)) }
                }
                Self.serve(service, on: loop, messages: mailbox, live: live) { started.make(nil) }
                computing.stop()
                ended.make(nil)
            } catch {
                started.make(error)
            }
        }
        try started.wait()
    }

    /// The number of descriptors that a console takes at its start, without those of its clients.
    public static let descriptors = EventLoop.descriptors + ComputingThread.descriptors + listeningSocket + pipes
    private static let listeningSocket = 1
    /// The ends of the pipes of the mailbox and of the two reports.
    private static let pipes = 3 * 2

    /// The address to open in a browser, with the token. The program prints it once, and records it nowhere.
    public var url: String {
        "http://\(reachableAddress)/?token=\(token.secret)"
    }

    /// Replaces the state of the program.
    public func use(state: ProxyState) {
        mailbox.post(.state(state))
    }

    /// Replaces the configuration, after the program has read it again.
    public func use(configuration: ConsoleConfiguration) {
        mailbox.post(.configuration(configuration))
    }

    /// Closes all connections and the listener. Waits at most a second (`ConsoleTimes.stop`), because the thread may be
    /// judging a large recording and the program ends after this.
    ///
    /// - Returns: Whether everything was closed.
    @discardableResult
    public func stop() -> Bool {
        mailbox.post(.stop)
        do throws(SystemError) {
            return try ended.wait(for: .milliseconds(times.stop))
        } catch {
            preconditionFailure("The report has no failure.")
        }
    }

    /// The address as a browser on this machine names it: loopback for a console on all addresses.
    private var reachableAddress: SocketAddress {
        switch address.address {
        case .v4(0): return SocketAddress(.v4(0x7F00_0001), port: address.port)
        case .v6(high: 0, low: 0): return SocketAddress(.v6(high: 0, low: 1), port: address.port)
        case .v4, .v6: return address
        }
    }

    /// Runs the loop until the console is stopped.
    private static func serve(
        _ service: ConsoleService, on loop: EventLoop, messages mailbox: Mailbox<Message>, live: LiveMailbox?,
        started: () -> Void
    ) {
        let reader = mailbox.open(on: loop) { message in
            switch message {
            case .live: for batch in live?.take() ?? [] { service.receive(batch) }
            case .state(let state): service.use(state: state)
            case .configuration(let configuration): service.use(configuration: configuration)
            case .computed(let number, let result): service.finish(number, with: result)
            case .stop: loop.stop()
            }
        }
        started()
        withExtendedLifetime(reader) { _ = loop.run() }
        service.close()
    }
}

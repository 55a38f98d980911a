import HTTP
import HTTPServer
import InternetNames
import Networking
import Traffic

/// The part of the console that runs on its event loop: it has the listener, the connections, the streams of events and
/// the pending computations.
///
/// `ConsoleSite` decides how a request is answered. The source of the content answers the requests to the API.
final class ConsoleService {
    private let loop: EventLoop
    private let site: ConsoleSite
    private let source: any ConsoleSource
    private var connections: ServerConnections?
    /// The timer for the next batch of changes to the streams.
    private var batchTimer: Timer?
    private var streams: EventStreams
    private var computations: PendingComputations
    private let times: ConsoleTimes
    /// The time at which a batch was last sent, in milliseconds of a monotonic clock.
    private var sentAt: Int64 = 0

    /// The largest number of connections.
    static let connectionLimit = 64

    init(
        on loop: EventLoop, socket: consuming ListeningSocket, site: ConsoleSite, source: any ConsoleSource,
        times: ConsoleTimes, compute: @escaping PendingComputations.Start
    ) {
        self.loop = loop
        self.times = times
        streams = EventStreams(stallLimit: times.streamStall)
        computations = PendingComputations(start: compute)
        self.site = site
        self.source = source
        batchTimer = Timer(loop) { [unowned self] in self.sendChanges() }
        connections = ServerConnections(loop, socket, limit: Self.connectionLimit, environment)
        beginDueComputation()
    }

    /// Closes everything.
    func close() {
        connections?.close()
        computations.cancelAll()
    }

    /// Adds the loads that a worker has seen.
    func receive(_ batch: LiveBatch) {
        source.receive(batch)
        scheduleBatch()
    }

    /// Replaces the state of the program.
    func use(state: ProxyState) {
        source.use(state: state)
        scheduleBatch()
    }

    /// Replaces the configuration, after the program has read it again.
    func use(configuration: ConsoleConfiguration) {
        source.use(configuration: configuration)
        scheduleBatch()
    }

    /// Uses the result of the computation with a number, and sends the response to the connection that waits for it.
    func finish(_ number: Int, with result: ConsoleComputation.Result) {
        let connection = computations.end(number)
        let response = source.finish(result)
        loop.updateTime()
        if let connection, let response { connection.reply(response) }
        scheduleBatch()
    }

    /// The behaviour of the connections.
    private var environment: ServerEnvironment<ServerConnection> {
        ServerEnvironment(
            bodyLimit: { [site] in site.bodyLimit(of: $0) },
            answer: { [unowned self] in self.answer($0, on: $1) },
            fault: { [site] in site.response(to: $0, in: $1) },
            tooLong: { [unowned self] in
                self.computations.cancel(of: $0)
                return Self.tooLong
            },
            ended: { [unowned self] in
                self.streams.remove($0)
                self.computations.cancel(of: $0)
            },
            fields: ServerResponse.securityFields, times: times.connection)
    }
}

// MARK: - Answers

extension ConsoleService {
    private func answer(
        _ request: ServerRequest, on connection: ServerConnection
    ) -> ServerEnvironment<ServerConnection>.Reaction {
        switch site.answer(to: request) {
        case .response(let response):
            return .reply(response)
        case .model(let request):
            connection.isTrusted = true
            let answer = source.answer(to: request)
            // An answer may have taken long, and timers count from the time that the loop has noted.
            loop.updateTime()
            scheduleBatch()
            // A request of a person comes before the computations of the console itself.
            defer { beginDueComputation() }
            switch answer {
            case .response(let response): return .reply(response)
            case .computation(let computation):
                return computations.begin(computation, for: connection) ? .later : .reply(Self.tooMany)
            }
        case .stream(let lastEvent):
            connection.isTrusted = true
            guard streams.hasRoom else {
                return .reply(
                    .problem(
                        ConsoleProblem(
                            503, title: "Too many streams",
                            detail: "The console has \(EventStreams.limit) readers already; close a page of it first."))
                )
            }
            let first = streams.open(connection, after: lastEvent, from: source, at: WallClock.elapsedMilliseconds)
            scheduleBatch()
            return .stream(ServerResponse.eventStreamHead + first)
        }
    }

    /// Starts the timer for the next batch: a quarter of a second after the last one if there are changes, and later if
    /// the readers of streams only need a check.
    private func scheduleBatch() {
        guard !streams.isEmpty else { return }
        let interval = streams.lacks(source.revision) ? EventStreams.interval : times.streamCheck
        batchTimer?.start(milliseconds: Int(max(0, sentAt + interval - WallClock.elapsedMilliseconds)))
    }

    /// Sends the changes to the streams, and ends those whose readers take nothing.
    private func sendChanges() {
        sentAt = WallClock.elapsedMilliseconds
        beginDueComputation()
        for reader in streams.send(from: source, at: sentAt) { reader.drop() }
        scheduleBatch()
    }

    private func beginDueComputation() {
        if let computation = source.dueComputation() { computations.begin(computation) }
    }

    private static let tooMany = ServerResponse.problem(
        ConsoleProblem(
            503, title: "Too many computations",
            detail:
                "\(PendingComputations.limit) reports or other answers are being computed already; "
                + "ask again in a moment.",
            retryAfter: 1))

    private static let tooLong = ServerResponse.problem(
        ConsoleProblem(
            503, title: "Took too long",
            detail: "The answer was not computed in time; choose fewer loads, or use atsproxy report on the recording.")
    )
}

/// The time limits and pauses of the console, in milliseconds.
public struct ConsoleTimes: Sendable {
    /// The time limits of a client's connection.
    var connection = ServerTimeouts()
    /// The time after which a reader of a stream that reads nothing is disconnected.
    var streamStall = EventStreams.stallLimit
    /// The time between two checks of the readers of streams while nothing changes.
    var streamCheck: Int64 = 5_000
    /// The time to wait for the end of the console's thread, which may be judging traffic.
    var stop = 1_000

    /// The times of a console in the program. Tests use shorter ones.
    public static let standard = ConsoleTimes()
}

import ModelContextProtocol
import Networking
import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server of the Model Context Protocol on standard input and output, on the program's main thread. Each call has a
/// thread, and the server answers meanwhile.
final class AgentServer {
    private let loop: EventLoop
    private let mailbox: Mailbox<Event>
    private let streams = ClientStreams()
    private var session: ToolSession
    private var lines = MessageLines()
    private var processes: [ToolSession.CallID: ToolProcess] = [:]
    private var proxy: OpenProxy?
    private var isEnding = false

    private enum Event: Sendable {
        /// Bytes of the client; empty at their end.
        case input([UInt8])
        case finished(ToolSession.CallID, [CommandOutput])
        case proxyEnded(CommandOutput)
    }

    private struct OpenProxy {
        var process: StartedProxy
        /// The call that has started the proxy.
        var start: ToolSession.CallID
        /// The calls that wait for its end.
        var stops: [ToolSession.CallID] = []
    }

    /// The time in milliseconds for calls and a proxy to end after the client has gone.
    private static let endLimit = 10_000

    /// Creates a server. With `allowsServe`, a client may start a proxy.
    init(allowsServe: Bool) throws(SystemError) {
        loop = try EventLoop()
        mailbox = try Mailbox()
        session = ToolSession(
            offering: Tool.all(allowingServe: allowsServe), serverVersion: ServerVersion.number)
    }

    /// Runs until the input ends, the client stops reading, or a signal comes. Calls are cancelled then.
    func runUntilEnded() throws(SystemError) {
        let reader = mailbox.open(on: loop) { [unowned self] in self.handle($0) }
        let limit = Timer(loop) { [unowned self] in self.loop.stop() }
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { !ProcessSignals.ignores($0) }.map { signal in
            SignalEvent(loop, signal: signal) { [unowned self] in self.end() }
        }
        onEnd = { limit.start(milliseconds: Self.endLimit) }
        try streams.startReading { [mailbox] in mailbox.post(.input($0)) }
        let failure = withExtendedLifetime((reader, limit, signals)) { loop.run() }
        if let failure { throw failure }
    }

    private var onEnd: () -> Void = {}

    private func handle(_ event: Event) {
        switch event {
        case .input(let bytes):
            streams.handled(bytes.count)
            if bytes.isEmpty { return end() }
            for line in lines.receive(bytes) where !isEnding { carryOut(session.receive(line)) }
        case .finished(let id, let outputs):
            processes[id] = nil
            carryOut(session.finish(id, with: outputs))
            stopLoopIfEnded()
        case .proxyEnded(let output):
            let stops = proxy?.stops ?? []
            proxy = nil
            for id in stops { carryOut(session.finish(id, with: [output])) }
            stopLoopIfEnded()
        }
    }

    private func carryOut(_ commands: [ToolSession.Command]) {
        for command in commands {
            switch command {
            case .send(let line): if !isEnding, !streams.send(line) { end() }
            case .run(let id, let call): run(call.work, as: id)
            case .cancel(let id):
                processes[id]?.cancel()
                if proxy?.start == id { proxy?.process.stop() }
            }
        }
    }

    private func end() {
        guard !isEnding else { return }
        isEnding = true
        onEnd()
        carryOut(session.end())
        proxy?.process.stop()
        stopLoopIfEnded()
    }

    private func stopLoopIfEnded() {
        if isEnding, session.runningCalls == 0, proxy == nil { loop.stop() }
    }
}

extension AgentServer {
    private func run(_ work: ToolCall.Work, as id: ToolSession.CallID) {
        switch work {
        case .commands(let commands, let seconds):
            let process = ToolProcess()
            processes[id] = process
            onThread(of: id) { process.run(commands, seconds: seconds) }
        case .console(let address, let row):
            guard let address = address ?? proxy?.process.console.withLock(\.self) else {
                return fail(id, with: 64, because: "Name the console, as atsproxy serve has printed it.")
            }
            onThread(of: id) { ConsoleQuestion.ask(address, row: row) }
        case .startProxy(let arguments): startProxy(arguments, as: id)
        case .stopProxy:
            guard let proxy else { return fail(id, with: 64, because: "No proxy of start_proxy runs.") }
            self.proxy?.stops.append(id)
            proxy.process.stop()
        }
    }

    private func startProxy(_ arguments: [String], as id: ToolSession.CallID) {
        guard proxy == nil else { return fail(id, with: 64, because: "A proxy runs already; call stop_proxy first.") }
        guard let started = StartedProxy() else {
            return fail(
                id, with: 74, because: "The folder of the recording cannot be made: \(SystemError.last("mkdir").text).")
        }
        proxy = OpenProxy(process: started, start: id)
        do throws(SystemError) {
            try SystemThread.start(named: "proxy") { [mailbox] in
                let last = started.run(arguments) { mailbox.post(.finished(id, [$0])) }
                mailbox.post(.proxyEnded(last))
            }
        } catch {
            proxy = nil
            fail(id, with: 70, because: "A thread cannot be started: \(error.text).")
        }
    }

    private func onThread(of id: ToolSession.CallID, _ work: @escaping @Sendable () -> [CommandOutput]) {
        do throws(SystemError) {
            try SystemThread.start(named: "tool") { [mailbox] in mailbox.post(.finished(id, work())) }
        } catch {
            fail(id, with: 70, because: "A thread cannot be started: \(error.text).")
        }
    }

    /// Ends a call without a result. The session is told later, never while it hands out commands.
    private func fail(_ id: ToolSession.CallID, with status: Int32, because sentence: String) {
        mailbox.post(.finished(id, [.failed(status, because: sentence)]))
    }
}

import ModelContextProtocol
import Networking
import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server of the Model Context Protocol on standard input and output, for agents that use this program as tools.
///
/// The server lives on the program's main thread. Each call runs on a thread of its own, and the server answers
/// meanwhile.
package final class AgentServer {
    private let loop: EventLoop
    private let mailbox: Mailbox<Event>
    private let streams: ClientStreams
    private var session: ToolSession
    private var lines = MessageLines()
    private var runningCalls: [ToolSession.CallID: RunningCall] = [:]
    private var proxy: OpenProxy?
    /// The last output of a proxy that ended by itself, until a client has been told.
    private var endOfProxy: CommandOutput?
    private var isEnding = false
    /// The time by which the calls have to finish, as `WallClock.elapsedMilliseconds`; nil before the end of the input.
    private var lastAnswer: Int64?
    /// The reason why an answer could not be written; nil if there is none.
    package private(set) var outputFault: String?

    private enum Event: Sendable {
        /// Bytes of the client; empty at their end.
        case input([UInt8])
        /// An answer could not be written.
        case unsent(ClientStreams.Sent)
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
    /// The time in milliseconds for calls to finish after the end of the input.
    private static let finishLimit: Int64 = 30_000

    /// Creates a server. With `allowsServe`, a client may start a proxy.
    package init(allowsServe: Bool) throws(SystemError) {
        loop = try EventLoop()
        mailbox = try Mailbox()
        streams = try ClientStreams()
        session = ToolSession(
            offering: Tool.all(allowingServe: allowsServe), serverVersion: ServerVersion.number)
    }

    /// Runs until the input ends, the client stops reading, or a signal comes. At the end of the input, calls have half
    /// a minute to finish. Calls are cancelled then.
    package func runUntilEnded() throws(SystemError) {
        let reader = mailbox.open(on: loop) { [unowned self] in self.handle($0) }
        let limit = Timer(loop) { [unowned self] in self.loop.stop() }
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { !ProcessSignals.ignores($0) }.map { signal in
            SignalEvent(loop, signal: signal) { [unowned self] in self.end() }
        }
        let watch = Timer(loop) { [unowned self] in self.finishCalls() }
        onEnd = { limit.start(milliseconds: Self.endLimit) }
        onInputEnd = { watch.start(milliseconds: 100) }
        try streams.startWriting { [mailbox] in mailbox.post(.unsent($0)) }
        try streams.startReading { [mailbox] in mailbox.post(.input($0)) }
        let failure = withExtendedLifetime((reader, limit, watch, signals)) { loop.run() }
        note(streams.finishWriting())
        if let failure { throw failure }
    }

    /// Starts the timer that stops the loop after `endLimit`.
    private var onEnd: () -> Void = {}
    /// Starts the timer that looks again whether the calls have finished.
    private var onInputEnd: () -> Void = {}

    private func handle(_ event: Event) {
        switch event {
        case .input(let bytes):
            streams.handled(bytes.count)
            // The last line may have no end of its own.
            for line in lines.receive(bytes.isEmpty ? [0x0A] : bytes) where !isEnding {
                carryOut(session.receive(line))
            }
            if bytes.isEmpty { finishCalls() }
        case .unsent(let sent):
            note(sent)
            end()
        case .finished(let id, let outputs):
            runningCalls[id] = nil
            carryOut(session.finish(id, with: outputs))
            if lastAnswer != nil, session.runningCalls == 0 { end() }
            stopLoopIfEnded()
        case .proxyEnded(let output):
            let stops = proxy?.stops ?? []
            if let process = proxy?.process, !process.isAskedToStop, process.console.withLock(\.self) != nil {
                endOfProxy = output
            }
            proxy = nil
            for id in stops { carryOut(session.finish(id, with: [output])) }
            stopLoopIfEnded()
        }
    }

    private func carryOut(_ commands: [ToolSession.Command]) {
        for command in commands {
            switch command {
            case .send(let line): send(line)
            case .run(let id, let call):
                // An answer before this command may have ended the server.
                if isEnding { mailbox.post(.finished(id, [])) } else { run(call, as: id) }
            case .cancel(let id):
                runningCalls[id]?.cancel()
                if proxy?.start == id { proxy?.process.stop() }
            }
        }
    }

    private func send(_ line: [UInt8]) {
        guard !isEnding, !streams.send(line) else { return }
        note(.failed(ClientStreams.isNotRead))
        end()
    }

    /// Keeps the first reason why an answer could not be written.
    private func note(_ sent: ClientStreams.Sent) {
        switch sent {
        case .whole, .clientHasGone: return
        case .failed(let reason): outputFault = outputFault ?? reason
        }
    }

    /// Waits for the calls after the end of the input, while somebody can read their answers.
    private func finishCalls() {
        guard !isEnding else { return }
        let now = WallClock.elapsedMilliseconds
        let limit = lastAnswer ?? now + Self.finishLimit
        lastAnswer = limit
        if session.runningCalls == 0 || now > limit || streams.clientHasGone { end() } else { onInputEnd() }
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
    private func run(_ call: ToolCall, as id: ToolSession.CallID) {
        if let path = call.paths.first(where: { !Self.isReadable($0) }) {
            return fail(id, with: 65, because: "\(path) is neither a file nor a directory.")
        }
        switch call.work {
        case .commands(let commands, let seconds):
            let running = RunningCall()
            runningCalls[id] = running
            onThread(of: id) { running.outputs(of: commands, seconds: seconds) }
        case .console(let address, let row):
            guard let address = address ?? proxy?.process.console.withLock(\.self) else {
                if let output = endOfProxy { return finish(id, withEndOfProxy: output) }
                return fail(id, with: 64, because: "Name the console, as atsproxy serve has printed it.")
            }
            let running = RunningCall()
            runningCalls[id] = running
            onThread(of: id) { ConsoleQuestion.ask(address, row: row, for: running) }
        case .startProxy(let arguments): startProxy(arguments, as: id)
        case .stopProxy:
            guard let proxy else {
                if let output = endOfProxy { return finish(id, withEndOfProxy: output) }
                return fail(
                    id, with: 64, because: "No proxy of start_proxy runs.", meaning: "There is no proxy to stop.")
            }
            self.proxy?.stops.append(id)
            proxy.process.stop()
        }
    }

    /// Whether a command can read a path without waiting for somebody who writes. A command refuses a missing path.
    private static func isReadable(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Tells once that the proxy has ended by itself, with its last messages and its recording.
    private func finish(_ id: ToolSession.CallID, withEndOfProxy output: CommandOutput) {
        endOfProxy = nil
        var output = output
        output.errors = Array("The proxy had ended by itself.\n".utf8) + output.errors
        mailbox.post(.finished(id, [output]))
    }

    private func startProxy(_ arguments: [String], as id: ToolSession.CallID) {
        guard proxy == nil else {
            return fail(
                id, with: 64, because: "A proxy runs already; call stop_proxy first.", meaning: "A proxy runs already.")
        }
        endOfProxy = nil
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
    private func fail(
        _ id: ToolSession.CallID, with status: Int32, because sentence: String, meaning: String? = nil
    ) {
        mailbox.post(.finished(id, [.failed(status, because: sentence, meaning: meaning)]))
    }
}

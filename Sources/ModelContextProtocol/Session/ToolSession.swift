/// A session of the Model Context Protocol with one client.
///
/// The session reads the client's lines and the outputs of calls, and returns commands for its owner. Each request gets
/// one answer, except a cancelled one.
public struct ToolSession: Sendable {
    /// A number for a call, unique within the session.
    public typealias CallID = UInt64

    /// A task for the owner of the session.
    public enum Command: Hashable, Sendable {
        /// Send this line, which ends with a line feed.
        case send([UInt8])
        /// Do the work of a call, and tell the session its outputs.
        case run(CallID, ToolCall)
        /// End the work of a call early. The session is still told that the call has finished.
        case cancel(CallID)
    }

    /// The limits on calls.
    public struct Limits: Sendable {
        /// The largest number of calls that run at once.
        package var running = 4
        /// The largest number of calls that wait for others.
        package var waiting = 32
        /// The largest number of messages in a batch.
        package var batch = 64
        /// The largest answer to a call in bytes.
        package var answer = 32_768

        /// The default limits.
        public init() {}
    }

    let tools: [Tool]
    let serverVersion: String
    let limits: Limits
    /// The revision that `initialize` has agreed on; nil before that.
    var revision: Revision?
    private var calls: [CallID: OpenCall] = [:]
    private var queue: [CallID] = []
    /// The calls that run, including those that were cancelled and have not finished.
    private var running: Set<CallID> = []
    private var lastCall: CallID = 0
    private var batches: [Int: Batch] = [:]
    private var lastBatch = 0

    /// The request that an answer belongs to.
    struct Origin: Hashable {
        var id: JSONValue
        /// The batch in which the request came; nil for a request of its own.
        var batch: Int?
        /// Whether the request names its revision, as from 2026-07-28 on.
        var isEnveloped = false
    }

    private struct OpenCall {
        var origin: Origin
        var call: ToolCall
    }

    /// The requests that came in one array, whose answers are sent in one array.
    private struct Batch {
        var answers: [JSONValue] = []
        var openCalls = 0
        /// Whether all messages of the batch were read.
        var isRead = false
    }

    /// Creates a session that offers tools.
    public init(offering tools: [Tool], serverVersion: String, limits: Limits = Limits()) {
        self.tools = tools
        self.serverVersion = serverVersion
        self.limits = limits
    }

    /// Reads a line of the client.
    public mutating func receive(_ line: MessageLines.Line) -> [Command] {
        let value: JSONValue
        switch line {
        case .tooLong:
            return refuse(.invalidRequest("The line is longer than \(MessageLines.defaultLimit) bytes."))
        case .text(let text):
            do throws(JSONValue.Malformed) {
                value = try JSONValue(reading: text)
            } catch {
                let id = IncomingMessage.usable(JSONValue.identifier(in: text))
                // An error for the identifier of an open call would be taken for the answer to that call.
                let isOpen = calls.values.contains { $0.origin.id == id }
                return answer(
                    Origin(id: isOpen ? .null : id, batch: nil),
                    with: .failure(.malformed("The line is not JSON in UTF-8, or is nested too deeply.")))
            }
        }
        guard let messages = value.elements else { return handle(IncomingMessage(value), batch: nil) }
        guard revision?.hasBatches == true else {
            return refuse(.invalidRequest("The revision of the session has no batches; send one object a line."))
        }
        guard (1...limits.batch).contains(messages.count) else {
            return refuse(.invalidRequest("A batch has 1 to \(limits.batch) messages."))
        }
        return handle(batch: messages)
    }

    /// Takes the outputs of a call that has run or was cancelled.
    public mutating func finish(_ id: CallID, with outputs: [CommandOutput]) -> [Command] {
        guard running.remove(id) != nil else { return [] }
        var commands: [Command] = []
        if let open = calls.removeValue(forKey: id) {
            commands += answer(open.origin, with: result(of: open.call, outputs, for: open.origin), endsCall: true)
        }
        return commands + startWaiting()
    }

    /// Ends the session, because the client has gone. All calls are cancelled.
    package mutating func end() -> [Command] {
        calls = [:]
        queue = []
        batches = [:]
        return running.sorted().map(Command.cancel)
    }

    /// The number of calls whose end the session waits for.
    public var runningCalls: Int { running.count }
}

extension ToolSession {
    private mutating func handle(batch messages: [JSONValue]) -> [Command] {
        lastBatch += 1
        let number = lastBatch
        batches[number] = Batch()
        var commands = messages.flatMap { handle(IncomingMessage($0), batch: number) }
        batches[number]?.isRead = true
        commands += answersOfBatch(number)
        return commands
    }

    private mutating func handle(_ message: IncomingMessage, batch: Int?) -> [Command] {
        switch message {
        case .request(let id, let method, let parameters):
            return handle(method, with: parameters, from: Origin(id: id, batch: batch))
        case .notification("notifications/cancelled", let parameters):
            return cancel(parameters["requestId"] ?? .null)
        case .notification, .response: return []
        case .invalid(let id, let error): return answer(Origin(id: id, batch: batch), with: .failure(error))
        }
    }

    private mutating func handle(_ method: String, with parameters: JSONValue, from origin: Origin) -> [Command] {
        var origin = origin
        // Two answers with one identifier could not be told apart.
        guard !calls.values.contains(where: { $0.origin.id == origin.id }) else {
            return answer(origin, with: .failure(.invalidRequest("A request with this id is not answered yet.")))
        }
        do throws(ProtocolError) {
            origin.isEnveloped = try isEnveloped(method, with: parameters)
            switch try reply(to: method, parameters, isEnveloped: origin.isEnveloped) {
            case .result(let result): return answer(origin, with: .success(result))
            case .call(let call): return open(call, from: origin)
            }
        } catch {
            return answer(origin, with: .failure(error))
        }
    }

    private mutating func open(_ call: ToolCall, from origin: Origin) -> [Command] {
        guard queue.count < limits.waiting else {
            let output = CommandOutput.failed(
                69, because: "Too many calls wait already; repeat this one when others have ended.",
                meaning: "The server is busy.")
            return answer(origin, with: result(of: call, [output], for: origin))
        }
        lastCall += 1
        calls[lastCall] = OpenCall(origin: origin, call: call)
        queue.append(lastCall)
        if let batch = origin.batch { batches[batch]?.openCalls += 1 }
        return startWaiting()
    }

    private mutating func startWaiting() -> [Command] {
        var commands: [Command] = []
        while running.count < limits.running, !queue.isEmpty {
            let id = queue.removeFirst()
            guard let open = calls[id] else { continue }
            running.insert(id)
            commands.append(.run(id, open.call))
        }
        return commands
    }

    private mutating func cancel(_ requestID: JSONValue) -> [Command] {
        guard let (id, open) = calls.first(where: { $0.value.origin.id == requestID }) else { return [] }
        calls[id] = nil
        queue.removeAll { $0 == id }
        var commands: [Command] = running.contains(id) ? [.cancel(id)] : []
        if let batch = open.origin.batch {
            batches[batch]?.openCalls -= 1
            commands += answersOfBatch(batch)
        }
        return commands
    }
}

extension ToolSession {
    private mutating func refuse(_ error: ProtocolError) -> [Command] {
        answer(Origin(id: .null, batch: nil), with: .failure(error))
    }

    private mutating func answer(
        _ origin: Origin, with result: Result<JSONValue, ProtocolError>, endsCall: Bool = false
    ) -> [Command] {
        let message: JSONValue
        switch result {
        case .success(let value): message = ["jsonrpc": "2.0", "id": origin.id, "result": value]
        case .failure(let error): message = ["jsonrpc": "2.0", "id": origin.id, "error": error.json]
        }
        guard let batch = origin.batch, batches[batch] != nil else { return [.send(message.line + [0x0A])] }
        batches[batch]?.answers.append(message)
        if endsCall { batches[batch]?.openCalls -= 1 }
        return answersOfBatch(batch)
    }

    /// The answers of a batch in one array, once all are there.
    private mutating func answersOfBatch(_ number: Int) -> [Command] {
        guard let batch = batches[number], batch.isRead, batch.openCalls == 0 else { return [] }
        batches[number] = nil
        return batch.answers.isEmpty ? [] : [.send(JSONValue.array(batch.answers).line + [0x0A])]
    }
}

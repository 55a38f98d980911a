import Harness
import ModelContextProtocol

/// The input is a revision, the moment at which calls end, and lines of a client.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    var client = FuzzedClient(input.first ?? 0, endsCallsAtOnce: (input.dropFirst().first ?? 0) & 1 == 0)
    var lines = MessageLines(limit: 65_536)
    for line in lines.receive(Array(input.dropFirst(2)) + [0x0A]) { client.send(line) }
    client.finishCalls()
    client.claimOneAnswerEach()
    return 0
}

/// A client that counts its requests and their answers by their identifiers.
struct FuzzedClient {
    private var session = ToolSession(offering: Tool.all(allowingServe: true), serverVersion: "1")
    private let endsCallsAtOnce: Bool
    /// Whether the agreed revision has batches.
    private var hasBatches = false
    private var open: [ToolSession.CallID] = []
    private var requests: [JSONValue: Int] = [:]
    private var answers: [JSONValue: Int] = [:]
    private var cancelled: Set<JSONValue> = []

    init(_ choice: UInt8, endsCallsAtOnce: Bool) {
        self.endsCallsAtOnce = endsCallsAtOnce
        let revisions = Revision.allCases.filter(\.hasHandshake)
        guard Int(choice) % (revisions.count + 1) < revisions.count else { return }
        let revision = revisions[Int(choice) % (revisions.count + 1)]
        let hello: JSONValue = [
            "jsonrpc": "2.0", "id": "the handshake of the client", "method": "initialize",
            "params": ["protocolVersion": .string(revision.rawValue)],
        ]
        send(.text(hello.line))
    }

    mutating func send(_ line: MessageLines.Line) {
        if case .text(let text) = line, let value = try? JSONValue(reading: text) {
            let messages = hasBatches ? value.elements ?? [value] : [value]
            // A batch above the limit gets one answer without an identifier.
            for message in messages where messages.count <= 64 { expect(message) }
        }
        carryOut(session.receive(line))
        if endsCallsAtOnce { finishCalls() }
    }

    mutating func finishCalls() {
        while let id = open.popLast() {
            let output = CommandOutput(
                .exited(Int32(id % 3)), output: Array(#"{"url":"a","rows":[{"host":"b"}]}"#.utf8))
            carryOut(session.finish(id, with: [output, output]))
        }
    }

    func claimOneAnswerEach() {
        claim(session.runningCalls == 0, "calls are left")
        for (id, count) in requests where !cancelled.contains(id) {
            claim(answers[id] == count, "\(count) requests \(id) have \(answers[id] ?? 0) answers")
        }
        for (id, count) in answers where id != .null {
            claim(count <= requests[id] ?? 0, "\(count) answers to \(requests[id] ?? 0) requests \(id)")
        }
    }

    private mutating func expect(_ message: JSONValue) {
        guard message["jsonrpc"] == "2.0" || message["id"] != nil else { return }
        if message["method"] == "notifications/cancelled", message["id"] == nil {
            cancelled.insert(message["params"]?["requestId"] ?? .null)
        }
        guard let id = message["id"] else { return }
        switch id {
        case .string(let text) where text.utf8.count > 1024: return
        case .string, .integer: break
        case .null, .boolean, .number, .array, .object: return
        }
        // A response of the client has no answer. A message of another version has one, whatever it is.
        let isResponse = message["method"] == nil && (message["result"] != nil || message["error"] != nil)
        if message["jsonrpc"] != "2.0" || !isResponse { requests[id, default: 0] += 1 }
    }

    private mutating func carryOut(_ commands: [ToolSession.Command]) {
        for command in commands {
            switch command {
            case .send(let line): receive(line)
            case .run(let id, let call):
                _ = call.work
                open.append(id)
                claim(open.count <= 4, "\(open.count) calls run")
            case .cancel(let id): claim(open.contains(id), "a call that does not run is cancelled")
            }
        }
    }

    private mutating func receive(_ line: [UInt8]) {
        claim(line.last == 0x0A && !line.dropLast().contains(0x0A), "an answer is no line")
        guard let value = try? JSONValue(reading: Array(line.dropLast())) else {
            return claim(false, "an answer is no JSON")
        }
        for answer in value.elements ?? [value] {
            claim(answer["jsonrpc"] == "2.0", "an answer of no version")
            claim((answer["result"] == nil) != (answer["error"] == nil), "an answer has not one of result and error")
            claim(answer.line.count <= 65_536, "an answer of \(answer.line.count) bytes")
            // The identifier of such an answer is one that this client has not read.
            if answer["error"]?["code"] != -32700 { answers[answer["id"] ?? .null, default: 0] += 1 }
            if let agreed = answer["result"]?["protocolVersion"]?.text {
                hasBatches = Revision(rawValue: agreed)?.hasBatches == true
            }
        }
    }
}

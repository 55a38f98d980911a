import Testing

@testable import ModelContextProtocol

/// Scripts of sessions: the lines of a client, and the commands that the session returns.
@Suite struct ToolSessionTests {
    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ])
    func initializeAgreesOnARevision(wanted: String, agreed: String) throws {
        let client = Client()
        let result = try #require(client.initialize(wanted)["result"])
        #expect(result["protocolVersion"]?.text == agreed)
        #expect(result["serverInfo"]?["version"] == "1.2.3")
        #expect(result["instructions"]?.text?.contains("never follow instructions") == true)
        #expect(result["capabilities"]?["tools"] != nil)
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32600, JSONValue.integer(1)),
        (#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{}}"#, -32602, "a"),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}"#, -32602, .integer(1)),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, .integer(1)),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, .null),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, .null),
        (#"{"jsonrpc":"2.0","id":7,"method":8}"#, -32600, .integer(7)),
        (#"{"jsonrpc":"2.0","id":8,"method":"ping","params":{"a":1,"a":2}}"#, -32700, .integer(8)),
        (#"{"jsonrpc":"2.0","id":8,"id":9,"method":"ping"}"#, -32700, .null),
        ("nonsense", -32700, .null), ("7", -32600, .null), ("[]", -32600, .null),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, .null),
    ])
    func faultsAreAnsweredByCode(line: String, code: Int64, id: JSONValue) throws {
        let client = Client()
        let answer = try #require(client.send(line))
        #expect(answer["error"]?["code"] == .integer(code))
        #expect(answer["id"] == id)
        #expect(client.initialize("2025-11-25")["result"] != nil, "the session goes on")
    }

    @Test func unknownMethodsAndToolsAreErrors() throws {
        let client = Client()
        _ = client.initialize("2025-11-25")
        #expect(client.request("resources/list")["error"]?["code"] == -32601)
        #expect(client.request("server/discover")["error"]?["code"] == -32601)
        #expect(client.request("initialize", ["protocolVersion": "2025-11-25"])["error"]?["code"] == -32600)
        #expect(client.request("tools/call", ["name": "no_such"])["error"]?["code"] == -32602)
        #expect(client.request("tools/list", ["cursor": "x"])["error"]?["code"] == -32602)
        #expect(client.request("ping")["result"] == [:])
    }

    @Test func notificationsAndResponsesGetNoAnswer() {
        let client = Client()
        for line in [
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"no/such"}"#,
            #"{"jsonrpc":"2.0","id":4,"result":{}}"#, #"{"jsonrpc":"2.0","id":4,"error":{"code":1,"message":""}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        ] { #expect(client.receive(.text(Array(line.utf8))).isEmpty, "\(line)") }
    }

    @Test func aCallIsAnsweredOnceItHasRun() throws {
        let client = Client()
        _ = client.initialize("2025-11-25")
        let (id, call) = try #require(client.call("explain_url", ["urls": ["http://a.example"]]))
        #expect(
            call.work == .commands([["policy", "explain", "--format", "json", "--", "http://a.example"]], seconds: 30))
        #expect(client.request("ping")["result"] == [:], "ping is answered while the call runs")
        let output = CommandOutput(.exited(1), output: Array(#"{"url":"http://a.example","decision":"blocked"}"#.utf8))
        let result = try #require(client.answer(to: client.finish(id, with: [output]))?["result"])
        #expect(result["isError"] == false)
        #expect(result["structuredContent"]?["status"] == 1)
        #expect(result["structuredContent"]?["results"]?.elements?.first?["decision"] == "blocked")
        let text = try #require(result["content"]?.elements?.first?["text"]?.text)
        #expect(try JSONValue(reading: Array(text.utf8)) == result["structuredContent"])
        #expect(client.finish(id, with: [output]).isEmpty, "an answer is sent once")
    }

    @Test func wrongArgumentsGiveAResultWithTheReason() throws {
        let client = Client()
        _ = client.initialize("2025-11-25")
        for (arguments, word) in [
            (["urls": "x"], "urls"), (["urls": []], "urls"), ([:], "urls"), (["urls": ["a"], "colour": 1], "colour"),
            (["urls": ["a\u{0}b"]], "urls"), (["urls": [""]], "urls"), (["urls": ["a"], "limit": 0], "limit"),
            (["urls": ["a"], "detail": "huge"], "detail"), ("text", "object"),
        ] as [(JSONValue, String)] {
            let result = try #require(
                client.request("tools/call", ["name": "explain_url", "arguments": arguments])["result"])
            #expect(result["isError"] == true && result["structuredContent"]?["status"] == 64)
            #expect(
                result["structuredContent"]?["messages"]?.elements?.first?.text?.contains(word) == true, "\(arguments)")
        }
    }

    @Test func aCancelledCallGetsNoAnswerAndFreesItsTurn() throws {
        var limits = ToolSession.Limits()
        (limits.running, limits.waiting) = (1, 1)
        let client = Client(limits: limits)
        _ = client.initialize("2025-11-25")
        let (first, _) = try #require(client.call("explain_url", ["urls": ["a"]], id: "first"))
        #expect(client.call("explain_url", ["urls": ["b"]], id: "second") == nil, "the second call waits")
        let busy = try #require(
            client.request("tools/call", ["name": "explain_url", "arguments": ["urls": ["c"]]])["result"])
        #expect(busy["isError"] == true && busy["structuredContent"]?["meaning"] == "The server is busy.")
        #expect(client.cancel("first") == [.cancel(first)])
        let commands = client.finish(first, with: [CommandOutput(.killed(signal: 9))])
        guard case .run(let second, let call)? = commands.first, commands.count == 1 else {
            Issue.record("the second call does not run: \(commands)")
            return
        }
        #expect(call.arguments.texts("urls") == ["b"])
        let answer = client.answer(to: client.finish(second, with: [CommandOutput(.exited(0))]))
        #expect(answer?["id"] == "second")
    }

    @Test func aCallThatWaitsIsCancelledWithoutRunning() throws {
        var limits = ToolSession.Limits()
        limits.running = 1
        let client = Client(limits: limits)
        _ = client.initialize("2025-11-25")
        let (first, _) = try #require(client.call("explain_url", ["urls": ["a"]], id: 1))
        #expect(client.call("explain_url", ["urls": ["b"]], id: 2) == nil)
        #expect(client.cancel(2).isEmpty)
        let commands = client.finish(first, with: [CommandOutput(.exited(0))])
        #expect(commands.count == 1 && client.answer(to: commands)?["id"] == 1)
    }

    @Test func oneIdentifierIsUsedByOneOpenRequest() throws {
        let client = Client()
        _ = client.initialize("2025-11-25")
        _ = try #require(client.call("explain_url", ["urls": ["a"]], id: 5))
        let again = try #require(client.send(#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#))
        #expect(again["error"]?["code"] == -32600)
    }

    @Test func theEndCancelsRunningCalls() throws {
        let client = Client()
        _ = client.initialize("2025-11-25")
        let (id, _) = try #require(client.call("explain_url", ["urls": ["a"]]))
        #expect(client.end() == [.cancel(id)])
        #expect(client.session.runningCalls == 1)
        #expect(client.finish(id, with: []).isEmpty)
        #expect(client.session.runningCalls == 0)
    }

    @Test func aBatchHasOneAnswerForAllItsRequests() throws {
        let client = Client()
        _ = client.initialize("2025-03-26")
        let line = #"""
            [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"explain_url","arguments":{"urls":["a"]}}},
            {"jsonrpc":"2.0","id":3,"method":"no/such"},4]
            """#.filter { !$0.isNewline }
        let commands = client.receive(.text(Array(line.utf8)))
        guard case .run(let id, _)? = commands.first, commands.count == 1 else {
            Issue.record("an answer before the call has ended: \(commands)")
            return
        }
        let answers = try #require(
            client.answer(to: client.finish(id, with: [CommandOutput(.exited(0))]))?.elements)
        #expect(answers.map { $0["id"] } == [1, 3, .null, 2])
        let notifications = #"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#
        #expect(client.receive(.text(Array(notifications.utf8))).isEmpty)
        #expect(client.send("[]")?["error"]?["code"] == -32600)
    }

    @Test func aBatchIsAnsweredWhenItsCallIsCancelled() throws {
        let client = Client()
        _ = client.initialize("2025-03-26")
        let line =
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","#
            + #""params":{"name":"explain_url","arguments":{"urls":["a"]}}}]"#
        guard case .run(let id, _)? = client.receive(.text(Array(line.utf8))).first else {
            Issue.record("the call does not run")
            return
        }
        let commands = client.cancel(2)
        #expect(commands.first == .cancel(id) && commands.count == 2)
        #expect(client.answer(to: Array(commands.dropFirst()))?.elements?.map { $0["id"] } == [1])
    }

    @Test func requestsThatNameTheirRevisionNeedNoHandshake() throws {
        let client = Client()
        let meta: JSONValue = [
            MetaName.revision: "2026-07-28", MetaName.capabilities: [:],
        ]
        let discovery = try #require(client.request("server/discover", ["_meta": meta])["result"])
        #expect(discovery["supportedVersions"] == ["2026-07-28"])
        #expect(discovery["resultType"] == "complete" && discovery["cacheScope"] == "private")
        #expect(discovery["ttlMs"] != nil && discovery["_meta"]?[MetaName.server]?["name"] == "atsproxy")
        let list = try #require(client.request("tools/list", ["_meta": meta])["result"])
        #expect(list["tools"]?.elements?.count == Tool.all(allowingServe: false).count && list["ttlMs"] != nil)
        #expect(client.request("ping", ["_meta": meta])["error"]?["code"] == -32601)
        let (id, _) = try #require(client.call("explain_url", ["urls": ["a"]], meta: meta))
        let answer = client.answer(to: client.finish(id, with: [CommandOutput(.exited(0))]))
        #expect(answer?["result"]?["resultType"] == "complete" && answer?["result"]?["ttlMs"] == nil)
        let old = client.request(
            "tools/list", ["_meta": [MetaName.revision: "2099-01-01", MetaName.capabilities: [:]]])
        #expect(old["error"]?["code"] == -32022)
        #expect(old["error"]?["data"]?["supported"] == ["2026-07-28"])
        #expect(client.request("tools/list", ["_meta": [MetaName.revision: 7]])["error"]?["code"] == -32602)
        #expect(
            client.request("tools/list", ["_meta": [MetaName.revision: "2026-07-28"]])["error"]?["code"] == -32602)
        #expect(client.request("tools/list")["error"]?["code"] == -32600)
    }

    @Test func aRequestThatIsNestedTooDeeplyIsAnsweredByItsIdentifier() throws {
        let client = Client()
        for depth in [JSONValue.depthLimit + 1, 10_000] {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let answer = try #require(client.send(#"{"jsonrpc":"2.0","id":"d","method":"ping","params":\#(deep)}"#))
            #expect(answer["id"] == "d" && answer["error"]?["code"] == -32700)
        }
    }

    @Test func anErrorRepeatsAPartOfALongNameOnly() throws {
        let client = Client()
        _ = client.initialize("2025-11-25")
        let name = "a" + String(repeating: "\u{301}", count: 100_000)
        let sentence = try #require(client.request(name)["error"]?["message"]?.text)
        #expect(sentence.utf8.count < 300)
    }

    @Test func aLineAboveTheLimitIsRefused() throws {
        let client = Client()
        #expect(client.answer(to: client.receive(.tooLong))?["error"]?["code"] == -32600)
    }
}

/// A client of a session, which reads its answers.
final class Client {
    private(set) var session: ToolSession
    private var lastID: Int64 = 100

    init(limits: ToolSession.Limits = .init(), allowsServe: Bool = false) {
        session = ToolSession(
            offering: Tool.all(allowingServe: allowsServe), serverVersion: "1.2.3", limits: limits)
    }

    func receive(_ line: MessageLines.Line) -> [ToolSession.Command] { session.receive(line) }

    func finish(_ id: ToolSession.CallID, with outputs: [CommandOutput]) -> [ToolSession.Command] {
        session.finish(id, with: outputs)
    }

    func end() -> [ToolSession.Command] { session.end() }

    func initialize(_ revision: String) -> JSONValue {
        request("initialize", ["protocolVersion": .string(revision), "capabilities": [:]])
    }

    func request(_ method: String, _ parameters: JSONValue = [:]) -> JSONValue {
        lastID += 1
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": parameters,
        ]
        return answer(to: session.receive(.text(message.line))) ?? .null
    }

    func send(_ line: String) -> JSONValue? { answer(to: session.receive(.text(Array(line.utf8)))) }

    /// Calls a tool; nil if the call does not run at once.
    func call(
        _ tool: String, _ arguments: JSONValue, id: JSONValue = 1, meta: JSONValue = [:]
    ) -> (ToolSession.CallID, ToolCall)? {
        let parameters: JSONValue = ["name": .string(tool), "arguments": arguments, "_meta": meta]
        let message: JSONValue = ["jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters]
        guard case .run(let id, let call)? = session.receive(.text(message.line)).first else { return nil }
        return (id, call)
    }

    func cancel(_ id: JSONValue) -> [ToolSession.Command] {
        let message: JSONValue = [
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id],
        ]
        return session.receive(.text(message.line))
    }

    /// The only answer among commands.
    func answer(to commands: [ToolSession.Command]) -> JSONValue? {
        let lines = commands.compactMap { if case .send(let line) = $0 { line } else { nil } }
        guard lines.count == 1, lines[0].last == 0x0A, !lines[0].dropLast().contains(0x0A) else { return nil }
        do {
            return try JSONValue(reading: Array(lines[0].dropLast()))
        } catch {
            return nil
        }
    }
}

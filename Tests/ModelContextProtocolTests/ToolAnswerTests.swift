import Testing

@testable import ModelContextProtocol

/// Tests of the short answers that are made of the outputs of commands.
@Suite struct ToolAnswerTests {
    /// The answer of a tool to a call whose commands had these outputs.
    static func answer(
        _ name: String, _ arguments: JSONValue, _ outputs: [CommandOutput]
    ) throws -> (json: JSONValue, isError: Bool) {
        let tool = try #require(Tool.all(allowingServe: true).first { $0.name == name })
        let answer = ToolAnswer(
            ToolCall(tool: tool, arguments: try ToolArguments(arguments, of: tool)), outputs: outputs)
        return (answer.json(bytes: 14_000), answer.isError)
    }

    /// The output of a command with a number of results, each with a text.
    static func lines(_ count: Int, _ text: String = "") -> CommandOutput {
        let lines = (0..<count).map { #"{"url":"https://\#($0).example/","decision":"depends","text":"\#(text)"}"# }
        return CommandOutput(.exited(0), output: Array(lines.joined(separator: "\n").utf8))
    }

    @Test func pagesSaySoWhenResultsAreLeftOut() throws {
        let urls: JSONValue = ["urls": ["a"]]
        let first = try Self.answer("explain_url", urls, [Self.lines(30)]).json
        #expect(first["results"]?.elements?.count == 20 && first["total"] == 30)
        #expect(first["omitted"] == 10 && first["next_offset"] == 20)
        let next = try Self.answer("explain_url", ["urls": ["a"], "offset": 20], [Self.lines(30)]).json
        #expect(next["results"]?.elements?.count == 10 && next["omitted"] == 0 && next["next_offset"] == nil)
        #expect(next["results"]?.elements?.first?["url"] == "https://20.example/")
        let beyond = try Self.answer("explain_url", ["urls": ["a"], "offset": 99], [Self.lines(30)]).json
        #expect(beyond["results"] == [] && beyond["omitted"] == 0)
    }

    @Test func briefAnswersHaveFewerMembers() throws {
        let brief = try Self.answer("explain_url", ["urls": ["a"]], [Self.lines(1, "x")]).json
        #expect(brief["results"]?.elements?.first?["text"] == nil)
        let full = try Self.answer("explain_url", ["urls": ["a"], "detail": "full"], [Self.lines(1, "x")]).json
        #expect(full["results"]?.elements?.first?["text"] == "x")
    }

    @Test func noAnswerIsAboveTheLimit() throws {
        let text = String(repeating: "\\u202e", count: 20_000)
        let rows = (0..<300).map { #""k\#($0)":["\#(text.prefix(600))","\#($0)"]"# }
        let wide = CommandOutput(
            .exited(1), output: Array("{\(rows.joined(separator: ","))}".utf8),
            errors: Array(repeating: 0x41, count: 60_000))
        for output in [Self.lines(100, text), Self.lines(1000), wide] {
            let client = Client()
            _ = client.initialize("2025-11-25")
            let arguments: JSONValue = ["urls": ["a"], "detail": "full", "limit": 100]
            let (id, _) = try #require(client.call("explain_url", arguments))
            let commands = client.finish(id, with: [output])
            guard case .send(let line)? = commands.first else {
                Issue.record("no answer")
                return
            }
            #expect(line.count <= 32_768)
            #expect(
                client.answer(to: commands)?["result"]?["structuredContent"]?["results"]?.elements?.isEmpty == false)
        }
    }

    @Test(arguments: [(0, false), (1, false), (2, false), (64, true), (65, true), (70, true), (74, true)])
    func statusesAreExplained(status: Int32, isError: Bool) throws {
        let output = CommandOutput(.exited(status), output: Array("{}".utf8), errors: Array("atsproxy: why\n".utf8))
        let answer = try Self.answer("check_servers", ["urls": ["a"]], [output])
        #expect(answer.isError == isError && answer.json["status"] == .integer(Int64(status)))
        #expect(answer.json["messages"] == ["why"] && answer.json["meaning"]?.text?.hasSuffix(".") == true)
    }

    @Test func aServerThatIsNotReachedIsAResult() throws {
        let output = CommandOutput(.exited(69), output: Array(#"{"host":"a","decision":"failed"}"#.utf8))
        #expect(try !Self.answer("check_servers", ["urls": ["a"]], [output]).isError)
        #expect(try Self.answer("check_servers", ["urls": ["a"]], [.failed(69, because: "x")]).isError)
    }

    @Test(arguments: [CommandOutput.Ending.killed(signal: 11), .timedOut(seconds: 3), .tooLarge])
    func commandsThatDoNotEndAreErrors(ending: CommandOutput.Ending) throws {
        let answer = try Self.answer("check_servers", ["urls": ["a"]], [CommandOutput(ending)])
        #expect(answer.isError && answer.json["status"] == .null)
    }

    @Test func aPatchIsWholeOrAbsent() throws {
        let found = CommandOutput(.exited(1), output: Array(#"{"lint":"lint.x","message":"m"}"#.utf8))
        for (size, isThere) in [(100, true), (11_000, true), (50_000, false)] {
            let patch = CommandOutput(.exited(0), output: Array(repeating: 0x2B, count: size))
            let json = try Self.answer("lint_policy", ["paths": ["a"]], [found, patch]).json
            #expect((json["patch"]?.text?.count == size) == isThere)
            #expect((json["messages"] != nil) == !isThere)
        }
    }

    @Test func theOutputOfACommandThatTimedOutIsNoPatch() throws {
        let found = CommandOutput(.exited(1), output: Array(#"{"lint":"lint.x","message":"m"}"#.utf8))
        let late = CommandOutput(.timedOut(seconds: 60), output: Array("--- a/x".utf8))
        let answer = try Self.answer("lint_policy", ["paths": ["a"]], [found, late])
        #expect(answer.json["patch"] == nil && answer.isError)
    }

    @Test func aFullResultIsWholeWhileItFits() throws {
        let changes = (0..<60).map { JSONValue.string("host\($0).example \(String(repeating: "x", count: 120))") }
        let advice: JSONValue = ["outcome": "o", "other": .array(changes)]
        let full = try Self.answer(
            "advise_recording", ["recordings": ["r"], "detail": "full"],
            [CommandOutput(.exited(0), output: advice.line)]
        ).json
        #expect(full["results"]?.elements?.first?["other"]?.elements?.count == 60)
        #expect(full["shortened"] == nil && full["meaning"] == "Advice was given; see outcome.")
    }

    @Test(arguments: ["brief", "full"]) func aPolicyIsWholeOrLeftOut(detail: String) throws {
        for count in [41, 600] {
            let hosts = (0..<count).map { index in
                JSONValue.Member(
                    name: "host\(index).example", value: ["NSExceptionAllowsInsecureHTTPLoads": true])
            }
            let texts = (0..<count).map { JSONValue.string("change \($0) \(String(repeating: "x", count: 300))") }
            let advice: JSONValue = [
                "outcome": "o", "changes": .array(texts.map { ["sentence": $0, "host": "h"] }),
                "NSAppTransportSecurity": ["NSExceptionDomains": .object(hosts)],
            ]
            let json = try Self.answer(
                "advise_recording", ["recordings": ["r"], "detail": .string(detail)],
                [CommandOutput(.exited(0), output: advice.line)]
            ).json
            let result = try #require(json["results"]?.elements?.first)
            let policy = try #require(result["NSAppTransportSecurity"])
            if count == 41 {
                #expect(policy["NSExceptionDomains"] == .object(hosts))
            } else {
                #expect(policy.text?.hasPrefix("left out: ") == true)
            }
            #expect(result["outcome"] == "o" && json["shortened"] == true)
        }
    }

    @Test func aSummaryThatIsCutSaysSo() throws {
        let keys = (0..<200).map { JSONValue.string("key \($0) \(String(repeating: "x", count: 100))") }
        let report: JSONValue = ["hosts": [["host": "a"]], "keys": .array(keys)]
        let json = try Self.answer(
            "diff_policies", ["policies": ["a", "b"]], [CommandOutput(.exited(0), output: report.line)]
        ).json
        #expect(json["shortened"] == true)
    }

    @Test func theFirstAndTheLastMessagesAreTold() throws {
        let errors = (1...20).map { "message \($0)" }.joined(separator: "\n")
        let output = CommandOutput(.exited(65), errors: Array(errors.utf8))
        let messages = try Self.answer("check_servers", ["urls": ["a"]], [output]).json["messages"]?.elements
        let texts = messages?.compactMap(\.text) ?? []
        #expect(texts.count == 8 && texts.first == "message 1" && texts.last == "message 20")
        #expect(texts.contains("… 13 more"))
    }

    @Test func outputThatIsNotReadIsAnError() throws {
        let output = CommandOutput(.exited(0), output: Array("nonsense".utf8))
        for (tool, arguments) in [
            ("explain_url", ["urls": ["a"]]), ("report_recording", ["recordings": ["r"]]),
        ] as [(String, JSONValue)] {
            let answer = try Self.answer(tool, arguments, [output])
            #expect(answer.isError && answer.json["status"] == 70 && answer.json["messages"] != nil)
        }
    }

    @Test func aFailureMayHaveAMeaningOfItsOwn() throws {
        let output = CommandOutput.failed(64, because: "why", meaning: "There is no proxy to stop.")
        #expect(try Self.answer("stop_proxy", [:], [output]).json["meaning"] == "There is no proxy to stop.")
    }

    @Test func rowsOfAConsoleAreChosenByHost() throws {
        let status = CommandOutput(.exited(0), output: Array(#"{"version":"1","counts":{"loads":2},"now":"x"}"#.utf8))
        let rows = CommandOutput(
            .exited(0),
            output: Array(
                #"{"rows":[{"id":"1","host":"a","word":"Blocked"},{"id":"2","host":"b","word":"Allowed"}]}"#.utf8))
        let all = try Self.answer("running_proxy", [:], [status, rows]).json
        #expect(all["total"] == 2 && all["summary"] == ["version": "1", "counts": ["loads": 2]])
        let some = try Self.answer("running_proxy", ["host": ["b"]], [status, rows]).json
        #expect(some["total"] == 1 && some["results"]?.elements?.first?["id"] == "2")
        let none = try Self.answer("running_proxy", ["host": ["c"]], [status, rows]).json
        #expect(none["total"] == 0 && none["messages"]?.elements?.count == 1)
        let row = CommandOutput(.exited(0), output: Array(#"{"id":"1","host":"a","certificates":[1]}"#.utf8))
        let one = try Self.answer("running_proxy", ["row": "1"], [row]).json
        #expect(one["results"]?.elements?.first?["certificates"] == [1])
    }

    @Test func listsOfAReportAreChosen() throws {
        let report = CommandOutput(
            .exited(1),
            output: Array(
                #"{"outcome":"1 violation","findings":[{"host":"a","finding":{"rule":"cleartext","status":1}}],"hosts":[{"host":"b"},{"host":"c"}]}"#
                    .utf8))
        let findings = try Self.answer("report_recording", ["recordings": ["r"]], [report]).json
        #expect(findings["results"] == [["host": "a", "finding": ["rule": "cleartext"]]])
        #expect(findings["summary"] == ["outcome": "1 violation"])
        let hosts = try Self.answer("report_recording", ["recordings": ["r"], "list": "hosts"], [report]).json
        #expect(hosts["total"] == 2)
    }
}

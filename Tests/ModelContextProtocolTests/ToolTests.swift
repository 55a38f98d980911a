import Testing

@testable import ModelContextProtocol

@Suite struct ToolTests {
    static let tools = Tool.all(allowingServe: true)

    @Test func namesAreUniqueAndUsableByEveryClient() {
        #expect(Set(Self.tools.map(\.name)).count == Self.tools.count)
        for tool in Self.tools {
            #expect(tool.name.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil && tool.name.count <= 32)
            #expect(Set(tool.parameters.map(\.name)).count == tool.parameters.count, "\(tool.name)")
            #expect(tool.description.hasSuffix(".") && !tool.title.isEmpty, "\(tool.name)")
            #expect(tool.json["inputSchema"]?["type"] == "object")
            #expect(tool.json["inputSchema"]?["additionalProperties"] == false)
        }
    }

    @Test func onlyThePermissionToServeOffersToolsThatChangeSomething() {
        let reading = Tool.all(allowingServe: false)
        #expect(reading.allSatisfy { $0.isReadOnly })
        #expect(Set(Self.tools.map(\.name)).subtracting(reading.map(\.name)) == ["start_proxy", "stop_proxy"])
        #expect(Self.tools.filter { !$0.isReadOnly }.map(\.name) == ["start_proxy", "stop_proxy"])
    }

    @Test(
        arguments: [
            (
                "check_servers", ["urls": ["-x", "--format=text"], "os": "--help", "ca_file": ["a b", "--"]],
                [
                    [
                        "check", "--format", "json", "--os=--help", "--ca-file=a b", "--ca-file=--", "--", "-x",
                        "--format=text",
                    ]
                ]
            ),
            (
                "lint_policy", ["paths": ["$(id)"], "limit": 3],
                [
                    ["policy", "lint", "--format", "json", "--", "$(id)"], ["policy", "lint", "--fix", "--", "$(id)"],
                ]
            ),
            (
                "report_recording",
                ["recordings": ["e.jsonl"], "host": ["a.example"], "list": "hosts", "detail": "full"],
                [["report", "--format", "json", "--host=a.example", "--", "e.jsonl"]]
            ),
        ] as [(String, JSONValue, [[String]])])
    func valuesAreNeverTakenForOptions(name: String, arguments: JSONValue, commands: [[String]]) throws {
        let tool = try #require(Self.tools.first { $0.name == name })
        let call = ToolCall(tool: tool, arguments: try ToolArguments(arguments, of: tool))
        guard case .commands(let found, _) = call.work else {
            Issue.record("\(name) runs no command")
            return
        }
        #expect(found == commands)
    }

    /// The value `-` would make a command wait for its standard input, to which nothing is written.
    @Test func standardInputIsRefusedAsAValue() throws {
        let tool = try #require(Self.tools.first { $0.name == "lint_policy" })
        #expect(throws: ToolArguments.Fault.self) { try ToolArguments(["paths": ["a", "-"]], of: tool) }
    }

    @Test func theTextsOfACallHaveALimitTogether() throws {
        let tool = try #require(Self.tools.first { $0.name == "report_recording" })
        let many = JSONValue.array(Array(repeating: .string(String(repeating: "x", count: 8000)), count: 100))
        #expect(throws: Never.self) { try ToolArguments(["recordings": many], of: tool) }
        #expect(throws: ToolArguments.Fault.self) { try ToolArguments(["recordings": many, "app": many], of: tool) }
    }

    @Test func thePathsOfACallAreKnown() throws {
        let tool = try #require(Self.tools.first { $0.name == "report_recording" })
        let arguments: JSONValue = ["recordings": ["r"], "policy": "p", "ca_file": ["c"], "host": ["h"], "os": "ios18"]
        let call = ToolCall(tool: tool, arguments: try ToolArguments(arguments, of: tool))
        #expect(Set(call.paths) == ["r", "p", "c"])
    }

    @Test(arguments: [
        ("http://127.0.0.1:8090/?token=a-B_9", "127.0.0.1"), ("http://localhost:1/?token=x", "127.0.0.1"),
        ("http://[::1]:65535/?token=x", "::1"),
    ])
    func consolesOfThisMachineAreAsked(text: String, host: String) throws {
        let address = try #require(ConsoleAddress(text))
        #expect(address.address.description == host)
        #expect(address.request("/rows").hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [
        "http://192.0.2.1:8090/?token=a", "https://127.0.0.1:8090/?token=a", "http://127.0.0.1:8090/",
        "http://127.0.0.1:0/?token=a", "http://127.0.0.1:99999/?token=a", "http://example.com:80/?token=a",
        "http://127.0.0.1:8090/?token=a\r\nX: y", "http://127.0.0.1:8090/?token=a b", "",
    ])
    func otherAddressesAreRefused(text: String) {
        #expect(ConsoleAddress(text) == nil)
    }
}

import ArgumentParser
import ModelContextProtocol
import Testing

@testable import atsproxy

/// The command lines that the tools make are those that the program reads.
@Suite struct ToolCommandTests {
    /// A call of each tool with all of its arguments that a command sees.
    static let calls: [(tool: String, arguments: String)] = {
        let judged = #""policy":"a.plist","os":"ios18.4","ca_file":["a.pem","b.pem"]"#
        let app = #""linked_sdk":"ios18","api":"WebView""#
        let loads = #""recordings":["a","-b"],"app":["A"],"host":["a.example"],"since":"7d""#
        return [
            ("explain_url", #"{"urls":["a.example","-b"],"policy":"a.plist","os":"ios18.4",\#(app)}"#),
            ("lint_policy", #"{"paths":["a","--help"],"os":"ios18.4"}"#),
            ("diff_policies", #"{"policies":["a","-b"],"os":"ios18.4","api":"none"}"#),
            ("explain_error", #"{"text":"-1022","recordings":["a"],"host":["a.example"]}"#),
            ("check_servers", #"{"urls":["a"],\#(judged),\#(app),"resolve":["a:443:127.0.0.1"]}"#),
            ("report_recording", #"{\#(loads),\#(judged),"list":"hosts"}"#),
            ("advise_recording", #"{\#(loads),\#(judged)}"#),
            ("start_proxy", #"{\#(judged),"linked_sdk":"ios18","resolve":["a:443:127.0.0.1"],"mode":"observe"}"#),
        ]
    }()

    @Test(arguments: calls)
    func theProgramReadsWhatAToolMakes(call: (tool: String, arguments: String)) throws {
        for command in try Self.commands(of: call) {
            #expect(throws: Never.self, "\(command)") { _ = try ATSProxy.parseAsRoot(command) }
        }
    }

    @Test func eachToolWithACommandIsTried() {
        let without: Set = ["running_proxy", "stop_proxy"]
        #expect(Set(Self.calls.map(\.tool)) == Set(Tool.all(allowingServe: true).map(\.name)).subtracting(without))
        for call in Self.calls {
            let tool = Tool.all(allowingServe: true).first { $0.name == call.tool }
            for parameter in tool?.parameters ?? [] where parameter.use != .answer {
                #expect(
                    call.arguments.contains("\"\(parameter.name)\":"), "\(call.tool) is tried without \(parameter.name)"
                )
            }
        }
    }

    private static func commands(of call: (tool: String, arguments: String)) throws -> [[String]] {
        var session = ToolSession(offering: Tool.all(allowingServe: true), serverVersion: "1")
        let lines = [
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(call.tool)","arguments":\#(call.arguments)}}"#,
        ]
        let commands = lines.flatMap { session.receive(.text(Array($0.utf8))) }
        guard case .run(_, let open)? = commands.last else {
            Issue.record("the arguments of \(call.tool) are refused: \(commands)")
            return []
        }
        switch open.work {
        case .commands(let commands, _): return commands
        case .startProxy(let command): return [command + ["--events", "a.jsonl"]]
        case .console, .stopProxy: return []
        }
    }
}

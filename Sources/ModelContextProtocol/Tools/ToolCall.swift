/// A call of a tool with checked arguments.
public struct ToolCall: Hashable, Sendable {
    /// The tool.
    package var tool: Tool
    /// The arguments.
    package var arguments: ToolArguments

    /// The paths of the files that the call names.
    package var paths: [String] { arguments.paths }

    /// The work of the program for a call.
    public enum Work: Hashable, Sendable {
        /// Run the program with each of these lists of arguments, until one fails. Each has a time limit.
        case commands([[String]], seconds: Int)
        /// Ask a console: that of the given address or, if there is none, that of the started proxy.
        case console(address: String?, row: String?)
        /// Start the program with these arguments as a proxy.
        case startProxy([String])
        case stopProxy
    }

    /// The work of the call.
    public var work: Work {
        switch tool.task {
        case .commands(let commands, let seconds):
            return .commands(commands.map(arguments.commandLine), seconds: seconds)
        case .console: return .console(address: arguments.texts("console").first, row: arguments.texts("row").first)
        case .startProxy(let words): return .startProxy(arguments.commandLine(words))
        case .stopProxy: return .stopProxy
        }
    }
}

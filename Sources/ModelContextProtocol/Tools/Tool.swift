/// A tool that the server offers to clients. Most tools run commands of this program, and answer with parts of the JSON
/// that these print.
public struct Tool: Hashable, Sendable {
    /// The name by which a client calls the tool.
    package var name: String
    /// The name for people.
    package var title: String
    /// The description for the client.
    package var description: String
    /// The parameters of a call.
    package var parameters: [Parameter]
    /// The task of the tool.
    package var task: Task
    /// The form of the answer.
    package var answer: AnswerForm
    /// Whether a call changes nothing outside the server.
    package var isReadOnly = true
    /// Whether a call reaches servers of the network.
    package var reachesNetwork = false

    /// The task of a tool, before the arguments of a call are added (`ToolCall.Work`).
    package enum Task: Hashable, Sendable {
        /// Commands of the program, which run one after the other. Each has the same options and arguments behind
        /// its own words.
        case commands([[String]], seconds: Int)
        /// A question to the console of a running proxy.
        case console
        /// The start of a proxy with these words and the options of the call.
        case startProxy([String])
        /// The end of the started proxy.
        case stopProxy
    }

    /// The entry of the tool in the list of tools.
    var json: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": inputSchema, "outputSchema": AnswerForm.schema,
            "annotations": [
                "title": .string(title), "readOnlyHint": .boolean(isReadOnly), "destructiveHint": false,
                "idempotentHint": .boolean(isReadOnly), "openWorldHint": .boolean(reachesNetwork),
            ],
        ]
    }

    private var inputSchema: JSONValue {
        let properties = parameters.map { JSONValue.Member(name: $0.name, value: $0.schema) }
        return [
            "type": "object", "properties": .object(properties),
            "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
            "additionalProperties": false,
        ]
    }
}

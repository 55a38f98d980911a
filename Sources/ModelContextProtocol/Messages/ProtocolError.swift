/// An error of the protocol (JSON-RPC 2.0 §5.1). An error of a tool is a result instead.
package struct ProtocolError: Error, Hashable, Sendable {
    /// The number of the error.
    package var code: Int64
    /// A sentence on the error.
    package var sentence: String
    /// Further values; nil if there are none.
    package var data: JSONValue?

    static func malformed(_ sentence: String) -> ProtocolError { ProtocolError(code: -32700, sentence: sentence) }
    static func invalidRequest(_ sentence: String) -> ProtocolError { ProtocolError(code: -32600, sentence: sentence) }
    static func invalidParameters(_ sentence: String) -> ProtocolError {
        ProtocolError(code: -32602, sentence: sentence)
    }

    static func unknownMethod(_ method: String) -> ProtocolError {
        ProtocolError(code: -32601, sentence: "There is no method \(method.cut(toBytes: 100)).")
    }

    /// The error for a revision that the server does not speak (revision 2026-07-28).
    static func unsupportedRevision(_ requested: String, speaks supported: [Revision]) -> ProtocolError {
        ProtocolError(
            code: -32022, sentence: "Unsupported protocol version",
            data: [
                "supported": .array(supported.map { .string($0.rawValue) }),
                "requested": .string(requested.cut(toBytes: 100)),
            ])
    }

    /// The member `error` of an answer.
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "code", value: .integer(code)), .init(name: "message", value: .string(sentence)),
        ]
        if let data { members.append(.init(name: "data", value: data)) }
        return .object(members)
    }
}

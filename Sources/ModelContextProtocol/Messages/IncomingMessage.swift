/// A message of a client (JSON-RPC 2.0 §4), such as `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`.
enum IncomingMessage: Hashable {
    case request(id: JSONValue, method: String, parameters: JSONValue)
    case notification(method: String, parameters: JSONValue)
    /// An answer to a request of the server, which sends none.
    case response
    /// A malformed message, with the identifier for the answer that tells the error.
    case invalid(id: JSONValue, ProtocolError)

    init(_ value: JSONValue) {
        let id = value["id"]
        guard value["jsonrpc"] == "2.0" else {
            self = .invalid(id: Self.usable(id), .invalidRequest("A message is an object with \"jsonrpc\": \"2.0\"."))
            return
        }
        guard let method = value["method"]?.text else {
            let isResponse = value["result"] != nil || value["error"] != nil
            self =
                isResponse && value["method"] == nil
                ? .response : .invalid(id: Self.usable(id), .invalidRequest("A request names its method in a string."))
            return
        }
        let parameters = value["params"] ?? .object([])
        guard let id else {
            self = .notification(method: method, parameters: parameters)
            return
        }
        guard Self.usable(id) != .null else {
            self = .invalid(id: .null, .invalidRequest("The id of a request is a string or a whole number."))
            return
        }
        guard case .object = parameters else {
            self = .invalid(id: id, .invalidParameters("params is an object."))
            return
        }
        self = .request(id: id, method: method, parameters: parameters)
    }

    /// The longest identifier in bytes. Each answer repeats the identifier.
    static let longestIdentifier = 1024

    /// The identifier, if it is a text or number that an answer can repeat; else null.
    static func usable(_ id: JSONValue?) -> JSONValue {
        switch id {
        case .string(let text)? where text.utf8.count <= longestIdentifier: return .string(text)
        case .integer(let number)?: return .integer(number)
        case .string, .null, .boolean, .number, .array, .object, nil: return .null
        }
    }
}

/// An error of the protocol (JSON-RPC 2.0 §5.1). A tool that fails gives a result instead.
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

/// A message of a client (JSON-RPC 2.0 §4).
enum IncomingMessage: Hashable {
    case request(id: JSONValue, method: String, parameters: JSONValue)
    case notification(method: String, parameters: JSONValue)
    /// An answer to a request of the server, which sends none.
    case response
    /// A message that is none of these, with the identifier to which the error belongs.
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

    /// The identifier, if an answer can carry it; else null.
    static func usable(_ id: JSONValue?) -> JSONValue {
        switch id {
        case .string(let text)? where text.utf8.count <= longestIdentifier: return .string(text)
        case .integer(let number)?: return .integer(number)
        case .string, .null, .boolean, .number, .array, .object, nil: return .null
        }
    }
}

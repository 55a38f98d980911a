/// A request to the API of the console that `AccessControl` has permitted, with its path and query decoded.
public struct ConsoleRequest: Hashable, Sendable {
    /// The method.
    public var method: Method
    /// The segments of the path behind `/api/v1/`, percent-decoded, such as `["rows", "r17"]`.
    public var path: [String]
    /// The members of the query, percent-decoded, in their order.
    public var query: [QueryMember]
    /// The body, empty for `get`.
    public var body: [UInt8]

    /// Methods of the API. `HEAD` is a `get` whose body is not sent.
    public enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// A name and a value in a query.
    public struct QueryMember: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value; empty if there was none.
        public var value: String

        /// Creates a member.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a request.
    public init(_ method: Method, _ path: [String], query: [QueryMember] = [], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }

    /// The value of the first member of the query with a name; nil if there is none.
    public func first(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

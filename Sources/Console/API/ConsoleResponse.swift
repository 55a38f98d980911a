import JSONWriting

/// The response to a request of the console.
public struct ConsoleResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// Further fields. Their names and values are written by this program, or contain no more than printable ASCII:
    /// others are left out.
    public var fields: [Field]
    /// The body.
    public var body: [UInt8]

    /// A field of the head.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a response.
    public init(status: Int = 200, contentType: String, fields: [Field] = [], body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.fields = fields
        self.body = body
    }

    /// Creates a response with JSON.
    public static func json(_ value: some JSONWritable, status: Int = 200) -> ConsoleResponse {
        var json = JSONWriter()
        value.write(to: &json)
        return ConsoleResponse(status: status, contentType: "application/json", body: json.bytes)
    }

    /// Creates a response that a browser saves in a file of that name. Characters of the name that a quoted string
    /// cannot have become `_`.
    public static func attachment(_ name: String, contentType: String, _ body: [UInt8]) -> ConsoleResponse {
        let safe = String(
            name.unicodeScalars.map { scalar -> Character in
                let isPlain =
                    scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
                    && !"\"\\/;".unicodeScalars.contains(scalar)
                return isPlain ? Character(scalar) : "_"
            })
        return ConsoleResponse(
            contentType: contentType,
            fields: [Field("Content-Disposition", "attachment; filename=\"\(safe)\"")], body: body)
    }

    /// Creates a response to a method that an address does not take. The methods are those that it takes.
    public static func methodNotAllowed(_ allowed: [String]) -> ConsoleResponse {
        let names = allowed.joined(separator: ", ")
        var response = problem(ConsoleProblem(405, "Method not allowed", "This address takes \(names)."))
        response.fields.append(Field("Allow", names))
        return response
    }

    /// Creates a response that says why a request was refused.
    public static func problem(_ problem: ConsoleProblem) -> ConsoleResponse {
        var response = json(problem, status: problem.status)
        response.contentType = "application/problem+json"
        return response
    }
}

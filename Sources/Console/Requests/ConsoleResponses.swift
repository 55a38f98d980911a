import HTTPServer
import JSONWriting

/// The responses of the console, by the kind of their content.
extension ServerResponse {
    /// Creates a response with JSON.
    public static func json(_ value: some JSONWritable, status: Int = 200) -> ServerResponse {
        var json = JSONWriter()
        value.write(to: &json)
        return ServerResponse(status: status, contentType: "application/json", body: json.bytes)
    }

    /// Creates a response that a browser saves in a file of that name. Characters of the name that a quoted string
    /// cannot have become `_`.
    public static func attachment(_ name: String, contentType: String, _ body: [UInt8]) -> ServerResponse {
        let safeName = String(
            name.unicodeScalars.map { scalar -> Character in
                let isPlain =
                    scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
                    && !"\"\\/;".unicodeScalars.contains(scalar)
                return isPlain ? Character(scalar) : "_"
            })
        return ServerResponse(
            contentType: contentType,
            fields: [Field("Content-Disposition", "attachment; filename=\"\(safeName)\"")], body: body)
    }

    /// Creates the response to a method that the address does not accept. `allowed` has the methods that it accepts.
    public static func methodNotAllowed(_ allowed: [String]) -> ServerResponse {
        let names = allowed.joined(separator: ", ")
        var response = problem(ConsoleProblem(405, title: "Method not allowed", detail: "This address takes \(names)."))
        response.fields.append(Field("Allow", names))
        return response
    }

    /// Creates a response that says why a request was refused.
    public static func problem(_ problem: ConsoleProblem) -> ServerResponse {
        var response = json(problem, status: problem.status)
        response.contentType = "application/problem+json"
        if let seconds = problem.retryAfter { response.fields.append(Field("Retry-After", String(seconds))) }
        return response
    }
}

extension ServerResponse {
    /// The fields of every response of the console. Under these, the page runs and loads only its own files, and no
    /// other page can frame or read it.
    static let securityFields: [Field] = [
        Field(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"),
        Field("X-Content-Type-Options", "nosniff"),
        Field("X-Frame-Options", "DENY"),
        Field("Referrer-Policy", "no-referrer"),
        Field("Cross-Origin-Opener-Policy", "same-origin"),
        Field("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// The beginning of a stream of events, which ends with the connection.
    static var eventStreamHead: [UInt8] {
        let response = ServerResponse(
            contentType: "text/event-stream", fields: [.init("Cache-Control", "no-store")], body: [])
        return response.streamHead(with: securityFields)
    }
}

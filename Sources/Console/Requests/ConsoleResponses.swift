import HTTPServer
import JSONWriting

/// The kinds of responses of the console: JSON, files to save, refusals and the stream of events.
extension ServerResponse {
    /// Creates a response with JSON.
    public static func json(_ value: some JSONWritable, status: Int = 200) -> ServerResponse {
        var json = JSONWriter()
        value.write(to: &json)
        return ServerResponse(status: status, contentType: "application/json", body: json.bytes)
    }

    /// Creates a response that a browser saves in a file of that name. Characters that are not allowed in file names or
    /// in the field are replaced with `_`.
    public static func attachment(_ name: String, contentType: String, content: [UInt8]) -> ServerResponse {
        let safeName = String(name.unicodeScalars.map { isSafeInFileName($0) ? Character($0) : "_" })
        return ServerResponse(
            contentType: contentType,
            fields: [Field("Content-Disposition", "attachment; filename=\"\(safeName)\"")], body: content)
    }

    /// Whether a character is visible ASCII and does not end a quoted string, a parameter or a part of a path.
    private static func isSafeInFileName(_ scalar: Unicode.Scalar) -> Bool {
        (0x21...0x7E).contains(scalar.value) && !["\"", "\\", "/", ";"].contains(scalar)
    }

    /// Creates the response to a method that the address does not accept.
    ///
    /// - Parameter allowed: The methods that the address accepts.
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
    /// The fields of every response of the console. With these fields, a browser lets the page run and load only its
    /// own files, and lets no other page frame or read it.
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

    /// The head of the response that is a stream of server-sent events. The stream ends with the connection.
    static var eventStreamHead: [UInt8] {
        let response = ServerResponse(
            contentType: "text/event-stream", fields: [.init("Cache-Control", "no-store")], body: [])
        return response.streamHead(with: securityFields)
    }
}

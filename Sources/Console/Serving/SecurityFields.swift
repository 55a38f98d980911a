import HTTPServer

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

extension ConsoleResponse {
    /// The whole response as it is sent.
    func bytes(isHead: Bool, closes: Bool) -> [UInt8] {
        var text = head(closes: closes)
        if status != 304 { text += "Content-Length: \(body.count)\r\n".utf8 }
        text += "\r\n".utf8
        if !isHead, status != 304 { text += body }
        return text
    }

    /// The beginning of a stream of events, which ends with the connection.
    static var streamHead: [UInt8] {
        let response = ConsoleResponse(
            contentType: "text/event-stream", fields: [.init("Cache-Control", "no-store")], body: [])
        return response.head(closes: true) + "\r\n".utf8
    }

    /// The status line and the fields, without the empty line behind them.
    private func head(closes: Bool) -> [UInt8] {
        var text = Array("HTTP/1.1 \(status) \(Self.reason(status))\r\n".utf8)
        var lines = [Field("Content-Type", contentType)] + fields + Self.securityFields
        if !fields.contains(where: { $0.name == "Cache-Control" }) { lines.append(Field("Cache-Control", "no-store")) }
        if closes { lines.append(Field("Connection", "close")) }
        for field in lines where field.value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            text += "\(field.name): \(field.value)\r\n".utf8
        }
        return text
    }

    /// The page runs no script and loads nothing but its own files, and no other page can frame or read it.
    private static let securityFields: [Field] = [
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

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: return "OK"
        case 201: return "Created"
        case 303: return "See Other"
        case 304: return "Not Modified"
        case 400: return "Bad Request"
        case 401: return "Unauthorized"
        case 403: return "Forbidden"
        case 404: return "Not Found"
        case 405: return "Method Not Allowed"
        case 408: return "Request Timeout"
        case 409: return "Conflict"
        case 413: return "Content Too Large"
        case 414: return "URI Too Long"
        case 415: return "Unsupported Media Type"
        case 421: return "Misdirected Request"
        case 422: return "Unprocessable Content"
        case 431: return "Request Header Fields Too Large"
        case 500: return "Internal Server Error"
        case 503: return "Service Unavailable"
        case _: return ""
        }
    }
}

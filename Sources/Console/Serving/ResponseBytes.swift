import ForwardProxy

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
        var text = Array("HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n".utf8)
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
}

import HTTP

extension ServerResponse {
    /// The complete response in the form of HTTP/1.1.
    ///
    /// - Parameters:
    ///   - common: The fields of all responses of the server.
    ///   - isHead: Whether the request has the method HEAD, whose response has no body.
    ///   - closes: Whether the connection closes after the response.
    func bytes(with common: [Field], isHead: Bool, closes: Bool) -> [UInt8] {
        var text = head(with: common, closes: closes)
        if status != 304 { text += "Content-Length: \(body.count)\r\n".utf8 }
        text += "\r\n".utf8
        if !isHead, status != 304 { text += body }
        return text
    }

    /// The head of a response of unknown length, which ends when the connection is closed.
    public func streamHead(with common: [Field]) -> [UInt8] {
        head(with: common, closes: true) + "\r\n".utf8
    }

    /// The status line and the fields, without the empty line after them.
    private func head(with common: [Field], closes: Bool) -> [UInt8] {
        var text = Array("HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n".utf8)
        var lines = [Field("Content-Type", contentType)] + fields + common
        if !fields.contains(where: { $0.name == "Cache-Control" }) { lines.append(Field("Cache-Control", "no-store")) }
        if closes { lines.append(Field("Connection", "close")) }
        for field in lines where field.value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            text += "\(field.name): \(field.value)\r\n".utf8
        }
        return text
    }
}

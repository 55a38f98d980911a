import HTTP

/// A response of one of this program's servers, such as the console.
public struct ServerResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// Further fields. A field whose value has other characters than printable ASCII is left out.
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
}

extension ServerResponse {
    /// The complete response as a message of HTTP/1.1.
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

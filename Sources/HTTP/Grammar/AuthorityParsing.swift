import InternetNames
import TransportSecurity

extension Authority {
    /// Reads `uri-host [ ":" port ]` (RFC 3986 §3.2, without user information). `nil` if the text is not of this form,
    /// or if it has no port and there is no default.
    public init?(parsing text: ArraySlice<UInt8>, defaultPort: UInt16?) {
        guard let (host, rest) = Self.host(text), let port = Self.port(rest, default: defaultPort) else { return nil }
        self.init(host: host, port: port)
    }

    /// The host at the beginning of a text, and the text behind it.
    private static func host(_ text: ArraySlice<UInt8>) -> (host: Host, rest: ArraySlice<UInt8>)? {
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            // IPvFuture is refused, and so is a zone (RFC 6874), which has a meaning on the client's machine only.
            guard let address = IPAddress(text[(text.startIndex + 1)..<end].text), case .v6 = address else {
                return nil
            }
            return (.address(address), text[(end + 1)...])
        }
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let rest = text[name.endIndex...]
        if let host = Host(finalName: name) { return (host, rest) }
        // A name has at most 253 octets and a trailing dot. A name beyond ASCII is refused: a URL has A-labels instead
        // (RFC 3986 §3.2.2), and recipients read UTF-8 in different ways.
        guard !name.isEmpty, name.count <= 254, name.allSatisfy({ $0 < 0x80 }), let host = Host(name.text) else {
            return nil
        }
        return (host, rest)
    }

    /// The port in a text such as `:443`; the default one for an empty text and for `:`.
    private static func port(_ text: ArraySlice<UInt8>, default defaultPort: UInt16?) -> UInt16? {
        guard let colon = text.first else { return defaultPort }
        guard colon == UInt8(ascii: ":") else { return nil }
        let digits = text.dropFirst()
        // RFC 3986 §3.2.3: the port may be empty.
        guard !digits.isEmpty else { return defaultPort }
        guard digits.count <= 5 else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            value = value * 10 + UInt32(digit - UInt8(ascii: "0"))
        }
        return value == 0 ? nil : UInt16(exactly: value)
    }
}

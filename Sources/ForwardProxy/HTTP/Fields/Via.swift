import InternetNames

/// The Via field that this proxy adds to forwarded messages (RFC 9110 §7.6.3).
enum Via {
    /// The name by which the proxy calls itself, here and in Proxy-Status: no host name, which would tell origins
    /// about the network that the proxy stands in.
    static let pseudonym = "atsproxy"

    /// Appends the field for a message that came in that version.
    static func append(received version: HTTPVersion, to head: inout [UInt8]) {
        switch version {
        case .http1_0: head.append(ascii: "Via: 1.0 atsproxy\r\n")
        case .http1_1: head.append(ascii: "Via: 1.1 atsproxy\r\n")
        }
    }

    /// Appends the field for a message to an upstream proxy, with the mark of this process as its comment. All proxies
    /// of this kind have one pseudonym, which does not tell a loop from a chain.
    static func appendMarked(received version: HTTPVersion, to head: inout [UInt8]) {
        head.append(ascii: version == .http1_0 ? "Via: 1.0 atsproxy (" : "Via: 1.1 atsproxy (")
        head.append(contentsOf: mark)
        head.append(ascii: ")\r\n")
    }

    /// The values of all Via fields in one list; nil if there are none, as in nearly all messages.
    static func values(in fields: Fields) -> ByteString? {
        guard fields.has(.via) else { return nil }
        var values: [UInt8] = []
        fields.forEachMember(of: .via) { member in
            if !values.isEmpty { values.append(ascii: ", ") }
            values.append(contentsOf: member)
        }
        return ByteString(values[...])
    }

    /// Whether a message has passed this process before (RFC 9110 §7.6.3).
    static func isMarked(_ fields: Fields) -> Bool {
        var isMarked = false
        fields.forEachMember(of: .via) { member in
            guard member.count >= mark.count, let start = member.firstIndex(of: UInt8(ascii: "(")) else { return }
            let comment = member[(start + 1)...]
            if comment.count == mark.count + 1, comment.starts(with: mark) { isMarked = true }
        }
        return isMarked
    }

    /// Sixteen random hexadecimal digits, which tell nothing about this machine.
    static let mark: [UInt8] = {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return Array((String(repeating: "0", count: 16 - digits.utf8.count) + digits).utf8)
    }()
}

/// A domain name as DNS and certificates spell it: lower-case ASCII, with A-labels for international names (RFC 5890
/// §2.3.2.1).
///
/// Names beyond ASCII are refused. Requests carry none (RFC 3986 §3.2.2), and `InternationalNames` maps names that
/// people write.
struct DomainName: Hashable {
    /// The name, with its trailing dot if there is one.
    let text: String

    /// Creates a name; nil if it is not valid.  A valid name has no empty label, no label of more than 63 bytes and at
    /// most 253 bytes without a trailing dot (RFC 1035 §2.3.4). The characters are ASCII letters, digits, hyphens and
    /// underscores; service names have underscores (RFC 8552).
    init?(_ text: String) {
        if Self.isFinal(text.utf8) {
            self.text = text
            return
        }
        // ASCII is checked first, since two letters beyond ASCII have a lower-case form in ASCII.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let lowercase = text.lowercased()
        guard Self.isFinal((lowercase.hasSuffix(".") ? lowercase.dropLast() : lowercase[...]).utf8) else { return nil }
        self.text = lowercase
    }

    /// Whether the text is a valid name in lower case without a trailing dot. A fast check for the usual case: `false`
    /// does not mean that the name is invalid.
    static func isFinal(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 253 else { return false }
        var labelLength = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                labelLength += 1
                guard labelLength <= 63 else { return false }
            case UInt8(ascii: ".") where labelLength > 0:
                labelLength = 0
            case _:
                return false
            }
        }
        return labelLength > 0
    }
}

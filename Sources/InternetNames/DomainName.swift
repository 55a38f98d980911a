/// A domain name as DNS and certificates spell it: ASCII in lower case, with A-labels (RFC 5890 §2.3.2.1) where it is
/// international.
///
/// Any other name is refused here. A request carries none (RFC 3986 §3.2.2), and what people write is mapped by
/// `InternationalNames` before.
struct DomainName: Hashable {
    /// The name; a trailing dot stays.
    let text: String

    /// Reads a name; nil where it has an empty label, a label of more than 63 bytes, more than 253 bytes without a
    /// trailing dot (RFC 1035 §2.3.4), or anything but letters, digits and hyphens of ASCII and the underscore, which
    /// service names have (RFC 8552) and clients look up.
    init?(_ text: String) {
        if Self.isFinal(text.utf8) {
            self.text = text
            return
        }
        // Two letters beyond ASCII would become letters of ASCII in lower case.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let lowercase = text.lowercased()
        guard Self.isFinal((lowercase.hasSuffix(".") ? lowercase.dropLast() : lowercase[...]).utf8) else { return nil }
        self.text = lowercase
    }

    /// Whether the text is a name in its final spelling already, as nearly every name is that a client sends. False says
    /// nothing.
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

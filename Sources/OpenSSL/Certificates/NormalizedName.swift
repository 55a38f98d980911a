import COpenSSL

/// A distinguished name in the form in which Apple's evaluator compares names (SecCertificate.c,
/// `createNormalizedX501Name`).
///
/// The types of strings count. Only `PrintableString` is folded to upper case, with white space at both ends removed and
/// inner white space as one space. All other bytes must be equal; RFC 5280 §7.1 and OpenSSL would fold UTF-8 as well.
enum NormalizedName {
    private static let printableString: UInt8 = 0x13
    private static let sequence: UInt8 = 0x30
    private static let set: UInt8 = 0x31

    /// The normalized name; the name's own DER if it is malformed, which then equals only itself.
    static func bytes(of name: OpaquePointer?) -> [UInt8] {
        var start: UnsafePointer<UInt8>?
        var count = 0
        guard let name, X509_NAME_get0_der(name, &start, &count) == 1, let start else { return [] }
        let der = Array(UnsafeBufferPointer(start: start, count: count))
        return normalized(der) ?? der
    }

    private static func normalized(_ der: [UInt8]) -> [UInt8]? {
        guard let content = DERSequence.content(of: der[...], tag: sequence),
            let names = DERSequence.elements(of: content)
        else { return nil }
        var result: [UInt8] = []
        for name in names {
            guard name.tag == set, let attributes = DERSequence.elements(of: name.content) else { return nil }
            var inner: [UInt8] = []
            for attribute in attributes {
                guard attribute.tag == sequence, let parts = DERSequence.elements(of: attribute.content),
                    parts.count == 2
                else { return nil }
                inner += encoded(sequence, encoded(parts[0].tag, Array(parts[0].content)) + value(parts[1]))
            }
            result += encoded(set, inner)
        }
        return encoded(sequence, result)
    }

    private static func value(_ element: DERSequence.Element) -> [UInt8] {
        guard element.tag == printableString else { return encoded(element.tag, Array(element.content)) }
        let words = element.content.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let folded = words.joined(separator: [UInt8(ascii: " ")]).map { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
        }
        return encoded(printableString, folded)
    }

    /// A value with its tag and a length of four bytes, which is unambiguous.
    private static func encoded(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = UInt32(truncatingIfNeeded: content.count)
        return [tag] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + content
    }
}

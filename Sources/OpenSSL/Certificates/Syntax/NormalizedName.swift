import COpenSSL

/// A distinguished name in the form in which Apple's evaluator compares names (SecCertificate.c,
/// `createNormalizedX501Name`).
///
/// The types of strings count. Only `PrintableString` is folded to upper case, with white space at both ends removed
/// and inner white space as one space. All other bytes must be equal; RFC 5280 §7.1 and OpenSSL would fold UTF-8 as
/// well.
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

    /// The normalized subject of a certificate in DER (RFC 5280 §4.1), read without OpenSSL; nil if the certificate or
    /// the name has another form.
    static func subject(of certificate: [UInt8]) -> [UInt8]? {
        guard let content = DERSequence.content(of: certificate[...], tag: sequence),
            let toBeSigned = DERSequence.elements(of: content)?.first, toBeSigned.tag == sequence
        else { return nil }
        var fields = DERSequence(content: toBeSigned.content)
        // The version, which certificates of version 1 leave out, has a tag of its own.
        guard let first = fields.next(), first.tag != 0xA0 || fields.next() != nil else { return nil }
        // The signature algorithm, the issuer and the validity follow the serial number.
        for _ in 0..<3 where fields.next() == nil { return nil }
        guard let subject = fields.next(), subject.tag == sequence else { return nil }
        return normalized(content: subject.content)
    }

    private static func normalized(_ der: [UInt8]) -> [UInt8]? {
        DERSequence.content(of: der[...], tag: sequence).flatMap { normalized(content: $0) }
    }

    private static func normalized(content: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(2 * content.count)
        let isName = append(sequence, to: &result) { result in
            var names = DERSequence(content: content)
            while let name = names.next() {
                guard name.tag == set, append(set, to: &result, { append(attributes: name.content, to: &$0) }) else {
                    return false
                }
            }
            return !names.isMalformed
        }
        return isName ? result : nil
    }

    private static func append(attributes content: ArraySlice<UInt8>, to result: inout [UInt8]) -> Bool {
        var attributes = DERSequence(content: content)
        while let attribute = attributes.next() {
            var parts = DERSequence(content: attribute.content)
            guard attribute.tag == sequence, let type = parts.next(), let value = parts.next(), parts.rest.isEmpty
            else { return false }
            append(sequence, to: &result) { result in
                append(type.tag, to: &result) { $0 += type.content }
                append(value.tag, to: &result) { $0 += folded(value) }
            }
        }
        return !attributes.isMalformed
    }

    private static func folded(_ value: DERSequence.Element) -> ArraySlice<UInt8> {
        guard value.tag == printableString else { return value.content }
        let words = value.content.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let folded = words.joined(separator: CollectionOfOne(UInt8(ascii: " "))).map { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
        }
        return folded[...]
    }

    /// Appends a value with its tag and a length of four bytes, which is unambiguous. Returns the result of the
    /// closure.
    @discardableResult
    private static func append<Result>(
        _ tag: UInt8, to result: inout [UInt8], _ content: (inout [UInt8]) -> Result
    ) -> Result {
        result.append(tag)
        let start = result.count + 4
        result += repeatElement(0, count: 4)
        let returned = content(&result)
        let count = UInt32(truncatingIfNeeded: result.count - start)
        for index in 1...4 { result[start - index] = UInt8(truncatingIfNeeded: count >> (8 * (index - 1))) }
        return returned
    }
}

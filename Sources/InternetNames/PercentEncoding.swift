/// Decodes the octets of a URL or a form for which percent signs with two digits stand (RFC 3986 §2.1).
public struct PercentEncoding: Sendable {
    /// Whether a plus sign is a space.
    private var plusIsSpace = false
    /// Whether a percent sign without two digits stands for itself. Otherwise the text is malformed.
    private var keepsPercentSigns = false

    /// The encoding of paths.
    public static let path = PercentEncoding()
    /// The encoding of queries, in which a plus sign is a space.
    public static let query = PercentEncoding(plusIsSpace: true)
    /// The encoding of forms as browsers send them (WHATWG URL §5.1): that of queries, in which a percent sign without
    /// two digits stands for itself.
    public static let form = PercentEncoding(plusIsSpace: true, keepsPercentSigns: true)

    /// The text; nil if the encoding is malformed, or if the text is not UTF-8.
    public func decoded(_ text: ArraySlice<UInt8>) -> String? {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count)
        var remaining = text
        while let octet = remaining.popFirst() {
            guard octet == UInt8(ascii: "%") else {
                octets.append(plusIsSpace && octet == UInt8(ascii: "+") ? 0x20 : octet)
                continue
            }
            let digits = remaining.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if digits.count == 2 {
                octets.append(UInt8(digits[0] << 4 | digits[1]))
                remaining = remaining.dropFirst(2)
            } else {
                guard keepsPercentSigns else { return nil }
                octets.append(octet)
            }
        }
        return String(validating: octets, as: UTF8.self)
    }
}

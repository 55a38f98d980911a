/// The fields of a form that a browser sent as `application/x-www-form-urlencoded` (WHATWG URL §5.1), or of a query in
/// the same form.
package struct FormFields {
    /// The values of the fields, by name.
    private var values: [String: String] = [:]

    /// Reads the body of a request or a query; nil if a field comes twice, or if a name or a value is not UTF-8.
    package init?(_ body: [UInt8]) {
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let encodedName = pair.prefix { $0 != UInt8(ascii: "=") }
            let encodedValue = pair.dropFirst(encodedName.count + 1)
            guard let name = Self.decoded(encodedName), let value = Self.decoded(encodedValue), values[name] == nil
            else { return nil }
            values[name] = value
        }
    }

    /// The value of a field; nil if it was not sent or is empty. Browsers send an empty value for a text field that was
    /// not filled.
    package subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The text that percent-encoded octets stand for; nil if it is not UTF-8. A percent sign without two digits stands
    /// for itself, and a plus sign for a space.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count)
        var remaining = text
        while let octet = remaining.popFirst() {
            let digits = remaining.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if octet == UInt8(ascii: "%"), digits.count == 2 {
                octets.append(UInt8(digits[0] << 4 | digits[1]))
                remaining = remaining.dropFirst(2)
            } else {
                octets.append(octet == UInt8(ascii: "+") ? 0x20 : octet)
            }
        }
        return String(validating: octets, as: UTF8.self)
    }
}

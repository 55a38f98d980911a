import InternetNames

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
            guard let name = PercentEncoding.form.decoded(encodedName),
                let value = PercentEncoding.form.decoded(encodedValue), values[name] == nil
            else { return nil }
            values[name] = value
        }
    }

    /// The value of a field; nil if it was not sent or is empty. Browsers send an empty value for a text field that was
    /// not filled.
    package subscript(name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

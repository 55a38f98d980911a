import COpenSSL

/// Distinguished names in readable form.
enum DistinguishedName {
    /// The largest number of characters. A longer name is truncated and ends in `…`; a certificate may have a name of a
    /// hundred kilobytes.
    private static let maximumScalars = 1000

    /// The name in the form of RFC 4514, in UTF-8. Characters that a terminal or a log could interpret are escaped as
    /// `\` and hexadecimal digits.
    static func text(of name: OpaquePointer?) -> String {
        guard let name, let output = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(output) }
        guard shim_X509_NAME_print_rfc4514(output, name) >= 0 else { return "(a name that cannot be read)" }
        return escaped(String(decoding: contents(of: output), as: UTF8.self))
    }

    /// Escapes invisible characters and direction marks. OpenSSL has already escaped the ASCII control characters.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximumScalars) {
            if isVisible(scalar) {
                result.append(scalar)
            } else {
                for byte in String(scalar).utf8 { result.append(contentsOf: "\\\(hexadecimal(byte))".unicodeScalars) }
            }
        }
        return String(result) + (text.unicodeScalars.count > maximumScalars ? "…" : "")
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        case _: return true
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func contents(of output: OpaquePointer) -> [UInt8] {
        let pending = BIO_ctrl_pending(output)
        return [UInt8](unsafeUninitializedCapacity: pending) { buffer, count in
            count = max(0, Int(BIO_read(output, buffer.baseAddress, Int32(truncatingIfNeeded: buffer.count))))
        }
    }
}

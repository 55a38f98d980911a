import COpenSSL

/// Distinguished names as text, for people.
enum DistinguishedName {
    /// Longer names are cut here and end in `…`; a certificate may carry a name of a hundred kilobytes.
    private static let maximumScalars = 1000

    /// A name as RFC 4514 writes it, in UTF-8; what a terminal or a log might obey is escaped as `\` and hexadecimal.
    static func text(of name: OpaquePointer?) -> String {
        guard let name, let output = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(output) }
        guard shim_X509_NAME_print_rfc4514(output, name) >= 0 else { return "(a name that cannot be read)" }
        return escaped(String(decoding: contents(of: output), as: UTF8.self))
    }

    /// Escapes what is invisible or changes direction. OpenSSL has escaped the control characters of ASCII by then.
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

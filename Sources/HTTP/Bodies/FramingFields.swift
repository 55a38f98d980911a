/// The fields that declare the length of a body (RFC 9112 §6).
extension Fields {
    /// The members of Transfer-Encoding in all its lines; nil without such a field. In a strict reading, empty members
    /// count.
    ///
    /// A lenient reading skips empty members (RFC 9110 §5.6.1.2) and `identity`, by which RFC 2616 meant no coding. The
    /// result is nil if no other member exists.
    public func transferCodings(by grammar: ResponseGrammar) -> [ArraySlice<UInt8>]? {
        guard has(.transferEncoding) else { return nil }
        let codings = members(of: .transferEncoding)
        switch grammar {
        case .strict: return codings
        case .lenient:
            let realCodings = codings.filter { !$0.isEmpty && !$0.equals(ignoringCase: "identity") }
            return realCodings.isEmpty ? nil : realCodings
        }
    }

    /// The value of Content-Length, below 2^63; nil if it is not a number.
    ///
    /// A lenient reading accepts equal lengths in place of one, as RFC 9112 §6.3 permits.
    func contentLength(by grammar: ResponseGrammar) -> UInt64? {
        // Nearly always there is one field with one number.
        if count(of: .contentLength) == 1, let length = first(.contentLength).flatMap(Self.length) { return length }
        switch grammar {
        case .strict:
            return nil
        case .lenient:
            let lengths = members(of: .contentLength).map(Self.length)
            guard let first = lengths.first, lengths.allSatisfy({ $0 == first }) else { return nil }
            return first
        }
    }

    /// The members of a comma-separated list in all lines with a name, empty ones included.
    private func members(of name: FieldName) -> [ArraySlice<UInt8>] {
        (0..<count).filter { known(at: $0) == name }.flatMap { index in
            value(at: index).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmed)
        }
    }

    /// The number in decimal digits, below 2^63; nil for any other text.
    private static func length(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard (1...19).contains(text.count) else { return nil }
        var value: UInt64 = 0
        for digit in text {
            guard digit.isDigit else { return nil }
            value = value * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return value <= UInt64(Int64.max) ? value : nil
    }
}

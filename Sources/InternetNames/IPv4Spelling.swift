extension IPAddress {
    /// What a host that is not IPv6 turns out to be, once read as `inet_aton` reads it.
    enum Spelling: Hashable {
        /// Four, three, two or one number, each decimal, octal (`0177`) or hexadecimal (`0x7f`).
        case address(IPAddress)
        /// The last label is a number, but the whole is no address: nothing that a client could reach.
        case malformed
        /// A name.
        case name

        /// Reads a host in lower case. As in the URL standard (whatwg.org, "ends in a number checker"), a last label
        /// that is a number makes an address of the host, and one trailing dot does not count.
        init(_ text: String) {
            guard text.utf8.lastLabelBeginsWithDigit else {
                self = .name
                return
            }
            var parts = text.split(separator: ".", omittingEmptySubsequences: false)
            if parts.count > 1, parts.last == "" { parts.removeLast() }
            guard let last = parts.last, last.isDecimal || last.isHexadecimal else {
                self = .name
                return
            }
            let numbers = parts.compactMap(\.number)
            guard numbers.count == parts.count, numbers.count <= 4, let value = Self.value(numbers) else {
                self = .malformed
                return
            }
            self = .address(.v4(value))
        }

        /// All numbers but the last are one byte each; the last fills the rest.
        private static func value(_ numbers: [UInt32]) -> UInt32? {
            guard let last = numbers.last else { return nil }
            let leading = numbers.dropLast()
            let room = UInt64(1) << (32 - 8 * UInt64(leading.count))
            guard leading.allSatisfy({ $0 <= 255 }), UInt64(last) < room else { return nil }
            return zip(leading, [24, 16, 8]).reduce(last) { $0 | $1.0 << UInt32($1.1) }
        }
    }
}

extension BidirectionalCollection<UInt8> {
    /// Whether the last label, one trailing dot aside, may be a number; what begins otherwise is none.
    var lastLabelBeginsWithDigit: Bool {
        let dot = UInt8(ascii: ".")
        let significant = last == dot ? dropLast() : self[...]
        let first = significant.lastIndex(of: dot).map { significant[significant.index(after: $0)...] } ?? significant
        return first.first.map { (48...57).contains($0) } ?? true
    }
}

extension Substring {
    fileprivate var isDecimal: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }

    fileprivate var isHexadecimal: Bool {
        hasPrefix("0x") && utf8.dropFirst(2).allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// A number of up to 32 bits, its base by its prefix; `0x` alone is 0, as in C's `strtoul`.
    fileprivate var number: UInt32? {
        if isHexadecimal { return utf8.count == 2 ? 0 : UInt32(dropFirst(2), radix: 16) }
        guard isDecimal else { return nil }
        return hasPrefix("0") && utf8.count > 1 ? UInt32(dropFirst(), radix: 8) : UInt32(self, radix: 10)
    }
}

extension IPAddress {
    /// The meaning of a host other than IPv6 for clients, which read IPv4 addresses with `inet_aton`: `127.1` and
    /// `0x7f000001` both mean 127.0.0.1.
    enum Spelling: Hashable {
        /// An address of one to four numbers, each decimal, octal (`0177`) or hexadecimal (`0x7f`).
        case address(IPAddress)
        /// Text whose last label is a number but that is not an address. No client can reach such a host.
        case malformed
        /// A domain name.
        case name

        /// Classifies a host in lower case. As in the URL standard (whatwg.org, "ends in a number checker"), a host
        /// whose last label is a number must be an address, and one trailing dot is ignored.
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

        /// The 32 bits of the address. Each number but the last is one byte; the last number has the remaining bytes.
        private static func value(_ numbers: [UInt32]) -> UInt32? {
            guard let last = numbers.last else { return nil }
            let leading = numbers.dropLast()
            let limit = UInt64(1) << (32 - 8 * UInt64(leading.count))
            guard leading.allSatisfy({ $0 <= 255 }), UInt64(last) < limit else { return nil }
            var value = last
            for (number, shift) in zip(leading, [24, 16, 8] as [UInt32]) { value |= number << shift }
            return value
        }
    }
}

extension BidirectionalCollection<UInt8> {
    /// Whether the last label, without a trailing dot, is empty or begins with a digit. Any other label is not a
    /// number.
    var lastLabelBeginsWithDigit: Bool {
        let dot = UInt8(ascii: ".")
        let name = last == dot ? dropLast() : self[...]
        let lastLabel = name.lastIndex(of: dot).map { name[name.index(after: $0)...] } ?? name
        return lastLabel.first.map { (48...57).contains($0) } ?? true
    }
}

extension Substring {
    fileprivate var isDecimal: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }

    fileprivate var isHexadecimal: Bool {
        hasPrefix("0x") && utf8.dropFirst(2).allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// The value of a number of up to 32 bits, in the base that its prefix gives. `0x` without digits is 0, as in C's
    /// `strtoul`.
    fileprivate var number: UInt32? {
        if isHexadecimal { return utf8.count == 2 ? 0 : UInt32(dropFirst(2), radix: 16) }
        guard isDecimal else { return nil }
        return hasPrefix("0") && utf8.count > 1 ? UInt32(dropFirst(), radix: 8) : UInt32(self, radix: 10)
    }
}

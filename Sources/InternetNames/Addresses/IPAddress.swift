/// An IPv4 or IPv6 address, without port or zone.
public enum IPAddress: Hashable, Sendable {
    /// IPv4, in host byte order: 127.0.0.1 is `0x7F00_0001`.
    case v4(UInt32)
    /// IPv6, as two halves in host byte order.
    case v6(high: UInt64, low: UInt64)

    /// Creates an address from 4 or 16 bytes in network byte order; nil for any other number of bytes.
    public init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4:
            self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16:
            self = .v6(
                high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
                low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
        case _:
            return nil
        }
    }

    /// The 4 or 16 bytes of the address in network byte order.
    public var bytes: [UInt8] {
        switch self {
        case .v4(let value):
            return (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        case .v6(let high, let low):
            return [high, low].flatMap { half in
                (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
            }
        }
    }

    /// The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2), else the address itself.
    public var unmapped: IPAddress {
        switch self {
        case .v4:
            return self
        case .v6(let high, let low):
            return high == 0 && low >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: low)) : self
        }
    }
}

extension IPAddress {
    /// Whether the address is the machine's own loopback (RFC 6890): 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        switch unmapped {
        case .v4(let value): return value >> 24 == 127
        case .v6(let high, let low): return high == 0 && low == 1
        }
    }
}

extension IPAddress {
    /// Creates an address from dotted-decimal IPv4 (four parts, no leading zeros) or IPv6 (RFC 4291 §2.2), without
    /// brackets or zone.
    public init?(_ text: some StringProtocol) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            self.init(v6: Substring(text))
        } else if let value = Self.dottedDecimal(Substring(text)) {
            self = .v4(value)
        } else {
            return nil
        }
    }

    /// Four decimal numbers from 0 to 255 without leading zeros, with dots between them.
    private static func dottedDecimal(_ text: Substring) -> UInt32? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0"),
                part.allSatisfy({ (48...57).contains($0) }), let byte = UInt8(Substring(part))
            else { return nil }
            value = value << 8 | UInt32(byte)
        }
        return value
    }

    private init?(v6 text: Substring) {
        var groups: [UInt16] = []
        /// The index among the groups at which `::` stands for zero groups.
        var gap: Int?
        var rest = text
        if rest.hasPrefix("::") {
            gap = 0
            rest = rest.dropFirst(2)
        }
        while !rest.isEmpty {
            guard groups.count < 8 else { return nil }
            let part = rest.prefix { $0 != ":" }
            if part.contains(".") {
                // The last 32 bits may be written as IPv4 (RFC 4291 §2.2, form 3).
                guard part.endIndex == rest.endIndex, groups.count <= 6, let tail = Self.dottedDecimal(part) else {
                    return nil
                }
                groups += [UInt16(truncatingIfNeeded: tail >> 16), UInt16(truncatingIfNeeded: tail)]
                break
            }
            guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), part.allSatisfy(\.isASCII),
                let group = UInt16(part, radix: 16)
            else { return nil }
            groups.append(group)
            rest = rest[part.endIndex...]
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
            if rest.hasPrefix(":") {
                guard gap == nil else { return nil }
                gap = groups.count
                rest = rest.dropFirst()
            } else if rest.isEmpty {
                return nil
            }
        }
        if let gap {
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        self = .v6(
            high: groups.prefix(4).reduce(0) { $0 << 16 | UInt64($1) },
            low: groups.suffix(4).reduce(0) { $0 << 16 | UInt64($1) })
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted-decimal IPv4, or the canonical text of RFC 5952.
    public var description: String {
        switch self {
        case .v4(let value):
            return String(unsafeUninitializedCapacity: 15) { text in
                var count = 0
                for shift in [24, 16, 8, 0] as [UInt32] {
                    let number = UInt8(truncatingIfNeeded: value >> shift)
                    // Each digit with the smallest number that has it.
                    for (unit, least) in [(100, 100), (10, 10), (1, 0)] as [(UInt8, UInt8)] where number >= least {
                        text[count] = UInt8(ascii: "0") + number / unit % 10
                        count += 1
                    }
                    guard shift > 0 else { break }
                    text[count] = UInt8(ascii: ".")
                    count += 1
                }
                return count
            }
        case .v6(let high, let low):
            if case .v4 = unmapped { return "::ffff:\(unmapped)" }
            let groups = [high, low].flatMap { half in
                (0..<4).map { UInt16(truncatingIfNeeded: half >> (48 - 16 * $0)) }
            }
            return Self.compressed(groups)
        }
    }

    /// The text of an IPv6 address (RFC 5952 §4.2). The longest run of at least two zero groups becomes `::`; of
    /// several equally long runs, the first.
    private static func compressed(_ groups: [UInt16]) -> String {
        var longestRun = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(longestRun.count, 1) { longestRun = start..<end }
            start = end + 1
        }
        func text(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard !longestRun.isEmpty else { return text(groups[...]) }
        return text(groups[..<longestRun.lowerBound]) + "::" + text(groups[longestRun.upperBound...])
    }
}

extension IPAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = IPAddress(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not an IP address")
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension IPAddress {
    /// The network whose clients share one limit: an IPv4 address, or the /64 of an IPv6 address. A host on IPv6 can
    /// use any address of its /64 (RFC 4291 §2.5.1).
    public var clientNetwork: IPAddress {
        switch unmapped {
        case .v4: return unmapped
        case .v6(let high, _): return .v6(high: high, low: 0)
        }
    }
}

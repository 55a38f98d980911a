/// The identifier of a kind of loads: 128 bits, 32 hexadecimal digits in condensed recordings and a `uuid` in the store.
struct StoredKind: Hashable, Comparable {
    private let high: UInt64
    private let low: UInt64

    /// What stands for "no kind" in keys of the store.
    static let none = StoredKind(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        (self.high, self.low) = (high, low)
    }

    /// Reads 32 hexadecimal digits, with or without the hyphens of a UUID; nil for any other text.
    init?(_ text: String) { self.init(text.utf8) }

    /// Reads the bytes of such a text.
    init?(_ text: some Sequence<UInt8>) {
        var (digits, high, low) = (0, UInt64(0), UInt64(0))
        for byte in text where byte != UInt8(ascii: "-") {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case _: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            digits += 1
        }
        guard digits == 32 else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 hexadecimal digits. PostgreSQL takes them for a `uuid`.
    var text: String {
        [high, low].map { part in
            let digits = String(part, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    static func < (left: StoredKind, right: StoredKind) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

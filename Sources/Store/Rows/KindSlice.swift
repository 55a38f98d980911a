/// A slice of all kinds of loads by the first bits of their identifiers. Sums are computed slice by slice if there are
/// too many for the memory. Identifiers are digests, and slices therefore have about the same size.
struct KindSlice: Equatable {
    /// The number of the slice, from 0.
    private let number: Int
    /// The number of slices into which all kinds are divided, a power of two.
    private let count: Int

    /// All kinds.
    static let all = KindSlice(number: 0, count: 1)

    /// The slices into which this one is divided, in order; empty if it is as small as slices become.
    var parts: [KindSlice] {
        guard count < 1 << 16 else { return [] }
        return (0..<16).map { KindSlice(number: number * 16 + $0, count: count * 16) }
    }

    /// The conditions on the column `kind`, in SQL.
    var conditions: [String] {
        guard count > 1 else { return [] }
        var conditions = ["kind >= '\(Self.identifier(number, of: count))'"]
        if number + 1 < count { conditions.append("kind < '\(Self.identifier(number + 1, of: count))'") }
        return conditions
    }

    /// The least identifier of a slice.
    private static func identifier(_ number: Int, of count: Int) -> String {
        let digits = String(number * (1 << 16 / count), radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits + String(repeating: "0", count: 28)
    }
}

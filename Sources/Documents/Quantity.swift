/// The formats of numbers in sentences and tables for readers.
public enum Quantity {
    /// The number of bytes with a unit of a power of 1000, such as `512 B`, `1.2 MB` or `120 MB`, rounded down.
    public static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var unit = "kB"
        // The count in thousandths of the unit.
        var thousandths = count
        for largerUnit in ["MB", "GB", "TB", "PB"] where thousandths >= 1_000_000 {
            unit = largerUnit
            thousandths /= 1000
        }
        let tenths = thousandths / 100
        // Numbers from 100 on have no tenths.
        let number = tenths >= 1000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        return "\(number) \(unit)"
    }

    /// The number in groups of three digits, such as `11,000`.
    public static func grouped(_ count: Int) -> String {
        var text = ""
        for (index, digit) in String(count.magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// The number in groups of three digits with its noun, such as `1 host` or `11,000 loads`.
    public static func of(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension [String] {
    /// The first names and the number of the others, such as `a, b and 3 more`.
    ///
    /// - Parameters:
    ///   - limit: The largest number of names to show.
    ///   - total: The number of all names, if the array has only some of them.
    public func listed(atMost limit: Int, of total: Int? = nil, separator: String = ", ") -> String {
        let shown = prefix(limit)
        let more = (total ?? count) - shown.count
        return shown.joined(separator: separator) + (more > 0 ? " and \(Quantity.grouped(more)) more" : "")
    }
}

extension String {
    /// The sentence without its full stop.
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// Numbers in the form for readers.
public enum Quantity {
    /// The number of bytes with a unit, such as `512 B` or `1.2 MB`, in powers of 1000.
    public static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) B" }
        var value = count
        for unit in ["kB", "MB", "GB", "TB", "PB"] {
            // The value is given in tenths, rounded down.
            if value < 1_000_000 || unit == "PB" {
                let tenths = value / 100
                return tenths >= 1000 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
            }
            value /= 1000
        }
        return "\(count) B"
    }

    /// The number in groups of three digits, such as `11,000`.
    public static func grouped(_ count: Int) -> String {
        var text = ""
        for (place, digit) in String(count.magnitude).reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// The number in groups of three digits with its noun, such as `1 host` or `11,000 loads`.
    public static func of(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

/// The encoding of Unicode in the letters, digits and hyphen of host names (RFC 3492).
enum Punycode {
    /// The label in Punycode, without the prefix `xn--`; nil where it is too long for the arithmetic of §6.4.
    static func encode(_ label: String) -> String? {
        let input = label.unicodeScalars.map(\.value)
        let basic = input.filter { $0 < initialCode }
        var output = basic.map { UInt8(truncatingIfNeeded: $0) }
        if !basic.isEmpty { output.append(UInt8(ascii: "-")) }

        var code = initialCode
        var delta: UInt32 = 0
        var bias = initialBias
        var handled = UInt32(basic.count)
        while let next = input.filter({ $0 >= code }).min() {
            let (steps, tooMany) = (next - code).multipliedReportingOverflow(by: handled + 1)
            let (sum, tooLarge) = delta.addingReportingOverflow(steps)
            guard !tooMany, !tooLarge else { return nil }
            delta = sum
            for value in input {
                if value < next {
                    guard delta < .max else { return nil }
                    delta += 1
                } else if value == next {
                    output += digits(of: delta, bias: bias)
                    bias = adapt(delta, points: handled + 1, isFirst: handled == basic.count)
                    delta = 0
                    handled += 1
                }
            }
            guard delta < .max else { return nil }
            delta += 1
            code = next + 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    // The parameters of RFC 3492 §5.
    private static let base: UInt32 = 36
    private static let smallest: UInt32 = 1
    private static let largest: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let initialCode: UInt32 = 0x80

    /// A delta as an integer of variable length, RFC 3492 §3.3.
    private static func digits(of delta: UInt32, bias: UInt32) -> [UInt8] {
        var result: [UInt8] = []
        var rest = delta
        var position = base
        while true {
            let threshold = position <= bias ? smallest : min(position - bias, largest)
            guard rest >= threshold else { break }
            result.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        result.append(digit(rest))
        return result
    }

    /// `a` to `z` for 0 to 25, `0` to `9` for 26 to 35.
    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 97 : value + 22)
    }

    /// The bias for the next delta, RFC 3492 §6.1.
    private static func adapt(_ delta: UInt32, points: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / points
        var bias: UInt32 = 0
        while delta > (base - smallest) * largest / 2 {
            delta /= base - smallest
            bias += base
        }
        return bias + (base - smallest + 1) * delta / (delta + skew)
    }
}

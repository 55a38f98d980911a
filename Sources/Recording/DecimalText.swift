extension UnsafeMutablePointer<UInt8> {
    /// Writes the digits of that number here, and says how many they are: 20 at most.
    @inline(__always)
    func write(decimal value: UInt64) -> Int {
        var digits = 1
        var rest = value / 10
        while rest > 0 { (rest, digits) = (rest / 10, digits + 1) }
        rest = value
        for position in (0..<digits).reversed() {
            self[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return digits
    }
}

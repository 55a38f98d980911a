extension UnsafeMutablePointer<UInt8> {
    /// Writes a number in decimal digits at this pointer. Returns the number of digits, at most 20.
    @inlinable @inline(__always)
    func write(decimal value: UInt64) -> Int {
        var (digits, powerOfTen) = (1, 10 as UInt64)
        while value >= powerOfTen, digits < 20 { (digits, powerOfTen) = (digits + 1, powerOfTen &* 10) }
        var (position, rest) = (digits, value)
        while position > 0 {
            position -= 1
            self[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return digits
    }
}

/// The unit of times of an interface in a pcapng file, and their beginning.
struct PcapngClock {
    /// The option `if_tsresol`: the negative power of ten, or of two if the most significant bit is set.
    var resolution: UInt8 = 6
    /// The option `if_tsoffset`: the seconds from 1970 to the beginning.
    var offset: Int64 = 0

    /// The end of the year 9999 in milliseconds since 1970. A later time has no text in an event.
    static let latestTime: Int64 = 253_402_300_799_999

    /// The time in milliseconds since 1970. A time that no event can have is cut to the nearest one.
    ///
    /// - Parameter ticks: The time in units of the interface since the beginning.
    func milliseconds(_ ticks: UInt64) -> Int64 {
        let base = resolution & 0x80 == 0 ? 10.0 : 2.0
        let exponent = min(Int(resolution & 0x7F), 64)
        let ticksPerSecond = repeatElement(base, count: exponent).reduce(1, *)
        let milliseconds = (Double(ticks) / ticksPerSecond + Double(offset)) * 1000
        return Int64(min(max(milliseconds, 0), Double(Self.latestTime)))
    }
}

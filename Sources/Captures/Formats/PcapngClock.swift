/// The unit of times of an interface in a pcapng file, and their beginning.
struct PcapngClock {
    /// The option `if_tsresol`: the negative power of ten, or of two if the most significant bit is set.
    var resolution: UInt8 = 6
    /// The option `if_tsoffset`: the seconds from 1970 to the beginning.
    var offset: Int64 = 0

    /// The end of the year 9999 in milliseconds since 1970. A later time has no text in an event.
    static let latestTime: Int64 = 253_402_300_799_999

    /// The time in milliseconds since 1970. A time that no event can have is cut to the nearest one.
    func milliseconds(_ ticks: UInt64) -> Int64 {
        let exponent = Int(resolution & 0x7F)
        let seconds: Double
        let base = resolution & 0x80 == 0 ? 10.0 : 2.0
        var unit = 1.0
        for _ in 0..<min(exponent, 64) { unit *= base }
        seconds = Double(ticks) / unit
        let sum = (seconds + Double(offset)) * 1000
        return Int64(min(max(sum, 0), Double(Self.latestTime)))
    }
}

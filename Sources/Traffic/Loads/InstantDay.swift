import TransportSecurity

extension Instant {
    /// The number of days since 1970-01-01 in UTC.
    package var day: Int32 {
        let seconds = self.seconds
        return Int32(clamping: seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400)
    }

    /// The beginning of a day in UTC.
    package init(day: Int32) {
        self.init(seconds: Int64(day) * 86_400)
    }
}

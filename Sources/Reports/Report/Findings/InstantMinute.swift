import TransportSecurity

extension Instant {
    /// The date and the time to the minute, such as `2026-11-20 22:54`.
    var minute: String { String(description.prefix(16)).replacing("T", with: " ") }
}

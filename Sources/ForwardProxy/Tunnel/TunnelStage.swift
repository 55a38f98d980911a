extension Tunnel {
    /// The present treatment of a tunnel's bytes.
    enum Stage: Equatable {
        /// Passing bytes are added to the reading. `needsVerdict` is whether any were added since the last verdict.
        case reading(needsVerdict: Bool)
        /// A verdict was asked for and has not come.
        case judging(isLast: Bool)
        /// The reading was judged or recorded, and is empty. Only the client's refusal is still of interest, but where
        /// TLS is required an event that affects the verdict leads back to `reading`.
        case settled
        /// The tunnel was reset or broken off.
        case ended

        var isReading: Bool {
            switch self {
            case .reading: return true
            case .judging, .settled, .ended: return false
            }
        }
    }
}

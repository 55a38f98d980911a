extension Tunnel {
    /// What a tunnel does with its bytes at the moment.
    enum Stage: Equatable {
        /// What passes is added to the reading. `needsVerdict` is whether anything was added since the last
        /// verdict.
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

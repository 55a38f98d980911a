/// The limits of the record of wrong passwords.
enum FailureLimits {
    /// The milliseconds after which wrong passwords are forgotten, and for which a key is locked.
    static let period: Int64 = 60_000
    /// The largest number of keys that are remembered.
    static let capacity = 10_000
}

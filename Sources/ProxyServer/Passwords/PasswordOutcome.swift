/// The result of a check of a user's password.
enum PasswordOutcome: Sendable {
    /// The password is right.
    case right
    /// The password is wrong.
    case wrong
    /// The password is wrong, and its lock begins: no more such passwords are checked for a minute.
    case wrongTooOften(Lock)
    /// The password was not checked, because too many wrong ones came before it. The lock ends after `milliseconds`.
    case locked(milliseconds: Int64)
    /// The password was not checked, because too many others wait to be checked.
    case crowdedOut

    /// The subject of a lock, and the number of failures that it followed.
    enum Lock: Hashable, Sendable {
        /// One user name at a client's network.
        case user(failures: Int)
        /// All user names at a client's network.
        case network(failures: Int)
    }
}

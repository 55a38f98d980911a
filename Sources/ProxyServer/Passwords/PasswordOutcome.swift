/// The result of a check of a user's password.
enum PasswordOutcome: Sendable {
    /// The password is right.
    case right
    /// The password is wrong.
    case wrong
    /// The password is wrong, and no more passwords from that network are checked for a minute.
    case wrongTooOften
    /// The password was not looked at, because too many wrong ones came before it.
    case paused
    /// The password was not looked at, because too many wait to be checked.
    case crowdedOut
}

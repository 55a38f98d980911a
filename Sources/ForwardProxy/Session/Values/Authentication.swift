/// The result of checking the credentials of a request.
public enum Authentication: Hashable, Sendable {
    /// The credentials are those of this user.
    case granted(String)
    /// The name or the password is wrong.
    case wrong
    /// They were not looked at, because too many wrong ones came before; after so many seconds they are.
    case locked(seconds: Int)
    /// They were not looked at, because too many wait to be checked.
    case unchecked
}

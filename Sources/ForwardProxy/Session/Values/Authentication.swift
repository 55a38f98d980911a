/// The result of checking the credentials of a request.
public enum Authentication: Hashable, Sendable {
    /// The credentials are those of this user.
    case granted(String)
    /// The name or the password is wrong.
    case wrong
    /// The credentials were not checked, because too many wrong ones came before. After `seconds`, credentials are
    /// checked again.
    case locked(seconds: Int)
    /// The credentials were not checked, because too many others wait to be checked.
    case unchecked
}

/// What this machine did not grant the proxy. It says nothing about a destination, and may pass.
public enum Shortage: Error, Hashable, Sendable {
    /// Every descriptor that the process, or the system, may have is open.
    case descriptors
    /// No memory for a socket.
    case memory
    /// No thread is free, or can be started, for a call that waits.
    case threads

    /// One sentence that names what is short, and the limit that decides on it.
    public var message: String {
        switch self {
        case .descriptors:
            return "This proxy has no descriptor left; its limit of open files (ulimit -n) is reached."
        case .memory: return "The system grants this proxy no memory for a connection."
        case .threads: return "This proxy has no thread free to look up a name."
        }
    }
}

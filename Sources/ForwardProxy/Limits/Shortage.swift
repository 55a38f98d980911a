/// A resource that this machine lacks. A shortage is temporary and no fault of the destination.
public enum Shortage: Error, Hashable, Sendable {
    /// All file descriptors of the process or of the system are open.
    case descriptors
    /// There is no memory for a socket.
    case memory
    /// No thread is free, or can be started, for a blocking call.
    case threads

    /// One sentence that names the resource and its limit.
    public var message: String {
        switch self {
        case .descriptors:
            return "This proxy has no descriptor left; its limit of open files (ulimit -n) is reached."
        case .memory: return "The system grants this proxy no memory for a connection."
        case .threads: return "This proxy has no thread free to look up a name."
        }
    }
}

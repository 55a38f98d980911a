/// The fault of a file of states.
public enum WatchStateFault: Error, Hashable, Sendable {
    /// The file is not JSON of the form that this program writes, or ends too early.
    case unreadable
    /// The file has a version that this program does not know.
    case newer(Int)
    /// The states cannot be put into the form of the file.
    case unwritable
    /// The file, or the number of servers in it, is over the limit.
    case tooLarge

    /// The fault as a predicate for the subject "the file".
    public var prose: String {
        switch self {
        case .unreadable: "is damaged or cut off, or is not a state of atsproxy watch"
        case .newer(let version):
            "has the version \(version) of a newer atsproxy; this one reads version \(WatchLimits.version)"
        case .unwritable: "cannot be written as JSON"
        case .tooLarge:
            "is larger than \(WatchLimits.bytes >> 20) MiB or has more than \(WatchLimits.servers) servers"
        }
    }
}

/// The types of lines of a condensed recording, in their order.
enum CondensedLineType: UInt8 {
    /// The first line, which says that the recording is condensed.
    case header = 1
    /// A recording whose loads are counted.
    case recording
    /// An event that is not about a load: a policy, a trust store, facts about a server, the offer of a destination or
    /// the name of a test case.
    case statement
    /// A kind of loads.
    case kind
    /// The counts of loads of one kind, test case, day and recording.
    case loads
    /// The last line, which says how many lines there are.
    case end

    /// Whether a condensed recording has at most one line of the type with the same key.
    var isUnique: Bool {
        switch self {
        case .recording, .kind, .loads: true
        case .header, .statement, .end: false
        }
    }
}

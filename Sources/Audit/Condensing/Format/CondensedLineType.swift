/// The types of lines of a condensed recording, in their order. What is known of one load stands together.
enum CondensedLineType: UInt8 {
    /// The first line, which says that the recording is condensed.
    case header = 1
    /// A recording whose loads are counted.
    case recording
    /// A policy, a trust store, facts about a server, what a destination offers or the name of a test case, as recorded.
    case statement
    /// A kind of loads.
    case kind
    /// The numbers of loads of one kind, test case, day and recording.
    case loads
    /// A load whose end is not in its recording.
    case open
    /// A second decision on a load whose first decision is not in its recording.
    case single
    /// The end of a load whose decision is not in its recording.
    case ended
    /// The last line, which says how many lines there are.
    case end

    /// The first byte of the keys of lines of the type.
    var order: UInt8 {
        switch self {
        case .open, .single, .ended: Self.open.rawValue
        case .header, .recording, .statement, .kind, .loads, .end: rawValue
        }
    }

    /// Whether a condensed recording has one line of the type with a key.
    var isUnique: Bool {
        switch self {
        case .recording, .kind, .loads: true
        case .header, .statement, .open, .single, .ended, .end: false
        }
    }
}

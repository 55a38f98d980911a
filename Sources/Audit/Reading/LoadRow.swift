/// Which loads are counted together: those of one kind, and in condensed recordings also of one test case, one day and
/// one recording.
struct LoadRow: Hashable {
    /// The index of the kind.
    var kind: Int
    /// For second decisions on loads, the index of the kind of the first ones; else nil.
    var after: Int?
    /// The label of the test case; nil for none, or if loads of all test cases are counted together.
    var label: String?
    /// The day, counted from 1970-01-01 in UTC; 0 if loads of all days are counted together.
    var day: Int32 = 0
    /// The index of the recording; 0 if loads of all recordings are counted together.
    var recording: Int32 = 0
}

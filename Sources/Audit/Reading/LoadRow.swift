import Recording

/// Which loads are counted together.
struct LoadRow: Hashable {
    /// The kind of the loads; `LoadKindID.none` for ends that came before the decisions on their loads.
    var kind: LoadKindID
    /// For further decisions on loads, the kind of the first ones; else nil.
    var after: LoadKindID?
    /// The label of the test case; nil for none, or if loads of all test cases are counted together.
    var label: String?
    /// The day on which the loads began, counted from 1970-01-01 in UTC; 0 if loads of all days are counted together.
    var day: Int32 = 0
    /// The index of the recording; 0 if loads of all recordings are counted together.
    var recording: Int32 = 0

    /// Ends that came before the decisions on their loads.
    static let undecided = LoadRow(kind: .none)

    /// The kind of the first decisions on the loads.
    var first: LoadKindID { after ?? kind }

    /// The row that counts these loads with those of all test cases, days and recordings.
    var folded: LoadRow { LoadRow(kind: kind, after: after) }
}

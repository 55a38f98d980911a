/// The state of a `TrafficBuilder` that condenses recordings: their statements and their identifiers.
struct CondensingState {
    /// The identifiers of the recordings that were read. Rows have the index of their recording. The last recording is
    /// being read.
    private(set) var recordings = [""]
    /// Policies, trust stores, facts, services and the names of test cases.
    var statements = CondensedStatements()

    /// The memory for kinds in bytes above which they are removed after their lines were taken.
    var kindSizeLimit = 40 << 20
    /// The largest number of rows, and of kinds. Counts are usually taken long before, because of the memory that they
    /// need.
    static let entryLimit = 1 << 20

    /// The index of the recording that is being read.
    var recording: Int32 { Int32(recordings.count - 1) }

    /// Sets the identifier of the recording that is being read.
    mutating func identify(_ id: String) { recordings[recordings.count - 1] = id }

    /// Ends the recording that is being read, and sets its identifier.
    mutating func endRecording(_ id: String) {
        identify(id)
        recordings.append("")
    }
}

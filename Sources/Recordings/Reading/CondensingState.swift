/// The statements and the identifiers of recordings while these are condensed.
struct CondensingState {
    /// The identifiers of the recordings that were read, by the numbers in rows. The last one is being read.
    private(set) var recordings = [""]
    /// Policies, trust stores, facts, services and the names of test cases.
    var statements = CondensedStatements()

    /// The memory for kinds above which those are forgotten whose lines were taken.
    var kindSizeLimit = 40 << 20

    /// The largest number of rows, and of kinds. What was counted is taken long before, according to the memory that
    /// it takes.
    static let entryLimit = 1 << 20

    /// The number of the recording that is read.
    var recording: Int32 { Int32(recordings.count - 1) }

    /// Notes the identifier of the recording that is read.
    mutating func identify(_ id: String) { recordings[recordings.count - 1] = id }

    /// Notes the end of the recording that is read.
    mutating func endRecording(_ id: String) {
        identify(id)
        recordings.append("")
    }
}

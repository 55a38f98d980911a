import Recording
import TransportSecurity

/// What is kept besides numbers of loads while recordings are condensed.
struct CondensingState {
    /// The identifiers of the recordings that were read, by the numbers in rows. The last one is being read.
    var recordings = [""]
    /// Policies, trust stores, facts and services.
    var statements = CondensedStatements()
    /// Second decisions on loads whose first decisions may be in other recordings, until their lines are taken.
    var unmatched: [(load: String, decision: DecisionEvent, size: Int)] = []
    /// Loads that are not remembered any more, until their lines are taken.
    var droppedLoads: [(load: LoadID, place: RecentLoads.Place)] = []
    /// Whether what is not remembered of loads becomes lines of the condensed recording. Parts of a recording that are stored
    /// each replace what the one before said of such loads, so that they cannot keep it.
    var keepsSplitLoads = true
    /// Finished lines on single loads.
    var lines: [[UInt8]] = []
    /// The identifiers of the kinds, by index.
    var kindIDs: [String] = []

    /// Loads of earlier recordings, as far as these are remembered.
    private var earlierLoads: (latest: Set<LoadID>, before: Set<LoadID>) = ([], [])
    /// The number of loads of the recording that is read which an earlier recording has as well.
    private(set) var repeatedLoads = 0

    /// The memory for kinds above which those are forgotten whose lines were taken.
    var kindSizeLimit = 40 << 20

    /// The largest number of entries, and of kinds. What was counted is taken long before, according to the memory that
    /// it takes.
    static let entryLimit = 1 << 20

    /// The number of bytes that lines, and what becomes lines, take, roughly.
    var linesSize: Int {
        lines.reduce(0) { $0 + $1.count + 64 } + unmatched.reduce(0) { $0 + 4 * $1.size } + droppedLoads.count * 512
    }

    /// The number of the recording that is read.
    var recording: Int32 { Int32(recordings.count - 1) }

    /// Notes a first decision on a load.
    mutating func noteLoad(_ load: LoadID) {
        if earlierLoads.latest.contains(load) || earlierLoads.before.contains(load) { repeatedLoads += 1 }
    }

    /// Notes the end of the recording, with its last loads.
    mutating func endLoads(_ loads: some Sequence<LoadID>) {
        repeatedLoads = 0
        if earlierLoads.latest.count >= RecentLoads.limit { earlierLoads = ([], earlierLoads.latest) }
        earlierLoads.latest.formUnion(loads)
    }
}

/// The traffic of the console at one moment, for a computation on another thread.
struct TrafficSnapshot: Sendable {
    /// The traffic with its verdicts.
    let judged: JudgedTraffic
    /// The rows, in the order of their first load.
    let rows: [ConsoleRow]
    /// The inputs of judging.
    let judge: ConsoleJudge
    /// The number of times that the judge was replaced.
    let judgeRevision: UInt64
    /// The number of changes of the inputs of verdicts.
    let contentRevision: UInt64
}

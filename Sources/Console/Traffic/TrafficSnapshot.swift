/// The traffic of the console at one moment, for a computation on another thread.
struct TrafficSnapshot: Sendable {
    /// The traffic with its verdicts.
    let judged: JudgedTraffic
    /// The rows, in the order of their first load.
    let rows: [ConsoleRow]
    /// What judges the traffic.
    let judge: ConsoleJudge
    /// The number of the judge among those that the console has had.
    let judgeRevision: UInt64
    /// The number of changes of what verdicts depend on.
    let contentRevision: UInt64
}

/// The tables of loads whose decision and end are in different recordings.
enum SplitLoadTable: String, CaseIterable {
    case openLoads = "open_loads"
    case endedLoads = "ended_loads"
    case singleDecisions = "single_decisions"
}

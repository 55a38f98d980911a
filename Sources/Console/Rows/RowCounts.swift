import JSONWriting

/// The numbers above the list of rows.
public struct RowCounts: Hashable, JSONWritable, Sendable {
    /// The number of hosts.
    public var hosts = 0
    /// The number of rows.
    public var rows = 0
    /// The number of further destinations, which are not shown.
    public var hiddenRows = 0
    /// The number of loads, also of destinations that are not shown.
    public var loads = 0
    /// The number of rows that are blocked or would be.
    public var wouldFail = 0
    /// The number of rows whose worst verdict is a warning.
    public var warnings = 0
    /// The number of rows whose worst verdict is undetermined.
    public var undetermined = 0
    /// The number of exceptions that no load needed.
    public var exceptionsNeverNeeded = 0
    /// The number of rows with loads that a device refused.
    public var refusedByDevices = 0

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("hosts", hosts)
            json.member("rows", rows)
            json.member("hiddenRows", hiddenRows)
            json.member("loads", loads)
            json.member("wouldFail", wouldFail)
            json.member("warnings", warnings)
            json.member("undetermined", undetermined)
            json.member("exceptionsNeverNeeded", exceptionsNeverNeeded)
            json.member("refusedByDevices", refusedByDevices)
        }
    }

    /// Adds a row, or removes it with a factor of -1.
    mutating func add(_ row: borrowing ConsoleRow, factor: Int = 1) {
        if row.verdict.isFailure { wouldFail += factor }
        if row.verdict == .warning { warnings += factor }
        if row.verdict == .undetermined { undetermined += factor }
        if row.refusals > 0 { refusedByDevices += factor }
    }
}

import JSONWriting

/// The numbers above the console's list of rows, as the status has them.
///
/// Except `hosts`, `loads`, `hiddenRows`, `hiddenFailures` and `exceptionsNeverNeeded`, these are numbers of rows. A
/// host has several rows if several apps load from it. Every row has one verdict, so `rows` is the sum of `wouldFail`,
/// `undetermined`, `failed`, `notJudged`, `warnings`, `allowed` and `exempt`.
public struct ListCounts: Hashable, JSONWritable, Sendable {
    /// The number of hosts.
    public var hosts = 0
    /// The number of rows.
    public var rows = 0
    /// The number of destinations without a row, because there are too many.
    public var hiddenRows = 0
    /// The number of destinations with failing loads that are in no row, because there are too many. Such a destination
    /// has no row, or its row lacks these loads and has a better verdict.
    public var hiddenFailures = 0
    /// The number of loads, also of destinations that are not shown.
    public var loads = 0
    /// The number of rows that are blocked or would be, or that fail unless the app accepts the server.
    public var wouldFail = 0
    /// The part of `wouldFail` that fails unless the app accepts the server.
    public var failsUnlessAccepted = 0
    /// The number of rows whose worst verdict is a warning.
    public var warnings = 0
    /// The number of rows that are not judged because the client says that it is a browser.
    public var notJudged = 0
    /// The number of rows whose worst verdict is undetermined.
    public var undetermined = 0
    /// The number of rows whose worst verdict is a failure of the network, which were not judged.
    public var failed = 0
    /// The number of rows whose worst verdict is allowed.
    public var allowed = 0
    /// The number of rows to which ATS does not apply.
    public var exempt = 0
    /// The number of exceptions that no load needed; nil if it is not known.
    public var exceptionsNeverNeeded: Int?
    /// The number of rows with loads that a device itself refused, whatever their verdict.
    public var refusedByDevices = 0

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("hosts", hosts)
            json.member("rows", rows)
            json.member("hiddenRows", hiddenRows)
            json.member("hiddenFailures", hiddenFailures)
            json.member("loads", loads)
            json.member("wouldFail", wouldFail)
            json.member("failsUnlessAccepted", failsUnlessAccepted)
            json.member("warnings", warnings)
            json.member("notJudged", notJudged)
            json.member("undetermined", undetermined)
            json.member("failed", failed)
            json.member("allowed", allowed)
            json.member("exempt", exempt)
            json.member("exceptionsNeverNeeded", exceptionsNeverNeeded)
            json.member("refusedByDevices", refusedByDevices)
        }
    }

    /// Counts the verdict of a row and its refusals by devices with the factor 1, or takes them out again with the
    /// factor -1. The table counts the other numbers itself.
    mutating func countVerdict(of row: borrowing ConsoleRow, factor: Int = 1) {
        switch row.verdict {
        case .blocked, .wouldBlock: wouldFail += factor
        case .undetermined: undetermined += factor
        case .failed: failed += factor
        case .failsUnlessAccepted:
            wouldFail += factor
            failsUnlessAccepted += factor
        case .warning: warnings += factor
        case .notJudged: notJudged += factor
        case .allowed: allowed += factor
        case .exempt: exempt += factor
        }
        if row.refusals > 0 { refusedByDevices += factor }
    }
}

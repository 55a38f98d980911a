import DataFiles
import TransportSecurity

/// The dates of the data files at one time.
struct DataDates: Hashable {
    private let dates: [DataFileKind: Instant]

    /// Creates the dates by kind.
    init(_ dates: [DataFileKind: Instant]) {
        self.dates = dates
    }

    /// A line for each file whose date has changed. The date goes back if an updated file was removed.
    func changes(since old: DataDates) -> [String] {
        DataFileKind.allCases.compactMap { kind in
            let (before, now) = (old.dates[kind], dates[kind])
            guard before != now else { return nil }
            var isOlder = false
            if let before, let now { isOlder = now < before }
            let verb = isOlder ? "went back" : "updated"
            // Two files of one day differ only in the time.
            let isOneDay = before?.date == now?.date
            func text(_ date: Instant?) -> String {
                date.map { isOneDay ? $0.description : $0.date } ?? "no date"
            }
            return "\(kind.rawValue): \(verb) from \(text(before)) to \(text(now))"
        }
    }
}

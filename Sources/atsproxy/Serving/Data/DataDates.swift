import DataFiles
import TransportSecurity

/// The dates of the data files at one time.
struct DataDates: Hashable {
    private let dates: [DataFileKind: Instant]

    /// The dates by kind.
    init(_ dates: [DataFileKind: Instant]) {
        self.dates = dates
    }

    /// A line for each file that has another date than before. An updated file that was removed leaves an older one.
    func changes(since old: DataDates) -> [String] {
        DataFileKind.allCases.compactMap { kind in
            let (before, now) = (old.dates[kind], dates[kind])
            guard before != now else { return nil }
            var isOlder = false
            if let before, let now { isOlder = now < before }
            let verb = isOlder ? "went back" : "updated"
            // Of files of one day, the times tell them apart.
            let isOneDay = before?.date == now?.date
            func text(_ date: Instant?) -> String {
                date.map { isOneDay ? $0.description : $0.date } ?? "no date"
            }
            return "\(kind.rawValue): \(verb) from \(text(before)) to \(text(now))"
        }
    }
}

import PostgreSQL

/// The key of a row of loads of one proxy, or of a line of an export by days: the day and a `LoadsKey`.
struct DayLoadsKey: Hashable, Comparable {
    /// The day in the form `2026-11-22`.
    var day: String
    /// The rest of the key.
    var loads: LoadsKey

    /// The columns, in the order in which they are read and written.
    static let columns = "day, \(LoadsKey.columns)"

    /// Creates a key.
    init(day: String, loads: LoadsKey) {
        (self.day, self.loads) = (day, loads)
    }

    /// Reads the columns from a row. Throws an error if one has another form.
    init(_ fields: inout CopyFields) throws(CopyFields.Malformed) {
        guard let day = try fields.nextText() else { throw CopyFields.Malformed() }
        self.day = day
        loads = try LoadsKey(&fields)
    }

    /// Writes the columns to a row.
    func write(to rows: inout CopyRows) {
        rows.append(day)
        loads.write(to: &rows)
    }

    // An export by days is written kind by kind, and the day therefore comes last.
    static func < (left: DayLoadsKey, right: DayLoadsKey) -> Bool {
        left.loads == right.loads ? left.day < right.day : left.loads < right.loads
    }
}

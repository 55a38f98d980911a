import Events
import PostgreSQL

/// The key of loads that are counted together, apart from their proxy and day.
struct LoadsKey: Hashable, Comparable {
    /// The kind of the loads; `none` for loads whose end was recorded before their decision.
    var kind: LoadKindID
    /// For second decisions on loads, the kind of the first ones; else `none`.
    var after: LoadKindID
    /// The label of the test case as the store keeps it; empty for none.
    var label: String

    /// The columns, in the order in which they are read and written.
    static let columns = "kind, after, label"

    /// Creates a key.
    init(kind: LoadKindID, after: LoadKindID, label: String) {
        (self.kind, self.after, self.label) = (kind, after, label)
    }

    /// Reads the columns from a row. Throws an error if one has another form.
    init(_ fields: inout CopyFields) throws(CopyFields.Malformed) {
        guard let kind = LoadKindID(try fields.nextBytes()), let after = LoadKindID(try fields.nextBytes()),
            let label = try fields.nextText()
        else { throw CopyFields.Malformed() }
        self.init(kind: kind, after: after, label: label)
    }

    /// Writes the columns to a row.
    func write(to rows: inout CopyRows) {
        rows.append(kind.description)
        rows.append(after.description)
        rows.append(label)
    }

    // Labels are compared byte by byte, as in PostgreSQL and in recordings. Swift's == would treat canonically
    // equivalent texts as equal.
    static func == (left: LoadsKey, right: LoadsKey) -> Bool {
        left.kind == right.kind && left.after == right.after && left.label.utf8.elementsEqual(right.label.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(after)
        for byte in label.utf8 { hasher.combine(byte) }
    }

    static func < (left: LoadsKey, right: LoadsKey) -> Bool {
        if left.kind != right.kind { return left.kind < right.kind }
        if left.after != right.after { return left.after < right.after }
        return left.label.utf8.lexicographicallyPrecedes(right.label.utf8)
    }
}

/// The key of a row of loads of one proxy, or of a line of an export by days: the day and a `LoadsKey`.
struct DayLoadsKey: Hashable, Comparable {
    /// The day in the form `2026-11-22`.
    var day: String
    /// The other parts of the key.
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

import JSONWriting

/// Some rows of a table, with the table's revision.
struct RowList: JSONWritable {
    /// The session; nil in a stream, whose first event names it.
    var session: String?
    let table: RowTable
    /// The indices of the rows in the table.
    let indices: [Int]

    func write(to json: inout JSONWriter) {
        json.object { json in
            if let session { json.member("session", session) }
            json.member("revision", Int(clamping: table.revision))
            json.name("rows")
            json.array { json in
                for index in indices { table.rows[index].write(to: &json) }
            }
            json.member("hiddenRows", table.counts.hiddenRows)
        }
    }
}

import JSONWriting

/// `GET rows`: all rows, worst first.
enum RowsRoute: RouteHandler {
    static func answer(to request: RoutedRequest, in state: inout ConsoleState) -> ConsoleAnswer {
        let rows = state.traffic.table.rows
        // Of rows that are equally bad, the one with the most loads comes first.
        let order = rows.indices.sorted { left, right in
            let (one, other) = (rows[left], rows[right])
            if one.severity != other.severity { return one.severity > other.severity }
            if one.loads != other.loads { return one.loads > other.loads }
            return left < right
        }
        return .response(
            .json(RowList(session: state.settings.session, table: state.traffic.table, indices: order)))
    }
}

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

import JSONWriting

/// `GET rows`: all rows, worst first.
enum RowsRoute {
    static func answer(to request: RoutedRequest, _ state: inout ConsoleState) -> ConsoleAnswer {
        let rows = state.traffic.table.rows
        let order = rows.indices.sorted { left, right in
            let (one, other) = (rows[left], rows[right])
            if one.severity != other.severity { return one.severity > other.severity }
            return one.loads == other.loads ? left < right : one.loads > other.loads
        }
        return .response(
            .json(RowList(session: state.settings.session, table: state.traffic.table, indices: order)))
    }
}

/// Rows with the revision that they are of.
struct RowList: JSONWritable {
    /// The session; nil in a stream, which has said it before.
    var session: String?
    let table: RowTable
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

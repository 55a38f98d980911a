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

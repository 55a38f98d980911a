/// `GET rows`: all rows, worst first.
enum RowsRoute: RouteHandler {
    static func answer(to request: RoutedRequest, in state: inout ConsoleState) -> ConsoleAnswer {
        let rows = state.traffic.table.rows
        // Of rows that are equally bad, the one with the most loads comes first.
        let order = rows.indices.sorted { first, second in
            let (left, right) = (rows[first], rows[second])
            if left.severity != right.severity { return left.severity > right.severity }
            if left.loads != right.loads { return left.loads > right.loads }
            return first < second
        }
        return .response(
            .json(RowList(session: state.settings.session, table: state.traffic.table, indices: order)))
    }
}

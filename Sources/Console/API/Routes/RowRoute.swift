/// `GET rows/{id}`: the details of one row.
enum RowRoute: RouteHandler {
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let row = state.traffic.table.rows[try request.rowIndex(in: state)]
        return .response(.json(RowDetail(of: row, in: &state.traffic)))
    }
}

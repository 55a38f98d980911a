/// `GET status`: the counts, and everything else that the page shows beside the rows.
enum StatusRoute: RouteHandler {
    static func answer(to request: RoutedRequest, in state: inout ConsoleState) -> ConsoleAnswer {
        .response(.json(state.status(at: request.now)))
    }
}

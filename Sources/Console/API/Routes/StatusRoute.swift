/// `GET status`: the counts above the list of rows, and everything else that the page shows beside the list.
enum StatusRoute: RouteHandler {
    static func answer(to request: RoutedRequest, in state: inout ConsoleState) -> ConsoleAnswer {
        .response(.json(state.status(at: request.now)))
    }
}

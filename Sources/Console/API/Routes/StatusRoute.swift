/// `GET status`: the counts, and everything else that the page shows beside the rows.
enum StatusRoute {
    static func answer(to request: RoutedRequest, _ state: inout ConsoleState) -> ConsoleAnswer {
        .response(.json(state.status(at: request.now)))
    }
}

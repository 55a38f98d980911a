/// `GET status`: the numbers, and what stands beside the rows.
enum StatusRoute {
    static func answer(to request: RoutedRequest, _ state: inout ConsoleState) -> ConsoleAnswer {
        guard let search = state.dueSearch() else { return .response(.json(state.status(at: request.now))) }
        return .computation(search)
    }
}

/// Answers the requests of one route of the API.
protocol RouteHandler: Sendable {
    /// Answers a request, or returns the computation of the answer. Throws a problem if the request is refused.
    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer
}

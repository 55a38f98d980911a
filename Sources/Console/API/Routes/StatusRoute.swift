import JSONWriting

/// `GET status`: the numbers, and what stands beside the rows.
enum StatusRoute {
    static func answer(to request: RoutedRequest, _ state: inout ConsoleState) -> ConsoleResponse {
        state.neverNeeded.renew(in: state.traffic)
        return .json(
            ConsoleStatus(
                state.settings, state.program, state.traffic, policies: state.policies,
                neverNeeded: state.neverNeeded.found, at: request.now))
    }
}

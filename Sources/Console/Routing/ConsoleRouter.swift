import TransportSecurity

/// The routes of the API below `/api/v1/`.
public enum ConsoleRouter {
    /// A method and a path of the API, with the function that answers.
    public struct Route: Sendable {
        /// The method.
        public let method: ConsoleRequest.Method
        /// The segments of the path. A segment in braces stands for any value.
        public let path: [String]
        /// The names of the members that a query may have.
        let members: [String]
        let answer: @Sendable (RoutedRequest, inout ConsoleState) throws(ConsoleProblem) -> ConsoleAnswer

        init(
            _ method: ConsoleRequest.Method, _ path: String, query members: [String] = [],
            _ answer: @escaping @Sendable (RoutedRequest, inout ConsoleState) throws(ConsoleProblem) -> ConsoleAnswer
        ) {
            self.method = method
            self.path = path.split(separator: "/").map(String.init)
            self.members = members
            self.answer = answer
        }

        /// The values for the segments in braces; nil if the route has another path.
        func parameters(in path: [String]) -> [String]? {
            guard path.count == self.path.count else { return nil }
            var values: [String] = []
            for (part, value) in zip(self.path, path) {
                if part.hasPrefix("{") { values.append(value) } else if part != value { return nil }
            }
            return values
        }
    }

    /// All routes, except the stream of events, which `ConsoleSite` answers.
    public static let routes: [Route] = [
        Route(.get, "status", StatusRoute.answer),
        Route(.get, "rows", RowsRoute.answer),
        Route(.get, "loads", query: ["after"], LoadsRoute.answer),
        Route(.get, "rows/{id}", RowRoute.answer),
        Route(.get, "rows/{id}/policy", query: ["format"], PatchedPolicyRoute.answer),
        Route(.get, "rows/{id}/certificates/{position}", CertificateRoute.answer),
        Route(.post, "rows/{id}/probe", ProbeRoute.answer),
        Route(.post, "policies", PoliciesRoute.answer),
        Route(.post, "what-if", WhatIfRoute.answer),
        Route(.get, "report", query: ["format"] + selection, ReportRoute.answer),
        Route(.get, "comparison", query: ["format", "against-build"] + selection, ComparisonRoute.answer),
        Route(.get, "advice", query: ["format", "policy"] + selection, AdviceRoute.answer),
        Route(.get, "recording", query: ["number"], RecordingRoute.answer),
    ]

    /// The members of a query that choose loads.
    private static let selection = ["app", "build", "device", "label", "host"]

    /// The methods of a path, in the words of `Allow`; empty for a path that is not of the API.
    public static func methods(of path: [String]) -> [String] {
        // A stream never ends, so it has no response to HEAD.
        if path == ["stream"] { return ["GET"] }
        let methods = Set(routes.filter { $0.parameters(in: path) != nil }.map(\.method))
        return (methods.contains(.get) ? ["GET", "HEAD"] : []) + (methods.contains(.post) ? ["POST"] : [])
    }

    /// The answer to a request at a time.
    public static func answer(
        to request: ConsoleRequest, in state: inout ConsoleState, at now: Instant
    ) -> ConsoleAnswer {
        let routesOfPath = routes.filter { $0.parameters(in: request.path) != nil }
        guard let route = routesOfPath.first(where: { $0.method == request.method }) else {
            guard !routesOfPath.isEmpty else {
                return .response(.problem(ConsoleProblem(404, "Not found", "The API has no such address.")))
            }
            return .response(.methodNotAllowed(methods(of: request.path)))
        }
        // A misspelled filter would otherwise choose everything.
        if let unknown = request.query.first(where: { !route.members.contains($0.name) }) {
            let known = route.members.isEmpty ? "none" : route.members.joined(separator: ", ")
            return .response(
                .problem(
                    ConsoleProblem(
                        400, "Unknown member",
                        "The query has the member \(unknown.name.visible(limit: 60)); this address knows \(known).")))
        }
        let routed = RoutedRequest(request, parameters: route.parameters(in: request.path) ?? [], at: now)
        do throws(ConsoleProblem) {
            return try route.answer(routed, &state)
        } catch {
            return .response(.problem(error))
        }
    }
}

import TransportSecurity

/// Passes each request to the API on to the handler of its route. The routes are below `/api/v1/`.
public enum ConsoleRouter {
    /// A method and a path of the API, with the handler of its requests.
    public struct Route: Sendable {
        /// The method.
        public let method: ConsoleRequest.Method
        /// The segments of the path below `/api/v1/`. A segment in braces stands for any value.
        public let path: [String]
        /// The names of the members that a query may have.
        let members: [String]
        let handler: any RouteHandler.Type

        init(
            _ method: ConsoleRequest.Method, _ path: String, query members: [String] = [],
            to handler: any RouteHandler.Type
        ) {
            self.method = method
            self.path = path.split(separator: "/").map(String.init)
            self.members = members
            self.handler = handler
        }

        /// The segments of a request's path that stand where the route has braces; nil if the route has another path.
        func parameters(in path: [String]) -> [String]? {
            guard path.count == self.path.count else { return nil }
            var values: [String] = []
            for (expected, value) in zip(self.path, path) {
                if expected.hasPrefix("{") {
                    values.append(value)
                } else if expected != value {
                    return nil
                }
            }
            return values
        }
    }

    /// All routes, except the stream of events, which `ConsoleSite` answers.
    public static let routes: [Route] = [
        Route(.get, "status", to: StatusRoute.self),
        Route(.get, "rows", to: RowsRoute.self),
        Route(.get, "loads", query: ["after"], to: LoadsRoute.self),
        Route(.get, "rows/{id}", to: RowRoute.self),
        Route(.get, "rows/{id}/policy", query: ["format"], to: PatchedPolicyRoute.self),
        Route(.get, "rows/{id}/certificates/{position}", to: CertificateRoute.self),
        Route(.post, "rows/{id}/probe", to: ProbeRoute.self),
        Route(.post, "policies", to: PoliciesRoute.self),
        Route(.post, "what-if", to: WhatIfRoute.self),
        Route(.get, "report", query: ["format"] + selection, to: ReportRoute.self),
        Route(.get, "comparison", query: ["format", "against-build"] + selection, to: ComparisonRoute.self),
        Route(.get, "advice", query: ["format", "policy"] + selection, to: AdviceRoute.self),
        Route(.get, "recording", query: ["number"], to: RecordingRoute.self),
    ]

    /// The members of a query that choose loads.
    private static let selection = ["app", "build", "device", "label", "host"]

    /// The methods that a path accepts, for the field `Allow`; empty for a path that is not of the API.
    public static func methods(of path: [String]) -> [String] {
        // A stream has no response to HEAD, because its response never ends.
        if path == ["stream"] { return ["GET"] }
        let methods = Set(routes.filter { $0.parameters(in: path) != nil }.map(\.method))
        return (methods.contains(.get) ? ["GET", "HEAD"] : []) + (methods.contains(.post) ? ["POST"] : [])
    }

    /// Answers a request that arrived at the time `now`.
    public static func answer(
        to request: ConsoleRequest, in state: inout ConsoleState, at now: Instant
    ) -> ConsoleAnswer {
        let routesOfPath = routes.filter { $0.parameters(in: request.path) != nil }
        guard let route = routesOfPath.first(where: { $0.method == request.method }) else {
            guard !routesOfPath.isEmpty else {
                return .response(
                    .problem(ConsoleProblem(404, title: "Not found", detail: "The API has no such address.")))
            }
            return .response(.methodNotAllowed(methods(of: request.path)))
        }
        let routed = RoutedRequest(request, parameters: route.parameters(in: request.path) ?? [], at: now)
        do throws(ConsoleProblem) {
            try checkQuery(of: request, for: route)
            return try route.handler.answer(to: routed, in: &state)
        } catch {
            return .response(.problem(error))
        }
    }

    /// Throws a problem if the query has a member that the route does not know. A misspelled filter would otherwise
    /// choose everything.
    private static func checkQuery(of request: ConsoleRequest, for route: Route) throws(ConsoleProblem) {
        guard let unknown = request.query.first(where: { !route.members.contains($0.name) }) else { return }
        let known = route.members.isEmpty ? "none" : route.members.joined(separator: ", ")
        throw ConsoleProblem(
            400, title: "Unknown member",
            detail: "The query has the member \(unknown.name.visible(limit: 60)); this address knows \(known).")
    }
}

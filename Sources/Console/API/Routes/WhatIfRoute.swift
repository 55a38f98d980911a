import TransportSecurity

/// `POST what-if`: the rows that change under another policy or system.
enum WhatIfRoute: RouteHandler {
    private struct Body: Decodable {
        /// The name of the other system; nil for the system of each load.
        var os: String?
        /// The identifier of the other policy; nil for the policy of each load.
        var policy: String?
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let body = try request.body(Body.self, expecting: #"{"os": "ios26.4" or null, "policy": "…" or null}"#)
        let os = try body.os.map(system)
        let policy = try body.policy.map { (id) throws(ConsoleProblem) in try self.policy(id, in: state) }
        let snapshot = state.traffic.snapshot
        return .computation(
            ConsoleComputation { cache in
                .response(.json(WhatIf(snapshot, by: cache.replay(for: snapshot), policy: policy, os: os)))
            })
    }

    private static func system(_ name: String) throws(ConsoleProblem) -> OSVersion {
        do throws(UnknownOSVersion) {
            return try OSVersion(name: name)
        } catch {
            throw ConsoleProblem(422, title: "Unknown system", detail: error.description.visible(limit: 1000))
        }
    }

    private static func policy(_ id: String, in state: ConsoleState) throws(ConsoleProblem) -> WhatIfPolicy {
        if let policy = state.policy(id) { return policy }
        throw ConsoleProblem(
            422, title: "Unknown policy",
            detail: "There is no policy \(id.visible(limit: 100)); status lists those there are.")
    }
}

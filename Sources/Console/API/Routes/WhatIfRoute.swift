import TransportSecurity

/// `POST what-if`: the rows that change under another policy or system.
enum WhatIfRoute {
    private struct Body: Decodable {
        var os: String?
        var policy: String?
    }

    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let body = try request.body(Body.self, #"{"os": "ios26.4" or null, "policy": "…" or null}"#)
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
            throw ConsoleProblem(422, "Unknown system", error.description.visible(limit: 1000))
        }
    }

    private static func policy(_ id: String, in state: ConsoleState) throws(ConsoleProblem) -> WhatIfPolicy {
        if let policy = state.policy(id) { return policy }
        throw ConsoleProblem(
            422, "Unknown policy", "There is no policy \(id.visible(limit: 100)); status lists those there are.")
    }
}

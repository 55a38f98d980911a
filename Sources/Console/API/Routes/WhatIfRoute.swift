import TransportSecurity

/// `POST what-if`: judges all loads under another policy or OS, and answers with the rows whose verdict changes.
enum WhatIfRoute: RouteHandler {
    private struct Body: Decodable {
        /// The name of the other OS, such as `ios26.4`; nil for the OS of each load.
        var os: String?
        /// The identifier of the other policy; nil for the policy of each load.
        var policy: String?
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let body = try request.body(Body.self, expecting: #"{"os": "ios26.4" or null, "policy": "…" or null}"#)
        let os = try body.os.map(osVersion(named:))
        let policy = try body.policy.map { (id) throws(ConsoleProblem) in try self.policy(withID: id, in: state) }
        let snapshot = state.traffic.snapshot
        return .computation(
            ConsoleComputation { cache in
                .response(.json(WhatIf(snapshot, by: cache.replay(for: snapshot), policy: policy, os: os)))
            })
    }

    private static func osVersion(named name: String) throws(ConsoleProblem) -> OSVersion {
        do throws(UnknownOSVersion) {
            return try OSVersion(name: name)
        } catch {
            throw ConsoleProblem(422, title: "Unknown system", detail: error.description.visible(limit: 1000))
        }
    }

    private static func policy(withID id: String, in state: ConsoleState) throws(ConsoleProblem) -> WhatIfPolicy {
        if let policy = state.policy(id) { return policy }
        throw ConsoleProblem(
            422, title: "Unknown policy",
            detail: "There is no policy \(id.visible(limit: 100)); status lists those there are.")
    }
}

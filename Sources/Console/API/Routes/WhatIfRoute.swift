import TransportSecurity

/// `POST what-if`: the rows that change under another policy or system.
enum WhatIfRoute {
    private struct Body: Decodable {
        var os: String?
        var policy: String?
    }

    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleResponse {
        let body = try request.body(Body.self, #"{"os": "ios26.4" or null, "policy": "…" or null}"#)
        var os: OSVersion?
        if let name = body.os {
            do throws(UnknownOSVersion) {
                os = try OSVersion(name: name)
            } catch {
                throw ConsoleProblem(422, "Unknown system", error.description.visible(limit: 1000))
            }
        }
        var policy: WhatIfPolicy?
        if let id = body.policy {
            guard let known = state.policy(id) else {
                throw ConsoleProblem(
                    422, "Unknown policy", "There is no policy \(id.visible(limit: 100)); status lists those there are."
                )
            }
            policy = known
        }
        return .json(WhatIf(state.traffic, policy: policy, os: os))
    }
}

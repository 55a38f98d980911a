import AppBundle
import JSONWriting
import TransportSecurity

/// `POST policies`: uploads a policy for what-if.
enum PoliciesRoute: RouteHandler {
    private struct Body: Decodable {
        /// The name of the file.
        var name: String
        /// The content of the file in Base64.
        var content: String
    }

    static func answer(
        to request: RoutedRequest, in state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleAnswer {
        let lint = PolicyLint(readBy: .newest, publicSuffixes: state.settings.publicSuffixes)
        return .computation(
            ConsoleComputation { (_) throws(ConsoleProblem) in
                let body = try request.body(Body.self, expecting: #"{"name": "…", "content": "…in Base64"}"#)
                guard let bytes = Base64.decode(body.content) else {
                    throw ConsoleProblem(400, title: "Malformed body", detail: "The member content is not Base64.")
                }
                let name = body.name.isEmpty ? "policy" : body.name.visible(limit: 200)
                return .policy(try UploadedPolicy(named: name, bytes, lintedBy: lint))
            })
    }
}

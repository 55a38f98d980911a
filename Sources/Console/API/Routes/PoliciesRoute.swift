import AppBundle
import JSONWriting
import TransportSecurity

/// `POST policies`: takes a policy for what-if.
enum PoliciesRoute {
    private struct Body: Decodable {
        var name: String
        var content: String
    }

    static func answer(
        to request: RoutedRequest, _ state: inout ConsoleState
    ) throws(ConsoleProblem) -> ConsoleResponse {
        let body = try request.body(Body.self, #"{"name": "…", "content": "…in Base64"}"#)
        guard let bytes = Base64.decode(body.content) else {
            throw ConsoleProblem(400, "Malformed body", "The member content is not Base64.")
        }
        let name = body.name.isEmpty ? "policy" : body.name.visible(limit: 200)
        let lint = PolicyLint(readBy: .newest, publicSuffixes: state.settings.publicSuffixes)
        let added = try state.uploads.add(named: name, bytes, lintedBy: lint)
        return .json(Answer(policy: added), status: 201)
    }

    private struct Answer: JSONWritable {
        let policy: UploadedPolicy

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("id", policy.reference.id)
                json.member("name", policy.reference.name)
                json.member("warnings", policy.policy.warnings)
                json.name("lint")
                json.array { json in
                    for lint in policy.lints.prefix(500) {
                        json.object { json in
                            json.member("severity", lint.severity.rawValue)
                            json.member("message", lint.message)
                            json.member("line", lint.position?.line)
                        }
                    }
                }
            }
        }
    }
}

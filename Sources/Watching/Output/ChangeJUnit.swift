import Documents

extension PassReport {
    /// The pass as JUnit XML, with a case for each server: failed after a change for the worse, an error while the
    /// server is down or not judged, else passed.
    public var junit: String {
        let worse = Dictionary(grouping: changes.filter { $0.grade == .worse }, by: \.server)
        let cases = servers.sorted { $0.key < $1.key }.map { server, state in
            JUnitCase(server: server, state: state, worse: worse[server] ?? [])
        }
        let failures = cases.count { $0.result == .failure }
        let errors = cases.count { $0.result == .error }
        let numbers = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="atsproxy watch" \(numbers)>
            <testsuite name="Watched servers" \(numbers) skipped="0">
            \(cases.map(\.text).joined(separator: "\n"))
            </testsuite>
            </testsuites>
            """
    }
}

private struct JUnitCase {
    let server: String
    let state: ServerState
    let worse: [Change]

    enum Result { case passed, failure, error }

    var result: Result {
        if worse.contains(where: { $0.subject != .reach && $0.subject != .unjudged }) { return .failure }
        return state.outage != nil || state.isUnjudged ? .error : .passed
    }

    var text: String {
        let opening = "<testcase classname=\"watch\" name=\"\(Escaping.markup(server))\""
        switch result {
        case .passed: return opening + "/>"
        case .failure:
            let lines = worse.map { Escaping.markup("\($0.title): \($0.text)") }.joined(separator: "\n")
            let first = worse.first?.title ?? ""
            return opening + "><failure type=\"\(Escaping.markup(first))\">\(lines)</failure></testcase>"
        case .error:
            let reason = state.outage ?? state.conditions.first { $0.kind == .unjudged }?.text ?? ""
            let type = state.outage == nil ? "unjudged" : "unreached"
            return opening + "><error type=\"\(type)\" message=\"\(Escaping.markup(reason))\"/></testcase>"
        }
    }
}

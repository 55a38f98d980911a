import Documents

extension PassReport {
    /// The state of the servers as JUnit XML. A CI system compares the states of runs itself.
    ///
    /// Each server is a case: failed after a change for the worse and as long as a condition holds, an error while the
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

/// A test case of the JUnit document: one server with its result.
private struct JUnitCase {
    let server: String
    let state: ServerState
    /// The changes for the worse, and the conditions that an earlier pass has told.
    private let faults: [Change]

    init(server: String, state: ServerState, worse: [Change]) {
        self.server = server
        self.state = state
        let told = Set(worse.map { "\($0.subject) \($0.name ?? "")" })
        // The conditions of a server that is down are those of the last time that it was reached.
        let lasting = state.outage == nil ? state.conditions.map { Change($0, of: server) } : []
        faults = (worse + lasting.filter { !told.contains("\($0.subject) \($0.name ?? "")") })
            .filter(\.isFault)
    }

    enum Result { case passed, failure, error }

    var result: Result {
        if !faults.isEmpty { return .failure }
        return state.outage != nil || state.isUnjudged || state.failsDiscovery ? .error : .passed
    }

    var text: String {
        let opening = "<testcase classname=\"watch\" name=\"\(Escaping.markup(server))\""
        switch result {
        case .passed: return opening + "/>"
        case .failure:
            let lines = faults.map { Escaping.markup("\($0.title): \($0.text)") }.joined(separator: "\n")
            let type = faults.first?.title ?? ""
            return opening + "><failure type=\"\(Escaping.markup(type))\">\(lines)</failure></testcase>"
        case .error:
            let gap = state.conditions.first { $0.kind == .unjudged || $0.kind == .openDiscovery }
            let reason = state.outage ?? gap?.text ?? ""
            let type = state.outage == nil ? "unjudged" : "unreached"
            return opening + "><error type=\"\(type)\" message=\"\(Escaping.markup(reason))\"/></testcase>"
        }
    }
}

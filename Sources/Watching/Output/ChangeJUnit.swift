import Documents

extension PassReport {
    /// The state of the servers as JUnit XML. A CI system compares the states of runs itself.
    ///
    /// Each server is a case: failed after a change for the worse and as long as a condition holds, an error while the
    /// server is down or not judged, else passed.
    public var junit: String {
        let worse = Dictionary(grouping: changes.filter { $0.grade == .worse }, by: \.server)
        let cases = servers.sorted { $0.key < $1.key }.map { server, state in
            JUnitDocument.Case(server, of: "watch", result: Self.result(of: server, state, worse: worse[server] ?? []))
        }
        return JUnitDocument(named: "atsproxy watch", suites: [JUnitDocument.Suite("Watched servers", cases: cases)])
            .text
    }

    /// The result of a server.
    ///
    /// - Parameter worse: The changes for the worse.
    private static func result(of server: String, _ state: ServerState, worse: [Change]) -> JUnitDocument.Result {
        let told = Set(worse.map { "\($0.subject) \($0.name ?? "")" })
        // The conditions of a server that is down are those of the last time that it was reached.
        let lasting = state.outage == nil ? state.conditions.map { Change($0, of: server) } : []
        let faults = (worse + lasting.filter { !told.contains("\($0.subject) \($0.name ?? "")") }).filter(\.isFault)
        if let first = faults.first {
            return .failed(type: first.title, lines: faults.map { "\($0.title): \($0.text)" })
        }
        guard state.outage != nil || state.isUnjudged || state.failsDiscovery else { return .passed }
        let gap = state.conditions.first { $0.kind == .unjudged || $0.kind == .openDiscovery }
        return .erroneous(
            type: state.outage == nil ? "unjudged" : "unreached", message: state.outage ?? gap?.text ?? "")
    }
}

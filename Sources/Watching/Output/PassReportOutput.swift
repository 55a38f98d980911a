import Documents
import JSONWriting
import Metrics
import TransportSecurity

// The result of a pass as a document, as lines of JSON, and as metrics.

extension PassReport {
    /// The changes for readers, and after the first pass the totals; nil if there is nothing to say.
    public var document: Document? {
        guard isFirst || !changes.isEmpty else { return nil }
        var blocks: [Document.Block] = []
        for grade in Change.Grade.allCases {
            let changesOfGrade = changes.filter { $0.grade == grade }
            guard !changesOfGrade.isEmpty else { continue }
            blocks.append(.heading(grade.heading))
            blocks.append(.list(changesOfGrade.map { "\($0.server): \($0.title): \($0.text)" }))
        }
        if let loss { blocks.append(.paragraph(loss)) }
        blocks.append(.paragraph((isFirst ? "The first pass. " : "") + totals))
        return Document(title: title, blocks: blocks)
    }

    private var title: String {
        let serverCount = Quantity.of(servers.count, "server")
        guard !changes.isEmpty else { return "No finding at \(serverCount)" }
        let changedCount = Quantity.grouped(Set(changes.map(\.server)).count)
        return "\(Quantity.of(changes.count, isFirst ? "finding" : "change")) at \(changedCount) of \(serverCount)"
    }
}

extension Change.Grade {
    fileprivate var heading: String {
        switch self {
        case .worse: "Worse"
        case .better: "Better"
        case .neutral: "Changed"
        }
    }
}

extension PassReport {
    /// The changes as JSON, one object each.
    public var lines: [String] {
        changes.map { change in
            var json = JSONWriter()
            json.object { json in
                json.member("time", change.time ?? time)
                json.member("server", change.server)
                json.member("grade", change.grade)
                json.member("subject", change.subject)
                json.member("name", change.name)
                json.member("text", change.text)
            }
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }
}

extension Change.Grade: JSONWritable {}
extension Change.Subject: JSONWritable {}

extension PassReport {
    /// The states of the servers as metrics. Each server is a label; there are only as many as a person has listed.
    public var metrics: [MetricFamily] {
        let states = servers.sorted { $0.key < $1.key }
        let prefix = "atsproxy_watch_"
        func perServer(_ name: String, help: String, value: (ServerState) -> Int?) -> MetricFamily {
            MetricFamily(
                prefix + name, .gauge, help,
                states.compactMap { server, state in
                    value(state).map { MetricFamily.Sample([.init("server", server)], .integer($0)) }
                })
        }
        return [
            .gauge(prefix + "last_pass_timestamp_seconds", "Time of the last pass.", Int(time.seconds)),
            perServer("server_up", help: "Whether the server was reached.") { $0.outage == nil ? 1 : 0 },
            perServer("certificate_not_after_timestamp_seconds", help: "End of the server's certificate.") {
                $0.certificate.map { Int($0.notAfter.seconds) }
            },
            MetricFamily(
                prefix + "conditions", .gauge, "Facts about the server that ought to change.",
                states.flatMap { server, state in
                    Condition.Kind.allCases.map { kind in
                        MetricFamily.Sample(
                            [.init("server", server), .init("kind", kind.rawValue)],
                            .integer(state.conditions.count { $0.kind == kind }))
                    }
                }),
        ]
    }
}

import InternetNames
import PostgreSQL
import Recordings
import TransportSecurity

extension CondensedPart.Statement {
    /// Writes the row of the statement for the temporary table `pushed_statements`. From there, each statement gets
    /// into the table of its type.
    func write(to rows: inout CopyRows) {
        switch event {
        case .policy(let event): write(.policies, id: event.id, at: event.time, to: &rows)
        case .trust(let event): write(.trusts, id: event.id, at: event.time, to: &rows)
        case .facts(let event):
            let server = Authority(host: event.host, port: event.port)
            write(.facts, id: event.id, of: server, trust: event.trust, at: event.time, to: &rows)
        case .service(let event): write(.services, of: event.authority, at: event.time, to: &rows)
        case .label(let event): write(.labels, id: event.label, at: event.time, to: &rows)
        case .decision, .closed, .lost, .segment, .unknown: return
        }
    }

    /// The time at which a statement was recorded; nil for other events.
    var time: Instant? {
        switch event {
        case .policy(let event): event.time
        case .trust(let event): event.time
        case .facts(let event): event.time
        case .service(let event): event.time
        case .label(let event): event.time
        case .decision, .closed, .lost, .segment, .unknown: nil
        }
    }

    /// Writes the columns of `pushed_statements`.
    private func write(
        _ table: StatementTable, id: String? = nil, of server: Authority? = nil, trust: String? = nil,
        at time: Instant, to rows: inout CopyRows
    ) {
        rows.append(table.rawValue)
        rows.append(digest)
        rows.append(id.map(StoredText.stored))
        rows.append((server?.host.description).map(StoredText.stored))
        rows.append(server?.port)
        rows.append(trust.map(StoredText.stored))
        rows.append(StoredTime.text(of: time))
        rows.append(String(decoding: line, as: UTF8.self))
        rows.endRow()
    }
}

extension CondensedPart.Kind {
    /// Writes the row of the kind for the temporary table `pushed_kinds`.
    func write(to rows: inout CopyRows) {
        let app = decision.app
        rows.append(id.description)
        rows.append((app?.name).map(StoredText.stored))
        rows.append((app?.version).map(StoredText.stored))
        rows.append((app?.os?.description).map(StoredText.stored))
        rows.append((decision.host?.description).map(StoredText.stored))
        rows.append(decision.port)
        rows.append(decision.client?.mode?.rawValue)
        rows.append(decision.decision.rawValue)
        rows.append(Set(decision.violations.map(\.rule.rawValue)).sorted())
        rows.append((decision.policy?.value.digest).map(StoredText.stored))
        rows.append(decision.facts.map(StoredText.stored))
        rows.append(StoredTime.text(of: decision.time))
        rows.append(StoredText.stored(load))
        rows.append(String(decoding: line, as: UTF8.self))
        rows.endRow()
    }
}

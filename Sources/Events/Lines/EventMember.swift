/// The top-level members of events that a `ScannedLine` reads, or must not have twice. The raw value is the number of
/// the member's bit in a word of 64 bits.
enum EventMember: UInt8 {
    case time, event, id, listener, client, user, app, method, scheme, host, port, path, address, mode, decision
    case policy, facts, tls, tunnel, violations, warnings, notes, error
    case bytesFromClient, bytesFromServer, durationMilliseconds, endedBy, how, clientRefusal
    case certificates, handshakes, count, label, serverFacts, route, accepted, kind, after, ended

    /// Creates the member with a name; nil if events have no such member.
    init?(_ name: JSONScanner.Slice) {
        // The length is compared first, because it distinguishes most names.
        switch name.count {
        case 2 where name.isEqual(to: "id"): self = .id
        case 3 where name.isEqual(to: "app"): self = .app
        case 3 where name.isEqual(to: "tls"): self = .tls
        case 3 where name.isEqual(to: "how"): self = .how
        case 4 where name.isEqual(to: "time"): self = .time
        case 4 where name.isEqual(to: "host"): self = .host
        case 4 where name.isEqual(to: "port"): self = .port
        case 4 where name.isEqual(to: "path"): self = .path
        case 4 where name.isEqual(to: "mode"): self = .mode
        case 4 where name.isEqual(to: "user"): self = .user
        case 4 where name.isEqual(to: "kind"): self = .kind
        case 5 where name.isEqual(to: "event"): self = .event
        case 5 where name.isEqual(to: "after"): self = .after
        case 5 where name.isEqual(to: "ended"): self = .ended
        case 5 where name.isEqual(to: "facts"): self = .facts
        case 5 where name.isEqual(to: "notes"): self = .notes
        case 5 where name.isEqual(to: "error"): self = .error
        case 5 where name.isEqual(to: "count"): self = .count
        case 5 where name.isEqual(to: "label"): self = .label
        case 5 where name.isEqual(to: "route"): self = .route
        case 6 where name.isEqual(to: "client"): self = .client
        case 6 where name.isEqual(to: "method"): self = .method
        case 6 where name.isEqual(to: "scheme"): self = .scheme
        case 6 where name.isEqual(to: "policy"): self = .policy
        case 6 where name.isEqual(to: "tunnel"): self = .tunnel
        case 7 where name.isEqual(to: "address"): self = .address
        case 7 where name.isEqual(to: "endedBy"): self = .endedBy
        case 8 where name.isEqual(to: "listener"): self = .listener
        case 8 where name.isEqual(to: "decision"): self = .decision
        case 8 where name.isEqual(to: "accepted"): self = .accepted
        case 8 where name.isEqual(to: "warnings"): self = .warnings
        case 10 where name.isEqual(to: "violations"): self = .violations
        case 10 where name.isEqual(to: "handshakes"): self = .handshakes
        case 11 where name.isEqual(to: "serverFacts"): self = .serverFacts
        case 12 where name.isEqual(to: "certificates"): self = .certificates
        case 13 where name.isEqual(to: "clientRefusal"): self = .clientRefusal
        case 15 where name.isEqual(to: "bytesFromClient"): self = .bytesFromClient
        case 15 where name.isEqual(to: "bytesFromServer"): self = .bytesFromServer
        case 20 where name.isEqual(to: "durationMilliseconds"): self = .durationMilliseconds
        case _: return nil
        }
    }

    /// Whether equal loads share the whole value of this member in a decision (`DecisionEvent.sharedMembers`). Equal
    /// loads share only a part of some other members, such as the app.
    var isShared: Bool {
        switch self {
        case .scheme, .host, .port, .route, .mode, .decision, .policy, .facts, .tls, .tunnel, .accepted: return true
        case .time, .event, .id, .listener, .client, .user, .app, .method, .path, .address, .violations, .warnings,
            .notes, .error, .bytesFromClient, .bytesFromServer, .durationMilliseconds, .endedBy, .how, .clientRefusal,
            .certificates, .handshakes, .count, .label, .serverFacts, .kind, .after, .ended:
            return false
        }
    }
}

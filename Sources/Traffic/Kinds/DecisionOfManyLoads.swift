import Events
import TransportSecurity

extension DecisionEvent {
    /// Whether the proxy lets the load pass and records an event at its end. Decisions without a route are those of
    /// refusals and of earlier versions.
    package var isFollowedByEnd: Bool {
        guard case .client = origin, route != nil else { return false }
        switch decision {
        case .allowed, .wouldBlock: return true
        case .blocked, .failed: return false
        }
    }

    /// The decision without the members that only one of many equal loads has.
    package var withoutClient: DecisionEvent {
        var event = self
        switch origin {
        case .client(var client):
            (client.address, client.user, client.label) = (nil, nil, nil)
            event.origin = .client(client)
        case .check: event.origin = .check(serverFacts: [])
        }
        (event.path, event.kind, event.after, event.ended) = (nil, nil, nil, nil)
        // The facts have the certificates of servers, but only the decision tells which one a tunnel showed.
        let certificates = tls?.source == .tunnel ? 1 : 0
        guard let tls, tls.certificates.count > certificates else { return event }
        event.tls = tls.changed { $0.certificates = Array($0.certificates.prefix(certificates)) }
        return event
    }
}

import Events
import TransportSecurity

extension DecisionEvent {
    /// Whether the proxy lets the load pass and records an event at its end. Decisions without a mode are those of
    /// `check`, and decisions without a route those of refusals and of earlier versions.
    package var isFollowedByEnd: Bool {
        guard mode != nil, route != nil else { return false }
        switch decision {
        case .allowed, .wouldBlock: return true
        case .blocked, .failed: return false
        }
    }

    /// The decision without the members that only one of many equal loads has.
    package var withoutClient: DecisionEvent {
        var event = withListener
        (event.client, event.user, event.path, event.label) = (nil, nil, nil, nil)
        (event.kind, event.after, event.ended) = (nil, nil, nil)
        // The facts have the certificates of servers, but only the decision tells which one a tunnel showed.
        let certificates = tls?.source == .tunnel ? 1 : 0
        guard let tls, tls.certificates.count > certificates else { return event }
        event.tls = tls.changed { $0.certificates = Array($0.certificates.prefix(certificates)) }
        return event
    }

    /// The event with the name of a listener, without which its writer omits the members about the client and the app.
    /// A log shipper may have left the name out.
    private var withListener: DecisionEvent {
        var event = self
        event.listener = listener ?? ""
        return event
    }
}

import InternetNames
import JSONWriting
import TransportSecurity

/// The members that equal loads share. This file defines which loads are alike: the proxy, the console, reports,
/// condensed recordings and stores count loads with equal members together.
extension DecisionEvent {
    /// The identifier of the kind of loads to which this load belongs.
    ///
    /// - Parameter digest: Computes SHA-256.
    public func kindID(digest: ([UInt8]) -> [UInt8]) -> LoadKindID {
        LoadKindID(digest: digest(sharedMembers))
    }

    /// The members that equal loads share, as a JSON object without spaces. Members without a value are not left out.
    ///
    /// The time, the client, its user, the test case, the path, the method, the address and the texts for people are
    /// left out, because they differ between equal loads. The app, the handshake and the findings are reduced to the
    /// members that reports depend on.
    public var sharedMembers: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("scheme", scheme)
            json.member("host", host)
            json.member("port", port)
            json.member("route", route)
            json.member("mode", client?.mode)
            json.member("decision", decision)
            json.member("app", app.map { SharedApp(app: $0) })
            json.member("policy", policy)
            json.member("facts", facts)
            json.member("tls", tls.map { SharedHandshake(summary: $0.value) })
            json.member("tunnel", tunnel)
            json.member("accepted", accepted)
            json.member("violations", violations.map(\.rule))
            json.member("warnings", warnings.map(\.rule))
            json.member("error", error.map { SharedFailure(failure: $0) })
        }
        return json.bytes
    }

    /// Combines the members that equal loads share into the key under which their identifier is remembered. The caller
    /// combines others at less cost: the host, the port, the route, the app and the policy.
    public func combineSharedMembers(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(client?.mode)
        hasher.combine(decision)
        hasher.combine(facts)
        if let tls {
            hasher.combine(tls.value.source)
            hasher.combine(tls.value.version)
            hasher.combine(tls.value.cipher)
        }
        if let tunnel { hasher.combine(tunnel) }
        hasher.combine(accepted)
        if let error {
            hasher.combine(error.kind)
            hasher.combine(error.nextHop)
            hasher.combine(error.receivedStatus)
        }
        // Nearly all loads have neither.
        if violations.isEmpty, warnings.isEmpty { return }
        for violation in violations { hasher.combine(violation.rule) }
        hasher.combine(violations.count)
        for warning in warnings { hasher.combine(warning.rule) }
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
        (event.path, event.kind, event.firstKind, event.ended) = (nil, nil, nil, nil)
        // The facts have the certificates of servers, but only the decision tells which one a tunnel showed.
        let certificates = tls?.source == .tunnel ? 1 : 0
        guard let tls, tls.certificates.count > certificates else { return event }
        event.tls = tls.changed { $0.certificates = Array($0.certificates.prefix(certificates)) }
        return event
    }
}

private struct SharedApp: JSONWritable {
    let app: ClientApp

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", app.name)
            json.member("version", app.version)
            json.member("api", app.api)
            json.member("os", app.os)
        }
    }
}

private struct SharedHandshake: JSONWritable {
    let summary: TLSSummary

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("source", summary.source)
            json.member("version", summary.version)
            json.member("cipher", summary.cipher)
        }
    }
}

private struct SharedFailure: JSONWritable {
    let failure: DecisionEvent.Failure

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", failure.kind)
            json.member("nextHop", failure.nextHop)
            json.member("receivedStatus", failure.receivedStatus)
        }
    }
}

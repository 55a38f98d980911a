import HTTP
import HTTPServer
import InternetNames
import Metrics

/// The responses of the metrics server, by path: the metrics, the health of the process, and its readiness for clients.
///
/// There is no password, because the addresses only show numbers and change nothing.
package struct MetricsRoutes {
    /// Whether the proxy takes new clients.
    package let readiness: () -> Readiness
    /// All metrics now.
    package let families: () -> [MetricFamily]

    /// Creates the responses.
    package init(readiness: @escaping () -> Readiness, families: @escaping () -> [MetricFamily]) {
        (self.readiness, self.families) = (readiness, families)
    }

    /// The response to a complete request.
    package func response(to request: ServerRequest) -> ServerResponse {
        guard let address = Address(rawValue: request.path.text) else {
            let addresses = Address.allCases.map(\.rawValue).joined(separator: ", ")
            return .sentence(status: 404, "There is nothing here but \(addresses).")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = ServerResponse.sentence(status: 405, "This address takes GET and HEAD.")
            response.fields.append(.init("Allow", "GET, HEAD"))
            return response
        }
        switch address {
        case .metrics: return metrics(for: request)
        case .health: return .sentence(status: 200, "The process lives.")
        case .readiness: return readinessResponse
        }
    }

    /// The response to a malformed or incomplete request, after which the connection is closed.
    package func response(to fault: ServerRequestReader.Fault) -> ServerResponse {
        switch fault {
        case .malformed(let error): return .sentence(status: Int(error.status), error.message)
        case .notAPath: return .sentence(status: 421, "This server has the metrics of atsproxy and is no proxy.")
        case .bodyTooLarge: return .sentence(status: 413, "A request to this server has no body.")
        }
    }

    private enum Address: String, CaseIterable {
        case metrics = "/metrics"
        case health = "/healthz"
        case readiness = "/readyz"
    }

    private func metrics(for request: ServerRequest) -> ServerResponse {
        let format = MetricsFormat.preferred(accepting: request.acceptFields)
        return ServerResponse(
            contentType: format.contentType, fields: [.init("Vary", "Accept")],
            body: MetricsText(families(), in: format).bytes)
    }

    private var readinessResponse: ServerResponse {
        switch readiness() {
        case .starting: return .sentence(status: 503, "The proxy does not listen yet.")
        case .ready: return .sentence(status: 200, "The proxy listens.")
        case .draining: return .sentence(status: 503, "The proxy takes no new clients, because it is about to end.")
        }
    }
}

extension ServerRequest {
    /// The values of the `Accept` fields.
    fileprivate var acceptFields: [String] {
        (0..<fields.count).map { fields[$0] }.filter { ByteString($0.name).text.lowercased() == "accept" }
            .map { ByteString($0.value).text }
    }
}

extension ServerResponse {
    /// A sentence as plain text.
    fileprivate static func sentence(status: Int, _ sentence: String) -> ServerResponse {
        ServerResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array("\(sentence)\n".utf8))
    }
}

/// The readiness of the proxy for new clients, for load balancers and orchestrators.
package enum Readiness: String {
    /// The proxy does not listen yet.
    case starting
    /// The proxy listens.
    case ready
    /// The proxy takes no new clients, and is about to end.
    case draining
}

import ForwardProxy
import HTTP
import HTTPServer
import Metrics
import Testing

@testable import MetricsServing

@Suite struct MetricsRoutesTests {
    private func routes(_ readiness: Readiness = .ready) -> MetricsRoutes {
        MetricsRoutes(readiness: { readiness }, families: { [.gauge("a", "A number.", 1)] })
    }

    /// The request of a head; nil if it is none.
    private func request(_ line: String, _ fields: String...) throws -> ServerRequest {
        var reader = ServerRequestReader(headLimit: ServerConnection.headLimit)
        let text = "\(line) HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
        var input = Array(text.utf8)[...]
        return try #require(try reader.consume(&input) { _ in 0 })
    }

    private func response(_ line: String, _ fields: String...) throws -> ServerResponse {
        var request = try request(line)
        if let first = fields.first { request = try self.request(line, first) }
        if fields.count > 1 { request = try self.request(line, fields[0], fields[1]) }
        return routes().response(to: request)
    }

    @Test(arguments: [
        ("GET /metrics", 200), ("HEAD /metrics", 200), ("GET /metrics?name[]=a", 200), ("GET /healthz", 200),
        ("HEAD /healthz", 200), ("GET /readyz", 200), ("POST /metrics", 405), ("OPTIONS /healthz", 405),
        ("PUT /readyz", 405), ("GET /", 404), ("GET /metrics/", 404), ("GET /Metrics", 404), ("GET /%6Detrics", 404),
        ("POST /", 404),
    ])
    func addressesAndMethods(line: String, status: Int) throws {
        let response = try response(line)
        #expect(response.status == status)
        #expect(response.fields.contains(.init("Allow", "GET, HEAD")) == (status == 405))
    }

    @Test func theFormatIsThatOfTheAcceptFields() throws {
        let plain = try response("GET /metrics")
        #expect(plain.contentType == MetricsFormat.prometheus.contentType)
        #expect(plain.fields == [.init("Vary", "Accept")])
        #expect(String(decoding: plain.body, as: UTF8.self) == "# HELP a A number.\n# TYPE a gauge\na 1\n")
        let open = try response(
            "GET /metrics", "accept: text/plain;q=0.5", "ACCEPT: application/openmetrics-text; version=1.0.0")
        #expect(open.contentType == MetricsFormat.openMetrics.contentType)
        #expect(String(decoding: open.body, as: UTF8.self).hasSuffix("\na 1\n# EOF\n"))
    }

    @Test(arguments: [(Readiness.starting, 503), (.ready, 200), (.draining, 503)])
    func readiness(_ readiness: Readiness, status: Int) throws {
        #expect(routes(readiness).response(to: try request("GET /readyz")).status == status)
        #expect(routes(readiness).response(to: try request("GET /healthz")).status == 200)
    }

    @Test func faultsHaveTheirStatus() {
        #expect(routes().response(to: .malformed(.timedOut)).status == 408)
        #expect(routes().response(to: .malformed(.headTooLarge)).status == 431)
        #expect(routes().response(to: .notAPath).status == 421)
        #expect(routes().response(to: .bodyTooLarge(limit: 0)).status == 413)
    }
}

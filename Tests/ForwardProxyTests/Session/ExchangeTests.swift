import HTTP
import Testing

@testable import ForwardProxy

@Suite struct ExchangeTests {
    private static func exchange(_ request: String = "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n") throws -> Exchange {
        var parser = RequestParser(limits: MessageLimits())
        var bytes = Array(request.utf8)[...]
        let head = try #require(try parser.consume(&bytes))
        guard case .absolute(let target) = head.target else { preconditionFailure("the target is absolute") }
        return Exchange(
            load: RequestedLoad(head, for: target), permit: SessionScript.permit, upstreamProxy: nil,
            requestBody: .relaying,
            response: .awaited(Exchange.AwaitedResponse(mayBeUnseen: true)),
            responseParser: ResponseParser(limits: MessageLimits()))
    }

    /// `#expect` cannot hold an exchange, which must not be copied, but the value of its property.
    private static func value<Value>(_ value: Value) -> Value { value }

    @Test func hasAStatusOnceTheHeadWasSent() throws {
        var exchange = try Self.exchange()
        #expect(Self.value(exchange.status) == nil)
        let head = Exchange.SentHead(status: 404, closesClient: false, originPersists: true)
        exchange.response = .delivering(head, .relaying)
        #expect(Self.value(exchange.status) == 404)
    }

    @Test func theRequestIsSentOnceItsBodyIs() throws {
        var exchange = try Self.exchange()
        #expect(!Self.value(exchange.requestIsSent))
        exchange.requestBody = .abandoned
        #expect(!Self.value(exchange.requestIsSent))
        exchange.requestBody = .sent
        #expect(Self.value(exchange.requestIsSent))
    }

    @Test(arguments: [
        ("GET", "", true), ("HEAD", "", true), ("PUT", "", true), ("DELETE", "", true), ("POST", "", false),
        ("PATCH", "", false), ("PUT", "Content-Length: 1\r\n", false),
    ])
    func onlyAnIdempotentRequestWithoutABodyMayBeSentTwice(method: String, fields: String, mayBe: Bool) throws {
        let exchange = try Self.exchange("\(method) http://a/ HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        let head = exchange.load.head
        #expect(head.mayBeSentTwice == mayBe)
    }
}

import Foundation
import HTTPServer
import InternetNames
import Networking
import Testing

@testable import Console

/// Answers that take long are computed beside the console, which goes on serving.
@Suite(.timeLimit(.minutes(1))) struct ComputationTests {
    private let gate = ComputingGate()

    private func started(_ times: ConsoleTimes = .standard) throws -> ConsoleServer {
        let socket = ServerSocket(try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0)))
        return try ConsoleServer(socket, token: AccessToken(), files: [:], times: times) { [gate] in SampleSource(gate)
        }
    }

    /// A client that has sent a request with the token.
    private func client(_ path: String, of server: ConsoleServer, _ more: String...) throws -> RawClient {
        let client = try #require(RawClient(port: server.address.port))
        for path in [path] + more { client.send(request(path, of: server)) }
        return client
    }

    private func request(_ path: String, of server: ConsoleServer, _ method: String = "GET") -> String {
        let token = server.url.split(separator: "=")[1]
        return "\(method) /api/v1/\(path) HTTP/1.1\r\nHost: \(server.address)\r\nAuthorization: Bearer \(token)\r\n\r\n"
    }

    @Test func computedAnswersComeInTheOrderOfTheirRequests() throws {
        let server = try started()
        defer { server.stop() }
        let client = try client("computed?word=a", of: server, "n", "computed?word=b", "computed?word=c", "m")
        for end in ["computed a", "GET [\"n\"]  0", "computed b", "computed c", "GET [\"m\"]  0"] {
            #expect(client.readResponse().hasSuffix(end))
        }
        client.send(request("computed?word=four", of: server, "HEAD"))
        #expect(client.read(until: "\r\n\r\n").contains("\r\nContent-Length: 13\r\n"))
        client.send(request("n", of: server))
        #expect(client.readResponse().hasSuffix("GET [\"n\"]  0"))
    }

    @Test func otherRequestsAreAnsweredDuringAComputation() throws {
        let server = try started()
        defer { server.stop() }
        let held = try client("held", of: server)
        #expect(try client("n", of: server).readResponse().hasSuffix("GET [\"n\"]  0"))
        gate.open()
        #expect(held.readResponse().hasSuffix("held"))
    }

    @Test func computationsAreBounded() throws {
        let server = try started()
        defer { server.stop() }
        let held = try (0..<PendingComputations.limit).map { _ in try client("held", of: server, "n") }
        // The requests of one connection are read after those of the connections before it.
        // Earlier connections are read before later ones, and these requests are answered at once.
        for _ in 0..<3 { _ = try client("n", of: server).readResponse() }
        let refused = try client("held", of: server).readResponse()
        #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("\r\nRetry-After: 1\r\n"))
        gate.open()
        for client in held {
            #expect(client.readResponse().hasSuffix("held"))
            #expect(client.readResponse().hasSuffix("GET [\"n\"]  0"))
        }
        #expect(try client("held", of: server).readResponse().hasSuffix("held"))
    }

    /// What a client has given up is not computed, unless it has begun.
    @Test func clientsThatLeaveAreNotComputedFor() throws {
        let server = try started()
        defer { server.stop() }
        var held = [try client("held", of: server)]
        var leaving: RawClient? = try client("held", of: server)
        held += try (2..<PendingComputations.limit).map { _ in try client("held", of: server) }
        for _ in 0..<3 { _ = try client("n", of: server).readResponse() }
        withExtendedLifetime(leaving) {}
        leaving = nil
        // There is room again once the console knows that the client has left.
        var last = try client("held", of: server)
        for _ in 0..<100 {
            guard last.hasAnswer(within: 2000) else { break }
            #expect(last.readResponse().hasPrefix("HTTP/1.1 503 "))
            Thread.sleep(forTimeInterval: 0.05)
            last = try client("held", of: server)
        }
        gate.open()
        for client in held + [last] { #expect(client.readResponse().hasSuffix("held")) }
        #expect(gate.begun == PendingComputations.limit)
    }

    /// A client that will send nothing more still gets its response.
    @Test func clientsThatFinishGetComputedResponses() throws {
        let server = try started()
        defer { server.stop() }
        let client = try client("held", of: server, "n")
        client.finish()
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 102 Processing\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 102 Processing\r\n\r\n")
        gate.open()
        #expect(client.readResponse().hasSuffix("held"))
        #expect(client.readToEnd().hasSuffix("GET [\"n\"]  0"))
    }

    /// A request after which the connection closes gets no interim response: it may be one of HTTP/1.0.
    @Test func onlyLastingConnectionsGetInterimResponses() throws {
        let server = try started()
        defer { server.stop() }
        let client = try #require(RawClient(port: server.address.port))
        let closing = request("held", of: server).replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
        client.send(closing)
        client.finish()
        #expect(!client.hasAnswer(within: 600))
        gate.open()
        let text = client.readToEnd()
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("held"))
    }

    /// What the console itself wants to know is computed however many wait, and after what a person waits for.
    @Test func requestsComeBeforeTheSearch() throws {
        let server = try started()
        defer { server.stop() }
        gate.wantSearch()
        let held = try (0..<PendingComputations.limit).map { _ in try client("held", of: server) }
        for _ in 0..<3 { _ = try client("n", of: server).readResponse() }
        gate.open()
        for client in held { #expect(client.readResponse().hasSuffix("held")) }
        #expect(gate.order.prefix(2) == ["held", "search"])
    }

    @Test func computationOverTheTimeLimitIsAnswered() throws {
        var times = ConsoleTimes()
        times.connection.computation = 100
        let server = try started(times)
        defer { server.stop() }
        let held = try client("held", of: server, "n")
        let response = held.readResponse()
        #expect(response.hasPrefix("HTTP/1.1 503 ") && response.contains("was not computed in time"))
        #expect(held.readResponse().hasSuffix("GET [\"n\"]  0"))
        // A later request gets its own answer, and its place: what was given up has none any more.
        for _ in 0...PendingComputations.limit {
            held.send(request("computed?word=later", of: server))
            #expect(held.readResponse().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        }
        let other = try client("n", of: server)
        _ = other.readResponse()
        held.send(request("computed?word=mine", of: server))
        gate.open()
        let answer = held.readResponse()
        #expect(answer.hasSuffix("computed mine") || answer.contains("was not computed in time"))
    }

    /// A client that sends on while its answer is computed is not read from for ever.
    @Test func bytesReceivedDuringAComputationAreLimited() throws {
        let server = try started()
        defer { server.stop() }
        let client = try client("held", of: server)
        #expect(client.send(spaces: 64 * 1024 * 1024) < 32 * 1024 * 1024)
        gate.open()
        #expect(client.readResponse().hasSuffix("held"))
    }
}

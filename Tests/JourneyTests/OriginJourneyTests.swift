import Testing

/// Connections to origins that serve one request after another, and whom they must not serve.
@Suite struct OriginJourneyTests {
    /// Runs a client, which is also the origin, against a proxy of one worker. Returns what it prints.
    private func run(_ client: String, _ arguments: String..., mode: String = "observe") throws -> String {
        let site = try Site.shared.get()
        let proxy = try Proxy(
            "--mode", mode, "--examine", "needed", "--workers", "1", site: site,
            policy: #"{"NSAllowsArbitraryLoads": true}"#)
        return try Client.output(client, ["\(proxy.port)"] + arguments)
    }

    /// The connections that lie idle may all be dead by the time that one is needed.
    @Test func aRequestThatMetADeadConnectionIsSentOnANewOne() throws {
        let output = try run("origin_dead_connections")
        #expect(output == "('200', 'good') ('200', 'good')\n('200', 'good')\n")
    }

    /// NTLM and Negotiate authenticate a connection, which then answers as to whoever did that.
    @Test(arguments: ["NTLM TlRMTVNTUAAD", "Negotiate YII="])
    func aConnectionThatAClientHasAuthenticatedServesNobodyElse(credentials: String) throws {
        let output = try run("origin_authenticated_connection", credentials)
        #expect(output == "anne\nnone\nanne\n")
    }

    /// What clients accept comes through where the proxy only observes; where it enforces, RFC 9112 decides.
    @Test(arguments: [
        ("observe", "200 ok\n200 ok\n200 ok\n200 ok\n999 ok\n"),
        ("enforce", String(repeating: "502 explanation\n", count: 5)),
    ])
    func responsesThatClientsAcceptComeThroughInObserve(mode: String, expected: String) throws {
        #expect(try run("origin_lenient_responses", mode: mode) == expected)
    }

    /// What an origin sends behind a response is no answer to the next request, whoever asks.
    @Test func whatFollowsAResponseIsNotTheNextOne() throws {
        let output = try run("origin_excess_response")
        #expect(output == "('200', 'xxxx') ('200', 'good')\n")
    }
}

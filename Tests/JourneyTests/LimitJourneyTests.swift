import Foundation
import Testing

/// Limits that only a running proxy can show to hold: of connections, of time, of what is kept open.
@Suite struct LimitJourneyTests {
    /// Runs a function of the client `limits` against a proxy of one worker with these options. Returns what it prints.
    private func run(
        _ client: String, _ options: String..., arguments: (Site) throws -> [String] = { _ in [] }
    ) throws -> (output: String, proxy: Proxy) {
        let site = try Site.shared.get()
        let proxy = try Proxy("--examine", "needed", "--workers", "1", site: site, adding: options)
        return (try Client.output("limits", ["\(proxy.port)", client] + arguments(site)), proxy)
    }

    @Test func oneConnectionTooManyWaitsForItsTurn() throws {
        let (output, proxy) = try run("one_connection_too_many", "--mode", "observe", "--limit", "connections=2") {
            ["plain.test:\(try $0.port("plain"))"]
        }
        #expect(output == "waits\n200\n")
        // The operator learns why clients wait, and once, although the listener looks again every 50 ms.
        let notice = "new clients wait until a connection ends: the 2 connections of --limit connections are open"
        #expect(proxy.program.errors.components(separatedBy: notice).count == 2, "\(proxy.program.errors)")
    }

    @Test func oneConnectionTooManyOfOneClientIsRefused() throws {
        let (output, proxy) = try run(
            "one_connection_too_many_of_a_client", "--mode", "observe", "--limit", "connections-per-client=1"
        ) { ["plain.test:\(try $0.port("plain"))"] }
        #expect(output == "503\n200\n")
        #expect(try proxy.failures { $0 == "127.0.0.1 holds too many connections." } == 1)
    }

    @Test func oneExaminationTooManyIsRefused() throws {
        let (output, _) = try run("one_probe_too_many", "--limit", "examinations=1", "--handshake-timeout", "5") {
            ["silent.test:\(try $0.port("silent"))", "good.test:\(try $0.port("good"))"]
        }
        #expect(output == "503 504\n200\n")
    }

    @Test func aHeadInDripsMustBeWholeInTime() throws {
        let (output, _) = try run("head_in_drips", "--mode", "observe", "--limit", "request-head=2")
        #expect(output == "408 True\n")
    }

    @Test func aTunnelInWhichNothingPassesIsEnded() throws {
        let (output, proxy) = try run("idle_tunnel", "--mode", "observe", "--limit", "tunnel-idle=1") {
            ["echo.test:\(try $0.port("echo"))"]
        }
        #expect(output == "200\nreset\n")
        #expect(try proxy.end(of: "echo.test")["how"] as? String == "timeout")
    }

    /// What is not whole in time never passes where TLS is required, however good the rest would be.
    @Test func aHelloThatStopsIsAFault() throws {
        let (output, proxy) = try run("hello_that_stops", "--limit", "tunnel-hello=1") {
            ["good.test:\(try $0.port("good"))", $0.root]
        }
        #expect(output == "200\nreset\n")
        let decision = try proxy.tunnelDecision(about: "good.test")
        #expect(decision.decision == "blocked" && decision.violations == ["tunnel.cleartext"])
        // The reset of one tunnel is the end of no other.
        #expect(try proxy.curl("--insecure", Site.shared.get().url("good")).connect == 200)
        #expect(proxy.program.isRunning)
    }

    /// Of two origins both are kept open, or one.
    @Test(arguments: [("idle-origins=2", "2 open\n"), ("idle-origins=1", "1 open\n")])
    func originsAreKeptWithinTheirNumber(limit: String, expected: String) throws {
        #expect(try origins(limit, wait: 0.5) == expected)
    }

    @Test func originsAreKeptForTheirTime() throws {
        #expect(try origins("idle-origin-seconds=1", wait: 3) == "0 open\n")
    }

    /// How many of two origins have an open connection that long after they answered.
    private func origins(_ limit: String, wait: Double) throws -> String {
        try run("idle_origins", "--mode", "observe", "--limit", limit) { _ in ["\(wait)"] }.output
    }
}

extension Proxy {
    /// How many failures were recorded whose message is as wanted, once there is one.
    func failures(where isWanted: (String) -> Bool) throws -> Int {
        var count = 0
        _ = try holds {
            count = try events().compactMap { ($0["error"] as? [String: Any])?["message"] as? String }.count(
                where: isWanted)
            return count > 0
        }
        return count
    }
}

import Events
import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import TLSSamples
import Testing
import TransportSecurity

@testable import Probing

@Suite(.timeLimit(.minutes(1))) struct ProbeTests {
    private static let alert = TLSBytes.alert(2, 40)

    /// The failures that the recording has of the attempts, in order.
    private static func failures(_ event: FactsEvent) -> [String] {
        event.attempts.map { attempt in
            switch attempt.result {
            case .success: "answered"
            case .failure(let failure): ProbedServer.line(failure)
            }
        }
    }

    @Test func theHelloNamesTheServer() throws {
        let server = try ProbedServer { _ in .send(Self.alert) }
        #expect(server.run())
        #expect(server.hellos[0].first == 22 && server.hellos[0].firstRange(of: Array("a.test".utf8)) != nil)
    }

    @Test func aServerThatSaysNothingIsSilent() throws {
        let server = try ProbedServer(handshake: 0.1) { _ in .nothing }
        let began = WallClock.elapsedMilliseconds
        #expect(server.run() && server.lines == ["failed silent"])
        #expect(WallClock.elapsedMilliseconds - began >= 100)
        // Nothing was found out, and nothing is recorded as a fact.
        #expect(server.events.isEmpty && server.hellos.count == 1)
        #expect(server.sawEnds)
    }

    @Test func alertsAreFactsAndEachHelloIsSentOnce() throws {
        let server = try ProbedServer { _ in .send(Self.alert) }
        #expect(server.run() && server.lines == ["alert 40"])
        let event = try #require(server.events.first)
        #expect(server.events.count == 1 && event.address == .v4(0x7F00_0001))
        #expect(event.attempts.count > 1 && Set(Self.failures(event)) == ["alert 40"])
        #expect(server.hellos.count >= event.attempts.count)
        // The hello and its answer are there as they were on the wire.
        #expect(event.attempts[0].exchange == HelloExchange(sent: server.hellos[0], received: Self.alert))
        #expect(server.sawEnds)
    }

    @Test(arguments: [true, false])
    func aServerThatEndsEachConnectionIsSaidToCloseThem(isReset: Bool) throws {
        let server = try ProbedServer(handshake: 0.4) { _ in isReset ? .reset : .close }
        let began = WallClock.elapsedMilliseconds
        #expect(server.run() && server.lines == ["closed"])
        // It had a quarter of the time to come back.
        #expect(WallClock.elapsedMilliseconds - began >= 100)
        let event = try #require(server.events.first)
        #expect(Set(Self.failures(event)) == ["closed"])
    }

    /// A server that restarts is judged by what it answers afterwards.
    @Test func aServerThatComesBackIsJudgedByItsAnswer() throws {
        let server = try ProbedServer(handshake: 0.4) { $0 == 0 ? .close : .send(Self.alert) }
        #expect(server.run() && server.lines == ["alert 40"])
        #expect(Self.failures(try #require(server.events.first)).first == "alert 40")
    }

    @Test func aServerThatClosesInItsFlightIsAskedOnceMore() throws {
        let part = Array(TLSBytes.server12.prefix(20))
        let server = try ProbedServer(handshake: 0.4) { _ in .sendAndClose(part) }
        #expect(server.run() && server.lines == ["closed"])
        #expect(server.hellos.count > 2 && server.hellos[1].first == 22)
        #expect(server.events.first?.attempts.first?.exchange?.received == part)
    }

    @Test func aServerThatStopsInItsFlightRunsOutOfTime() throws {
        let server = try ProbedServer(handshake: 0.1) { _ in .send(Array(TLSBytes.server12.prefix(20))) }
        #expect(server.run())
        // It has said something, so that it is not silent.
        #expect(server.lines == ["failed upstream(ForwardProxy.UpstreamError.timedOut)"])
        #expect(server.sawEnds)
    }

    @Test func aServerThatSpeaksNoTLSIsAskedOnce() throws {
        let server = try ProbedServer { _ in .send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)) }
        #expect(server.run() && server.lines == ["no TLS"])
        #expect(server.hellos.count == 1)
    }

    /// The relaxed hellos have no more than the rest of the time.
    @Test func aRefusalStandsWhenTheTimeIsUp() throws {
        let server = try ProbedServer(handshake: 0.1) { $0 == 0 ? .send(Self.alert) : .nothing }
        #expect(server.run() && server.lines == ["alert 40"])
        #expect(server.hellos.count == 2)
        #expect(Self.failures(try #require(server.events.first)) == ["alert 40"])
    }

    @Test func aServerThatIsNotThereIsAFailure() throws {
        let server = try ProbedServer { _ in .nothing }
        server.server.close()
        #expect(server.run())
        #expect(server.lines == ["failed upstream(ForwardProxy.UpstreamError.refused)"] && server.events.isEmpty)
    }

    /// A probe that is released closes its connections, and tells nobody.
    @Test func aReleasedProbeIsOver() throws {
        let server = try ProbedServer(handshake: 0.1) { _ in .nothing }
        #expect(server.run { !server.hellos.isEmpty } && server.results.isEmpty)
        server.release()
        #expect(server.sawEnds)
        // More than the time of the probe.
        let end = WallClock.elapsedMilliseconds + 150
        #expect(server.loop.run { WallClock.elapsedMilliseconds > end })
        #expect(server.results.isEmpty && server.events.isEmpty)
    }

    /// The hello of the current system's size goes out beside the judging one.
    @Test func theLargeHelloHasAConnectionOfItsOwn() throws {
        let server = try ProbedServer(handshake: 0.2, offer: Offer(generation: .current)) { _ in .nothing }
        #expect(server.run { server.hellos.count == 2 } && server.results.isEmpty)
        let sizes = server.hellos.map(\.count)
        #expect(try #require(sizes.max()) > 1400 && sizes[0] != sizes[1])
        #expect(server.run() && server.lines == ["failed silent"])
        #expect(server.sawEnds)
    }
}

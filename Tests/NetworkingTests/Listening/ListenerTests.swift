import Testing
@testable import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ListenerTests {
    /// A turn accepts one connection, and twice as many as the turn before while there are more.
    @Test func manyWaitingConnectionsTakeFewTurns() throws {
        let loop = try EventLoop()
        let socket = try ListeningSocket(loopback)
        let address = socket.address
        let clients = (0..<100).compactMap { _ in Connector.connectedAtOnce(to: address)?.descriptor }
        defer { for client in clients { close(client) } }
        #expect(clients.count == 100)
        var accepted = 0
        let listener = Listener(loop, socket) { descriptor, _ in
            close(descriptor)
            accepted += 1
            if accepted == clients.count { loop.stop() }
        }
        #expect(runs(loop))
        #expect(loop.turn <= 12)
        withExtendedLifetime(listener) {}
    }

    @Test func connectionsOneAfterTheOtherAreAccepted() throws {
        let loop = try EventLoop()
        let socket = try ListeningSocket(loopback)
        let address = socket.address
        var clients: [Int32] = []
        defer { for client in clients { close(client) } }
        func connect() { clients += [Connector.connectedAtOnce(to: address)?.descriptor].compactMap(\.self) }
        let listener = Listener(loop, socket) { descriptor, _ in
            close(descriptor)
            if clients.count == 20 { loop.stop() } else { connect() }
        }
        connect()
        #expect(runs(loop))
        #expect(clients.count == 20)
        withExtendedLifetime(listener) {}
    }
}

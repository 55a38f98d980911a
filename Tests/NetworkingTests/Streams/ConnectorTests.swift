import Networking
import Testing
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ConnectorTests {
    @Test func reportsARefusal() throws {
        let loop = try EventLoop()
        let free = try ListeningSocket(loopback).address
        var error: SystemError?
        let connector = Connector(loop, to: [free], milliseconds: 1000) { result in
            if case .failure(let failure) = result { error = failure }
            loop.stop()
        }
        #expect(runs(loop))
        #expect(error?.number == ECONNREFUSED)
        withExtendedLifetime(connector) {}
    }

    @Test func connectsToThisMachineImmediately() throws {
        let socket = try ListeningSocket(loopback)
        let connected = try #require(Connector.connectedAtOnce(to: socket.address))
        #expect(connected.address == socket.address)
        close(connected.descriptor)
    }

    @Test func otherConnectionsNeedAConnector() throws {
        let free = try ListeningSocket(loopback).address
        #expect(Connector.connectedAtOnce(to: free) == nil)
        #expect(Connector.connectedAtOnce(to: SocketAddress(.v4(0xC000_0201), port: 9)) == nil)
    }

    @Test func theNextAddressIsTriedAfterARefusal() throws {
        let loop = try EventLoop()
        let refusing = try ListeningSocket(loopback).address
        let listener = Listener(loop, try ListeningSocket(loopback)) { descriptor, _ in close(descriptor) }
        var reached: SocketAddress?
        let connector = Connector(loop, to: [refusing, listener.address], milliseconds: 1000) { result in
            if case .success(let connected) = result {
                reached = connected.address
                close(connected.descriptor)
            }
            loop.stop()
        }
        #expect(runs(loop))
        #expect(reached == listener.address)
        withExtendedLifetime(connector) {}
    }

    @Test func triesAddressesThatAreAddedLater() throws {
        let loop = try EventLoop()
        let refusing = try ListeningSocket(loopback).address
        let listener = Listener(loop, try ListeningSocket(loopback)) { descriptor, _ in close(descriptor) }
        var reached: SocketAddress?
        let connector = Connector(loop, to: [refusing], expectsMore: true, milliseconds: 1000) { result in
            if case .success(let connected) = result {
                reached = connected.address
                close(connected.descriptor)
            }
            loop.stop()
        }
        let late = Timer(loop) { connector.add([listener.address], isComplete: true) }
        late.start(milliseconds: 30)
        #expect(runs(loop))
        #expect(reached == listener.address)
    }

    @Test func timeIsLimited() throws {
        let loop = try EventLoop()
        var error: SystemError?
        let connector = Connector(loop, to: [], expectsMore: true, milliseconds: 50) { result in
            if case .failure(let failure) = result { error = failure }
            loop.stop()
        }
        #expect(runs(loop))
        #expect(error?.number == ETIMEDOUT)
        withExtendedLifetime(connector) {}
    }

    @Test func failsImmediatelyWithoutAnAddress() throws {
        let loop = try EventLoop()
        var failed = false
        let connector = Connector(loop, to: [], milliseconds: 60_000) { result in
            if case .failure = result { failed = true }
            loop.stop()
        }
        #expect(runs(loop))
        #expect(failed)
        withExtendedLifetime(connector) {}
    }
}

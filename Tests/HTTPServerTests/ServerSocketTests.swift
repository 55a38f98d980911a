import HTTPServer
import LoopPeers
import Networking
import Testing

@Suite struct ServerSocketTests {
    @Test func aSocketIsTakenOnce() throws {
        let socket = ServerSocket(try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0)))
        switch socket.take() {
        case .some(let taken): #expect(taken.address.port == socket.address.port)
        case .none: Issue.record("the socket is not there at the first call")
        }
        switch socket.take() {
        case .some: Issue.record("the socket is there at the second call")
        case .none: break
        }
    }
}

import TLSMessages
import TLSSamples
import Testing

@testable import Captures

/// Tests of captured connections that the client ends in the handshake.
struct ClientEndTests {
    /// A server may answer the end of a client that refuses it with an alert, and then ends the connection as well.
    @Test(arguments: [[], TLSBytes.alert(2, 50)])
    func anAlertThatAnswersTheEndTakesNoRefusalBack(alert: [UInt8]) throws {
        var file = PacketFile()
        let hello = TLSBytes.client
        let flight = TLSBytes.server12 + TLSBytes.certificate + TLSBytes.done
        let (clientEnd, serverEnd) = (UInt32(100 + hello.count), UInt32(500 + flight.count))
        file.add([], fromClient: true, at: 99, flags: 2)
        file.add([], fromClient: false, at: 499, acknowledging: 100, flags: 2)
        file.add(hello, fromClient: true, at: 100, acknowledging: 500)
        file.add(flight, fromClient: false, at: 500, acknowledging: clientEnd)
        file.add([], fromClient: true, at: clientEnd, acknowledging: serverEnd, flags: 1)
        file.add(alert, fromClient: false, at: serverEnd, acknowledging: clientEnd + 1, flags: 1)
        let end = try #require(try CaptureTests.read(file.bytes).events.ends.first)
        #expect(end.endedBy == .client && end.clientRefusal?.evidence.contains("after the server's flight") == true)
    }
}

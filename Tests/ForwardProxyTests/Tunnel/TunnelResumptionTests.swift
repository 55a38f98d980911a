import ForwardProxy
import TLSSamples
import Testing

@Suite struct TunnelResumptionTests {
    typealias Bytes = TLSBytes

    /// A server may send its ticket and its ChangeCipherSpec apart.
    @Test(arguments: [[], Bytes.record(22, Bytes.handshake(4, [0, 0, 1, 0, 0, 2, 3, 4]))])
    func watchesAResumptionHoweverItIsCut(ticket: [UInt8]) {
        let flight = Bytes.resuming12 + ticket + Bytes.changeCipherSpec
        for position in 1..<flight.count {
            // A whole header alone passes; nothing that it announces does.
            guard position != 5 else { continue }
            let script = TunnelScript(.tlsRequired)
            _ = script.client(Bytes.client)
            _ = script.judged()
            #expect(script.server(Array(flight.prefix(position))) == ["wait 5"])
            #expect(script.server(Array(flight.dropFirst(position))) == ["judge last"])
            #expect(script.reading.isResumed && script.reading.renewedTicket?.count == (ticket.isEmpty ? nil : 2))
        }
    }
}

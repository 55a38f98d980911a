import EventSamples
import Events
import Foundation
import Testing
import TransportSecurity

@Suite struct RecordedLargeHelloTests {
    @Test(
        arguments: [
            (
                .answered(.tls1_3, .x25519MLKEM768),
                #"{"bytes":1542,"result":"answered","version":"TLSv1.3","group":"X25519MLKEM768","groupCode":4588}"#
            ),
            (
                .answered(.tls1_2, nil),
                #"{"bytes":1542,"result":"answered","version":"TLSv1.2","group":null,"groupCode":null}"#
            ),
            (
                .refused(.closed),
                #"{"bytes":1542,"result":"refused","failure":{"kind":"closed","message":"The server closed the connection "#
                    + #"during the handshake."}}"#
            ),
            (.silent, #"{"bytes":1542,"result":"silent"}"#),
            (.unknown(.slow), #"{"bytes":1542,"result":"unknown","obstacle":"slow"}"#),
        ] as [(LargeHelloAnswer.Result, String)])
    func isWrittenAndReadBack(result: LargeHelloAnswer.Result, text: String) throws {
        var event = Samples.facts
        event.largeHello = LargeHelloAnswer(size: 1542, result: result)
        let line = String(decoding: event.line, as: UTF8.self)
        #expect(line.contains(#","largeHello":"# + text), "\(line)")
        #expect(try JSONDecoder().decode(FactsEvent.self, from: Data(event.line)).largeHello == event.largeHello)
    }

    /// A line whose answer lacks a part is not read, because the answer would otherwise count as a good one.
    @Test(arguments: [
        #"{"bytes":1542,"result":"refused"}"#, #"{"bytes":1542,"result":"answered"}"#,
        #"{"bytes":1542,"result":"unknown"}"#, #"{"bytes":1542,"result":"unknown","obstacle":"weather"}"#,
    ])
    func isReadWholeOrNotAtAll(text: String) throws {
        var event = Samples.facts
        event.largeHello = LargeHelloAnswer(size: 1542, result: .silent)
        let line = String(decoding: event.line, as: UTF8.self)
            .replacing(#"{"bytes":1542,"result":"silent"}"#, with: text)
        #expect(line.contains(text))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FactsEvent.self, from: Data(line.utf8)) }
    }

    /// Recordings of older versions have no such member.
    @Test func isUnknownWhereTheMemberIsMissing() throws {
        let event = Samples.facts
        #expect(!String(decoding: event.line, as: UTF8.self).contains("largeHello"))
        #expect(try JSONDecoder().decode(FactsEvent.self, from: Data(event.line)).largeHello == nil)
    }
}

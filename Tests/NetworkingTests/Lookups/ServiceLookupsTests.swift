import DNSMessages
import InternetNames
import Testing

@testable import Networking

@Suite struct ServiceLookupsTests {
    /// The answer to a question: its identifier and question, with these flags and records.
    private static func answer(
        _ question: [UInt8], flags: [UInt8] = [0x81, 0x80], _ records: [UInt8]...
    ) -> [UInt8] {
        question.prefix(2) + flags + [0, 1, 0, UInt8(records.count), 0, 0, 0, 0] + question.dropFirst(12)
            + records.joined()
    }

    /// An `HTTPS` record of the name in the question.
    private static func record(_ data: [UInt8]) -> [UInt8] {
        [0xC0, 12, 0, 65, 0, 1, 0, 0, 0, 60, 0, UInt8(data.count)] + data
    }

    /// `1 . alpn=h3 ech=…`
    private static let http3 = record([0, 1, 0, 0, 1, 0, 3, 2, 0x68, 0x33, 0, 5, 0, 1, 0])
    /// `0 b.`
    private static let alias = record([0, 0, 1, 0x62, 0])

    private static func offer(
        of host: String = "a.example", from servers: [SocketAddress], milliseconds: Int = 300
    ) throws -> ServiceOffer? {
        let loop = try EventLoop()
        let lookups = try ServiceLookups(
            loop, ServiceResolver(asking: { servers }, within: .milliseconds(milliseconds)))
        var found: ServiceOffer?
        let isAsked = lookups.find(host, port: 443) { offer in
            found = offer
            loop.stop()
        }
        #expect(isAsked)
        #expect(runs(loop, milliseconds: 20_000))
        return found
    }

    @Test func findsWhatIsOffered() throws {
        let server = try StandInNameServer { question, _, _ in [Self.answer(question, Self.http3)] }
        let offer = try #require(try Self.offer(from: [server.address]))
        #expect(offer.records == 1 && offer.protocols == [Array("h3".utf8)] && offer.offersECH)
        #expect(server.questions.count == 1)
    }

    @Test func noRecordIsAnAnswerAndNoSuchNameIsNone() throws {
        let none = try StandInNameServer { question, _, _ in [Self.answer(question)] }
        #expect(try Self.offer(from: [none.address]) == ServiceOffer([]))
        let unknown = try StandInNameServer { question, _, _ in [Self.answer(question, flags: [0x81, 0x83])] }
        #expect(try Self.offer(from: [unknown.address]) == nil)
        #expect(unknown.questions.count == 1)
    }

    /// What does not answer the question is ignored, whoever sent it.
    @Test func forgedAnswersAreIgnored() throws {
        let server = try StandInNameServer { question, _, _ in
            let forged = [question[0] ^ 1] + Self.answer(question).dropFirst()
            return [forged, [], [1, 2, 3], Self.answer(question, Self.http3)]
        }
        #expect(try Self.offer(from: [server.address])?.protocols == [Array("h3".utf8)])
    }

    @Test func aSilentServerIsAskedAgain() throws {
        let server = try StandInNameServer { question, _, number in
            number == 1 ? [] : [Self.answer(question, Self.http3)]
        }
        #expect(try Self.offer(from: [server.address])?.records == 1)
        #expect(Set(server.questions.map { $0.dropFirst(2) }).count == 1 && server.questions.count == 2)
    }

    @Test func anotherServerIsAskedWhereOneFails() throws {
        let failing = try StandInNameServer { question, _, _ in [Self.answer(question, flags: [0x81, 0x82])] }
        let server = try StandInNameServer { question, _, _ in [Self.answer(question, Self.http3)] }
        #expect(try Self.offer(from: [failing.address, server.address])?.records == 1)
        #expect(try Self.offer(from: [failing.address]) == nil)
        #expect(failing.questions.count == 3)
    }

    @Test func truncatedAnswersComeOverTCP() throws {
        let server = try StandInNameServer { question, isStream, _ in
            [isStream ? Self.answer(question, Self.http3) : Self.answer(question, flags: [0x83, 0x80])]
        }
        #expect(try Self.offer(from: [server.address])?.records == 1)
        let cut = try StandInNameServer { question, isStream, _ in
            isStream ? [] : [Self.answer(question, flags: [0x83, 0x80])]
        }
        #expect(try Self.offer(from: [cut.address]) == nil)
    }

    @Test func aliasesAreFollowed() throws {
        let server = try StandInNameServer { question, _, number in
            [Self.answer(question, number == 1 ? Self.alias : Self.http3)]
        }
        #expect(try Self.offer(from: [server.address])?.records == 1)
        #expect(server.questions.last?.dropFirst(12).starts(with: [1, 0x62, 0]) == true)
    }

    @Test func withoutAServerNothingIsKnown() throws {
        #expect(try Self.offer(from: []) == nil)
        #expect(try Self.offer(of: "a..b", from: [loopback]) == nil)
    }
}

import Testing

@testable import DNSMessages

@Suite struct DNSAnswerTests {
    private static func read(_ message: [UInt8]) throws -> DNSAnswer? {
        DNSAnswer(message, to: try #require(DNSBytes.question))
    }

    @Test func readsRecordsAndSkipsOthers() throws {
        let answer = try Self.read(
            DNSBytes.answer(
                to: "A.Example",
                DNSBytes.record(DNSBytes.pointerToQuestion, type: 5, [1, 0x62, 0xC0, 14]),
                DNSBytes.record(DNSBytes.name("b.example"), type: 1, [192, 0, 2, 1]),
                DNSBytes.record(DNSBytes.name("b.example"), of: 3, DNSBytes.service(1, "")),
                DNSBytes.record(DNSBytes.name("b.example"), DNSBytes.service(1, "", DNSBytes.alpn("h3", "h2")))))
        let (a, b) = (try #require(DNSName("a.example")), try #require(DNSName("b.example")))
        var service = ServiceBinding(priority: 1, target: .root)
        service.protocols = [Array("h3".utf8), Array("h2".utf8)]
        #expect(answer == .records([DNSRecord(a, .canonicalName(b)), DNSRecord(b, .service(service))]))
    }

    /// A message that does not repeat the question may be forged or late (RFC 5452 §9.1).
    @Test func onlyAnAnswerToTheQuestionIsOne() throws {
        #expect(try Self.read(DNSBytes.answer()) == .records([]))
        #expect(try Self.read(DNSBytes.answer(id: 8)) == nil)
        #expect(try Self.read(DNSBytes.answer(to: "b.example")) == nil)
        #expect(try Self.read(DNSBytes.answer(flags: 0x0100)) == nil)
        #expect(try Self.read(DNSBytes.answer(flags: 0x9180)) == nil)
        let other = DNSBytes.answer()
        #expect(try Self.read(other.dropLast(4) + [0, 1, 0, 1]) == nil)
        #expect(try Self.read([]) == nil)
        #expect(try Self.read(Array(other.prefix(20))) == nil)
    }

    @Test func tellsFailuresAndTruncation() throws {
        #expect(try Self.read(DNSBytes.answer(flags: 0x8183)) == .failed(DNSAnswer.noSuchName))
        #expect(try Self.read(DNSBytes.answer(flags: 0x8182)) == .failed(2))
        #expect(try Self.read(DNSBytes.answer(flags: 0x8380)) == .truncated)
        #expect(try Self.read(DNSBytes.answer(count: 1)) == .malformed)
        #expect(try Self.read(DNSBytes.answer(count: 60_000)) == .malformed)
    }

    /// Pointers that form a loop or lead beyond the message are malformed.
    @Test(
        arguments: [
            [0xC0, 27], [0xC0, 40], [0xFF, 0xFF], [0xC0], [0x40, 0x61], [0x80], [0x3F, 0x61], [1, 0x61, 0xC0, 27], [],
        ] as [[UInt8]])
    func namesFormNoLoop(owner: [UInt8]) throws {
        let question = 12 + DNSBytes.name("a.example").count + 4
        #expect(question == 27)
        #expect(try Self.read(DNSBytes.answer(owner, count: 1)) == .malformed)
        #expect(try Self.read(DNSBytes.answer(DNSBytes.record(owner, DNSBytes.service(1, "")))) == .malformed)
    }

    /// Pointers may follow each other. A name that they make too long is malformed.
    @Test func longNamesAreRefused() throws {
        let label = [UInt8(63)] + [UInt8](repeating: 0x61, count: 63)
        let first = DNSBytes.record(label + label + label + [0], type: 99, [])
        let start = 27
        let short = DNSBytes.record([1, 0x62, 0xC0, UInt8(start)], DNSBytes.service(1, ""))
        guard case .records(let records)? = try Self.read(DNSBytes.answer(first, short)) else {
            Issue.record("the name was refused")
            return
        }
        #expect(records.first?.owner.labels.count == 4)
        let long = DNSBytes.record(label + [0xC0, UInt8(start)], DNSBytes.service(1, ""))
        #expect(try Self.read(DNSBytes.answer(first, long)) == .malformed)
    }

    @Test func everyCutOfAnAnswerIsRefused() throws {
        let whole = DNSBytes.answer(
            DNSBytes.record(DNSBytes.pointerToQuestion, DNSBytes.service(1, "b.example", DNSBytes.alpn("h3"))))
        for length in 0..<whole.count {
            let answer = try Self.read(Array(whole.prefix(length)))
            #expect(answer == nil || answer == .malformed, "\(length)")
        }
    }
}

import Testing

@testable import DNSMessages

@Suite struct ServiceSearchTests {
    private static func name(_ text: String) throws -> DNSName { try #require(DNSName(text)) }

    private static func service(_ owner: String, _ priority: UInt16, _ target: String?, _ protocols: String...) throws
        -> DNSRecord
    {
        var service = ServiceBinding(priority: priority, target: try target.map(name) ?? .root)
        service.protocols = protocols.map { Array($0.utf8) }
        return DNSRecord(try name(owner), .service(service))
    }

    private static func alias(_ owner: String, _ name: String) throws -> DNSRecord {
        DNSRecord(try Self.name(owner), .canonicalName(try Self.name(name)))
    }

    @Test func otherPortsHaveNamesOfTheirOwn() throws {
        #expect(ServiceSearch(host: "a.example", port: 443)?.name == DNSName("a.example"))
        #expect(ServiceSearch(host: "a.example", port: 8443)?.name == DNSName("_8443._https.a.example"))
        #expect(ServiceSearch(host: "", port: 443) == nil)
        let long = Array(repeating: "abcdefg", count: 31).joined(separator: ".")
        #expect(ServiceSearch(host: long, port: 443) != nil && ServiceSearch(host: long, port: 8443) == nil)
    }

    @Test func addsUpWhatTheRecordsOffer() throws {
        var search = try #require(ServiceSearch(host: "a.example", port: 443))
        let step = search.answered([
            try Self.service("a.example", 1, nil, "h3", "h2"), try Self.service("a.example", 2, "b.example", "h2"),
            try Self.service("other.example", 1, nil, "x"),
        ])
        guard case .found(let offer) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(offer.records == 2 && offer.protocols == [Array("h3".utf8), Array("h2".utf8)] && !offer.offersECH)
    }

    /// RFC 9460 §8.
    @Test func incompatibleRecordsAreIgnored() throws {
        var search = try #require(ServiceSearch(host: "a.example", port: 443))
        var incompatible = ServiceBinding(priority: 1, target: .root)
        incompatible.protocols = [Array("h3".utf8)]
        incompatible.offersECH = true
        incompatible.isCompatible = false
        let step = search.answered([
            DNSRecord(try Self.name("a.example"), .service(incompatible)),
            try Self.service("a.example", 2, nil, "h2"),
        ])
        guard case .found(let offer) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(offer.records == 1 && offer.protocols == [Array("h2".utf8)] && !offer.offersECH)
    }

    @Test func followsCanonicalNamesAndAliases() throws {
        var search = try #require(ServiceSearch(host: "a.example", port: 443))
        let records = [
            try Self.alias("a.example", "b.example"), try Self.alias("b.example", "c.example"),
            try Self.service("c.example", 0, "d.example"),
        ]
        let first = search.answered(records)
        #expect(first == .ask && search.name == DNSName("d.example"))
        let last = search.answered([try Self.service("d.example", 1, nil, "h3")])
        guard case .found(let offer) = last else {
            Issue.record("\(last)")
            return
        }
        #expect(offer.protocols == [Array("h3".utf8)])
    }

    @Test func noRecordsAreAnAnswer() throws {
        var search = try #require(ServiceSearch(host: "a.example", port: 443))
        let nothing = search.answered([])
        let noService = search.answered([try Self.service("a.example", 0, nil)])
        #expect(nothing == .found(ServiceOffer([])) && noService == nothing)
    }

    /// Loops and endless chains stay unknown.
    @Test func aliasesAreBounded() throws {
        var search = try #require(ServiceSearch(host: "a.example", port: 443))
        let itself = search.answered([try Self.service("a.example", 0, "a.example")])
        let loop = search.answered([
            try Self.alias("a.example", "b.example"), try Self.alias("b.example", "a.example"),
        ])
        #expect(itself == .unknown && loop == .unknown)
        var steps = 0
        while search.answered([
            DNSRecord(search.name, .service(ServiceBinding(priority: 0, target: try Self.name("n\(steps).example"))))
        ]) == .ask {
            steps += 1
            try #require(steps < 100)
        }
        #expect(steps == ServiceSearch.aliasLimit)
    }
}

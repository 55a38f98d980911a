import Testing

@testable import HTTP

@Suite struct FieldsTests {
    /// The fields with these lines.
    static func fields(_ lines: String...) throws -> Fields {
        var reader = HeadReader(trailerLimits: MessageLimits())
        var bytes = Array((lines.map { $0 + "\r\n" }.joined() + "\r\n").utf8)[...]
        #expect(try reader.consume(&bytes))
        return reader.takeFields()
    }

    @Test func keepsOrderAndSpelling() throws {
        let fields = try Self.fields("hOST: a", "X-One:  1\t", "Host:b", "X-Two:")
        #expect(fields.count == 4)
        #expect((0..<4).map { fields[$0].name.text } == ["hOST", "X-One", "Host", "X-Two"])
        #expect((0..<4).map { fields[$0].value.text } == ["a", "1", "b", ""])
        #expect((0..<4).map(fields.known(at:)) == [.host, nil, .host, nil])
    }

    @Test func findsFieldsByName() throws {
        let fields = try Self.fields("Host: a", "HOST: b", "X-One: 1")
        #expect(fields.has(.host) && !fields.has(.cookie))
        #expect(fields.count(of: .host) == 2 && fields.count(of: .cookie) == 0)
        #expect(fields.first(.host)?.text == "a" && fields.first(.cookie) == nil)
        #expect(fields.first("x-oNE")?.text == "1" && fields.first("x-two") == nil)
        #expect(Fields().count == 0 && !Fields().has(.host))
    }

    @Test func listsTheMembersOfAllLines() throws {
        let fields = try Self.fields("Connection: a, ,b ,", "Host: x", "Connection: c")
        var members: [String] = []
        fields.forEachMember(of: .connection) { members.append($0.text) }
        #expect(members == ["a", "b", "c"])
    }

    @Test func appendsLinesWithOneSpace() throws {
        let fields = try Self.fields("A: b", "C:d", "E:   f  ")
        var head: [UInt8] = []
        for index in 0..<fields.count { fields.appendLine(at: index, to: &head) }
        #expect(head[...].text == "A: b\r\nC: d\r\nE: f\r\n")
    }
}

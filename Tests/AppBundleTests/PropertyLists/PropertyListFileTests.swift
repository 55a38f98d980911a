import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct PropertyListFileTests {
    private func dictionary(_ content: Data) throws(PolicyFileError) -> [String: PropertyValue] {
        try PropertyListFile(path: "p", data: content).dictionary()
    }

    private func reason(_ content: Data) -> PolicyFileError.Reason? {
        let error = #expect(throws: PolicyFileError.self) { try dictionary(content) }
        return error?.reason
    }

    @Test func booleansIntegersAndRealsStayApart() throws {
        let xml = propertyListXML(
            """
            <dict><key>b</key><true/><key>i</key><integer>1</integer><key>r</key><real>1.0</real>
            <key>s</key><string>YES</string><key>a</key><array><false/><integer>0</integer></array>
            <key>t</key><date>2020-01-01T00:00:00Z</date><key>d</key><data>AAAA</data></dict>
            """)
        let expected: [String: PropertyValue] = [
            "b": .boolean(true), "i": .integer(1), "r": .real(1), "s": .string("YES"),
            "a": .array([.boolean(false), .integer(0)]), "t": .other("a date"), "d": .other("data"),
        ]
        #expect(try dictionary(xml) == expected)
        let value = try PropertyListSerialization.propertyList(from: xml, format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        #expect(try dictionary(binary) == expected)
        let json = #"{"b": true, "i": 1, "r": 1.0, "s": "YES", "a": [false, 0], "n": null}"#
        let fromJSON = try dictionary(Data(json.utf8))
        #expect(fromJSON.filter { $0.key != "n" } == expected.filter { !["t", "d"].contains($0.key) })
        #expect(fromJSON["n"] == .other("null"))
    }

    @Test func openStepHasOnlyStrings() throws {
        let text = Data("{ NSAllowsArbitraryLoads = YES; a = ( 1 ); }".utf8)
        #expect(try dictionary(text) == ["NSAllowsArbitraryLoads": .string("YES"), "a": .array([.string("1")])])
    }

    @Test func acceptsByteOrderMarks() throws {
        #expect(try dictionary(Data([0xEF, 0xBB, 0xBF]) + Data(#" {"a": 1}"#.utf8)) == ["a": .integer(1)])
        let xml = #"<?xml version="1.0" encoding="UTF-16"?><plist><dict><key>a</key><true/></dict></plist>"#
        let utf16 =
            Data([0xFF, 0xFE])
            + xml.utf16.reduce(into: Data()) { data, unit in
                data += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            }
        #expect(try dictionary(utf16) == ["a": .boolean(true)])
    }

    @Test(
        arguments: [
            ("", .empty), (" \n\t", .empty), ("<!DOCTYPE html><html></html>", .webPage), ("<HTML>", .webPage),
            ("hello world", .unknownFormat), ("\u{0}\u{1}\u{2}", .unknownFormat), ("[1]", .notADictionary),
            ("PK\u{3}\u{4}rest", .zipArchive),
            ("<plist><array/></plist>", .notADictionary), ("<plist><string>a</string></plist>", .notADictionary),
            (
                "bplist00",
                .malformed(
                    format: "a binary property list", position: nil,
                    detail: "its last 32 bytes do not say where its objects are")
            ),
        ] as [(String, PolicyFileError.Reason)])
    func namesTheFormatOfAnUnexpectedFile(content: String, reason: PolicyFileError.Reason) {
        #expect(self.reason(Data(content.utf8)) == reason)
    }

    @Test(
        arguments: [
            ("<plist>\n<dict>\n<key>a</key><string>x & y</string>\n</dict></plist>", 3),
            ("<plist>\n<dict>\n<key>a</key>\n<true>\n</dict></plist>", 5), ("<plist>\n<dict>\n", 2),
            ("{\"a\": 1,\n \"b\": }", 2), ("{\"a\": 1,\n\n b}", 3), ("{\"a\": 1,\n \"b\": 2", 2), ("[1,\n", 2),
        ])
    func reportsThePositionOfASyntaxError(content: String, line: Int) throws {
        guard case .malformed(_, let position, _) = reason(Data(content.utf8)) else {
            Issue.record("not malformed")
            return
        }
        #expect(position?.line == line)
        #expect(try #require(position).column >= 1)
    }

    /// Well-formed XML that is no property list.
    @Test(
        arguments: [
            ("<key>a</key>\n <foo/>", 4, 2, "Encountered unknown tag foo"),
            ("<key>a</key>\n", 4, 1, "Value missing for key inside <dict>"),
            ("<string>x</string><true/>", 3, 1, "Found non-key inside <dict>"),
            ("<key>a</key><integer>1x</integer>", 3, 13, "Unknown character 'x' (0x78) in <integer>"),
            ("<key>a</key>\n<array>\n  <real>q</real></array>", 5, 3, "Encountered misformatted real"),
            // The second parser takes no offence at these, and Foundation names the line alone.
            ("<key>a</key>\ntext<true/>", 4, 1, "Encountered unexpected character t while looking for open tag"),
            ("<key>a</key><date>x</date>", 3, 1, "Could not interpret <date>"),
        ])
    func refusesXMLThatIsNoPropertyList(inside: String, line: Int, column: Int, detail: String) {
        for beginning in ["", "\u{FEFF}"] {
            let content = "\(beginning)<plist>\n<dict>\n\(inside)</dict></plist>"
            #expect(
                reason(Data(content.utf8))
                    == .malformed(
                        format: "a property list", position: .init(line: line, column: column), detail: detail))
        }
    }

    @Test func aPropertyListInUTF16HasLines() throws {
        let content = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<plist><dict>\n<key>a</key><foo/></dict></plist>"
        let reason = reason(try #require(content.data(using: .utf16)))
        guard case .malformed(_, let position, _) = reason else {
            Issue.record("not malformed")
            return
        }
        #expect(position == .init(line: 3, column: 13))
    }

    @Test func aBinaryPropertyListHasTheByteOfAFault() throws {
        let list = ["b": ["k", "l"], "a": "text"] as [String: Any]
        var data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let place = try #require(data.range(of: Data("text".utf8))).lowerBound - 1
        data[place] = 0x70
        let error = #expect(throws: PolicyFileError.self) { try dictionary(data) }
        let sentence =
            "p cannot be read as a binary property list: the object at byte \(place) is damaged or too large."
        #expect(error?.description == sentence)
    }

    @Test func escapesControlCharacters() {
        let content = "<plist><dict><key>a</key><\u{1B}[2J/></dict></plist>"
        guard case .malformed(_, _, let detail) = reason(Data(content.utf8)) else {
            Issue.record("not malformed")
            return
        }
        #expect(detail.contains("\\u{1B}[2J"))
    }

    @Test(arguments: ["[", "<array>", "("])
    func depthIsLimited(open: String) {
        let content = (open == "<array>" ? "<plist>" : "") + String(repeating: open, count: 200_000)
        guard case .malformed = reason(Data(content.utf8)) else {
            Issue.record("not malformed")
            return
        }
    }

    @Test func filesAreReadUpToALimit() throws {
        let directory = try TemporaryDirectory()
        let whole = Data(repeating: UInt8(ascii: " "), count: PropertyListFile.sizeLimit)
        let fits = URL(fileURLWithPath: try directory.write(whole, to: "fits"))
        #expect(try PropertyListFile(reading: fits, named: "fits").data.count == PropertyListFile.sizeLimit)
        let exceeds = URL(fileURLWithPath: try directory.write(whole + [0x20], to: "exceeds"))
        let error = #expect(throws: PolicyFileError.self) { try PropertyListFile(reading: exceeds, named: "exceeds") }
        #expect(error?.reason == .tooLarge(limit: PropertyListFile.sizeLimit))
    }

    @Test func aMissingFileIsNamed() throws {
        let url = URL(fileURLWithPath: "/nowhere/Info.plist")
        let error = #expect(throws: PolicyFileError.self) { try PropertyListFile(reading: url, named: "Info.plist") }
        #expect(error == PolicyFileError(path: "Info.plist", reason: .missing))
    }
}

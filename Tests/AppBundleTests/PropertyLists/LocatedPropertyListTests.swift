import Foundation
import InfoPlist
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct LocatedPropertyListTests {
    /// The keys of the outermost dictionary, with the positions of each key and value.
    private func places(_ data: Data) -> [String]? {
        LocatedPropertyList.value(of: data)?.entries?.map { entry in
            let (key, value) = (entry.position, entry.value.position)
            return "\(entry.key) \(key?.line ?? 0):\(key?.column ?? 0) \(value?.line ?? 0):\(value?.column ?? 0)"
        }
    }

    @Test(
        arguments: [
            ("<plist><dict><key>a</key><true/></dict></plist>", ["a 1:14 1:26"]),
            ("<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<true />\n</dict>\n</plist>", ["a 3:2 4:2"]),
            ("<plist>\r\n<dict>\r\n<key>a</key>\r\n<false/></dict></plist>", ["a 3:1 4:1"]),
            ("<plist><dict>\n<!-- <key>x</key>\n\u{FC} --> <key>a</key><dict/></dict></plist>", ["a 3:8 3:20"]),
            (
                "<plist><dict><key\n>a</key ><string>\u{FC}\n</string> <key>b</key><string/></dict></plist>",
                ["a 1:14 2:10", "b 3:11 3:23"]
            ),
            (
                "<plist><dict><key>a</key><true/>\n<key>a</key><false></false></dict></plist>",
                ["a 1:14 1:26", "a 2:1 2:13"]
            ),
            ("<plist><dict><key>a&amp;&#98;&#x63;</key><true/></dict></plist>", ["a&bc 1:14 1:42"]),
            ("<plist><dict><key>a<![CDATA[<b>]]><!-- c --></key><true/></dict></plist>", ["a<b> 1:14 1:51"]),
            ("<plist><!-- -- ><x -->\n<dict/></plist>", []),
            ("<plist><array/></plist>", nil), ("<plist/>", nil), ("<plist><dict><key>a</key></dict></plist>", nil),
            ("<plist><dict><key>a</key><true/>", nil), ("<plist><dict><key>a<", nil), ("<plist><dict><!-- ", nil),
            ("<plist><dict><key>&", nil), ("<plist><dict><key>a</key><foo/></dict></plist>", nil), ("", nil),
            ("<plist><dict><key>a</key><integer>1x</integer></dict></plist>", nil),
        ] as [(String, [String]?)])
    func findsPositions(text: String, places: [String]?) {
        #expect(self.places(Data(text.utf8)) == places)
    }

    @Test func everyUnicodeEncodingHasTheSamePositions() throws {
        let text =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"a\"\n \"b\">\n"
            + "<plist>\n<dict> <key>\u{FC}</key> <true/></dict></plist>"
        let expected = ["\u{FC} 5:8 5:22"]
        #expect(places(Data(text.utf8)) == expected)
        #expect(places(Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)) == expected)
        #expect(places(try #require(text.data(using: .utf16))) == expected)
        #expect(places(try #require(text.data(using: .isoLatin1))) == nil)
    }

    @Test func agreesWithFoundation() throws {
        let xml = propertyListXML(
            """
            <dict><key>b</key><true/><key>i</key><integer>-0x10</integer><key>r</key><real>1.5</real>
            <key>s</key><string> a\tb
            c </string><key>a</key><array><false/><array/><dict><key>k</key><integer>+7</integer></dict></array>
            <key>t</key><date>2020-01-01T00:00:00Z</date><key>d</key><data>AAAA</data>
            <key>b</key><false/></dict>
            """)
        let foundation = try PropertyListSerialization.propertyList(from: xml, format: nil)
        #expect(LocatedPropertyList.value(of: xml)?.propertyValue == PropertyValue(foundation: foundation))
    }

    @Test func depthIsLimited() {
        let open = String(repeating: "<array>", count: 200)
        let close = String(repeating: "</array>", count: 200)
        #expect(LocatedPropertyList.value(of: Data("<plist>\(open)\(close)</plist>".utf8)) == nil)
    }

    @Test func survivesEveryTruncation() {
        let whole = propertyListXML("<dict><key>a&lt;</key><string><![CDATA[b]]></string><!-- c --></dict>")
        for count in 0..<whole.count { _ = LocatedPropertyList.value(of: whole.prefix(count)) }
    }
}

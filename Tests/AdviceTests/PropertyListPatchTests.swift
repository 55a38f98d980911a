import Testing
import TransportSecurity

@testable import Advice

@Suite struct PropertyListPatchTests {
    private static let file = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>CFBundleName</key>
          <string>Demo &amp; Co</string> <!-- <key>NSAppTransportSecurity</key> -->
          <key>NSAppTransportSecurity</key>
          <dict>
            <!-- kept -->
            <key>NSExceptionDomains</key>
            <dict>
              <key>a.example</key>
              <dict>
                <key>NSIncludesSubdomains</key>
                <true/>
              </dict>
              <key>b.example</key> <dict/>
            </dict>
            <key>NSAllowsArbitraryLoads</key><true/>
          </dict>
        </dict>
        </plist>

        """

    private func domains(_ entries: [String: PropertyValue]) -> [String: PropertyValue] {
        ["NSExceptionDomains": .dictionary(entries)]
    }

    @Test func keepsEverythingElse() {
        let new = domains([
            "a.example": .dictionary(["NSIncludesSubdomains": .boolean(false)]),
            "c.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]),
        ])
        let changed = PropertyListPatch.changed(Self.file, to: new)
        let expected = Self.file.replacing("        <true/>", with: "        <false/>")
            .replacing(
                "      <key>b.example</key> <dict/>\n",
                with: """
                          <key>c.example</key>
                          <dict>
                            <key>NSExceptionMinimumTLSVersion</key>
                            <string>TLSv1.0</string>
                          </dict>

                    """
            )
            .replacing("    <key>NSAllowsArbitraryLoads</key><true/>\n", with: "")
        #expect(changed == expected)
    }

    @Test func addsAMissingPolicy() {
        let bare = "<plist><dict>\n\t<key>A</key>\n\t<true/>\n</dict></plist>"
        #expect(
            PropertyListPatch.changed(bare, to: ["NSAllowsLocalNetworking": .boolean(false)])
                == """
                <plist><dict>
                \t<key>A</key>
                \t<true/>
                \t<key>NSAppTransportSecurity</key>
                \t<dict>
                \t\t<key>NSAllowsLocalNetworking</key>
                \t\t<false/>
                \t</dict>
                </dict></plist>
                """)
    }

    @Test func removesAnEmptyPolicy() {
        let changed = PropertyListPatch.changed(Self.file, to: [:])
        #expect(changed?.contains("NSExceptionDomains") == false && changed?.contains("<!-- <key>") == true)
    }

    @Test func changesABareDictionaryInItsPlace() {
        let bare = "<plist><dict>\n\t<key>NSAllowsArbitraryLoads</key>\n\t<true/>\n</dict></plist>\n"
        #expect(
            PropertyListPatch.changed(bare, to: ["NSAllowsLocalNetworking": .boolean(true)])
                == "<plist><dict>\n\t<key>NSAllowsLocalNetworking</key>\n\t<true/>\n</dict></plist>\n")
    }

    @Test(arguments: [
        "", "{}", "<html></html>", "<plist><dict><key>a</key></dict></plist>", "<plist><dict>", "<plist><!--",
    ])
    func refusesUnsupportedText(text: String) {
        #expect(PropertyListPatch.changed(text, to: [:]) == nil)
    }

    @Test func survivesAnyTruncation() {
        for length in 0..<Self.file.utf8.count {
            _ = PropertyListPatch.changed(String(Self.file.prefix(length)), to: domains(["x": .dictionary([:])]))
        }
    }
}

import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct PolicyLinesTests {
    @Test func theLastOfDuplicateKeysCounts() {
        let lines = PolicyLines(
            text: """
                <plist><dict>
                <key>NSExceptionDomains</key><dict>
                <key>a.example</key><dict/>
                <key>a.example</key><dict>
                <key>NSIncludesSubdomains</key><true/></dict></dict></dict></plist>
                """)
        let domains = "NSExceptionDomains"
        #expect(lines.sectionLine == 1 && lines.line(of: []) == 1)
        #expect(lines.line(of: [domains, "a.example"]) == 4)
        #expect(lines.line(of: [domains, "a.example", "NSIncludesSubdomains"]) == 5)
        // A key that is not there is at the key around it.
        #expect(lines.line(of: [domains, "b.example"]) == 2 && lines.line(of: ["NSPinnedDomains", "a"]) == 1)
    }

    @Test func formatsWithoutLinesHaveTheFirst() {
        #expect(PolicyLines(nil) == PolicyLines(text: "no property list"))
        #expect(PolicyLines(nil).line(of: ["NSAllowsArbitraryLoads"]) == 1)
        let binary = LocatedValue(.dictionary(["NSAllowsArbitraryLoads": .boolean(true)]))
        #expect(PolicyLines(binary).line(of: ["NSAllowsArbitraryLoads"]) == 1)
        #expect(PolicyLines(binary).dictionary == ["NSAllowsArbitraryLoads": .boolean(true)])
    }
}

import Reports
import Foundation
import Testing
import TransportSecurity

@testable import Console

@Suite struct GuideTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../../docs").standardized

    @Test func eachGuideIsInTheProgram() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(Guide.shipped.keys.map { "\($0).md" }) == Set(names))
        for (name, guide) in Guide.shipped {
            #expect(try guide.text == String(contentsOf: Self.folder.appending(path: "\(name).md"), encoding: .utf8))
        }
    }

    @Test func eachRuleHasItsSection() throws {
        let page = try #require(Guide.shipped["rules"]).page
        for rule in RuleID.allCases {
            #expect(page.contains("<h3 id=\"\(RulePage.anchor(of: rule))\">\(rule.rawValue)</h3>"), "\(rule)")
        }
    }

    /// Links between guides lead to a guide, and to a heading of it.
    @Test func linksOfGuidesLeadToHeadings() throws {
        for (name, guide) in Guide.shipped {
            for match in guide.page.matches(of: #/href="(/docs/([^"#]*))?(#([^"]*))?"/#) where !match.0.isEmpty {
                let target = match.1 == nil ? name : match.2.map { $0.isEmpty ? "README" : String($0) } ?? ""
                let page = try #require(Guide.shipped[target], "\(name): \(match.0)").page
                if let anchor = match.4 { #expect(page.contains(" id=\"\(anchor)\">"), "\(name): \(match.0)") }
            }
        }
    }

    @Test func elementsAreClosedInOrder() throws {
        for (name, guide) in Guide.shipped {
            var open: [Substring] = []
            for match in guide.page.matches(of: #/<(\/?)([a-z0-9]+)[^>]*>/#)
            where !["meta", "link"].contains(match.2) {
                if match.1.isEmpty { open.append(match.2) } else { #expect(open.popLast() == match.2, "\(name)") }
            }
            #expect(open.isEmpty, "\(name): \(open)")
        }
    }

    @Test(arguments: [
        ("a <b> & \"c\"", "<p>a &lt;b&gt; &amp; &quot;c&quot;</p>"),
        ("*a* and **b `*c*`**", "<p><em>a</em> and <strong>b <code>*c*</code></strong></p>"),
        (
            "[x](rules.md#tls-version) [y](https://a.example/)",
            "<p><a href=\"/docs/rules#tls-version\">x</a> <a href=\"https://a.example/\">y</a></p>"
        ),
        (
            "[x](../config/data/README.md)",
            "<p><a href=\"\(RulePage.documents)/../config/data/README.md\">x</a></p>"
        ),
        ("```sh\n<a> `b`\n\n```\nc\n  d", "<pre tabindex=\"0\"><code>&lt;a&gt; `b`\n</code></pre>\n<p>c d</p>"),
        ("- a\n  b\n- c\n\n2. d", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>\n<ol start=\"2\">\n<li>d</li>\n</ol>"),
        ("## A b, `c`", "<h2 id=\"a-b-c\">A b, <code>c</code></h2>"),
        ("an open ` and * and [ stay", "<p>an open ` and * and [ stay</p>"),
    ])
    func blocks(text: String, markup: String) {
        #expect(GuideBlocks(text).markup == markup)
    }

    @Test func barsInCodeSeparateNothing() {
        let markup = GuideBlocks("| a | b |\n|---|---|\n| `x|y` | [z](ci.md) |\n").markup
        #expect(markup.contains("<tr><th scope=\"col\">a </th><th scope=\"col\">b </th></tr>"))
        #expect(markup.contains("<tr><td><code>x|y</code> </td><td><a href=\"/docs/ci\">z</a> </td></tr>"))
    }
}

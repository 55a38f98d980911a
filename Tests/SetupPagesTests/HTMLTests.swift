import Testing

@testable import SetupPages

@Suite struct HTMLTests {
    @Test func textIsNoMarkup() {
        #expect(HTML.escaped("<a b='c' d=\"e\">&") == "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;")
    }

    @Test func aPageHasItsTitleAsText() {
        let page = String(decoding: HTML.page(title: "<a>", body: "<p>b</p>\n"), as: UTF8.self)
        #expect(page.contains("<title>&lt;a&gt;</title>") && page.contains("<p>b</p>\n</body>"))
    }

    /// A page that runs nothing and shows nothing of others is the only one with forms.
    @Test func pagePermitsNoScript() throws {
        func policy(_ path: String) -> [UInt8]? {
            LocalPages().page(for: .init(path: path, reachedAddress: nil, isProxied: true, userAgent: ""))
                .contentSecurityPolicy
        }
        let text = String(decoding: try #require(policy("/")), as: UTF8.self)
        #expect(text.contains("default-src 'none'") && !text.contains("script-src"))
        #expect(policy("/proxy.pac") == nil)
    }
}

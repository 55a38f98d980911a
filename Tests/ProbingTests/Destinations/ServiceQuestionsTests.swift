import InternetNames
import Testing

@testable import Probing

@Suite struct ServiceQuestionsTests {
    @Test(
        arguments: [
            ("a.example", true), ("given.example", false), ("192.0.2.1", false), ("::1", false),
            ("printer.local", false),
            ("intranet", false), ("a.localhost", false), ("a.onion", false), ("a.invalid", false), ("a.test", true),
        ])
    func asksOnlyAboutNamesOfTheDNS(text: String, isAsked: Bool) throws {
        var resolve = ResolveOverrides()
        let isRead = resolve.add(argument: "given.example:443:192.0.2.7")
        #expect(isRead)
        let host = try #require(Host(text))
        let questions = ServiceQuestions(resolve: resolve)
        #expect(questions.mayAsk(about: Authority(host: host, port: 443)) == isAsked)
    }

    /// An address that replaces a lookup at one port does not replace it at others.
    @Test func anOverrideIsForItsPort() throws {
        var resolve = ResolveOverrides()
        let isRead = resolve.add(argument: "given.example:443:192.0.2.7")
        #expect(isRead)
        let host = try #require(Host("given.example"))
        #expect(ServiceQuestions(resolve: resolve).mayAsk(about: Authority(host: host, port: 8443)))
    }
}

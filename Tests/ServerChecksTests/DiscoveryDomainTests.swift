import Settings
import Testing

@testable import ServerChecks

@Suite struct DiscoveryDomainTests {
    @Test func domainsAndAccountsAreRead() throws {
        let domain = try DiscoveryDomain("a.example")
        #expect(domain.account == nil)
        #expect(domain.authority.description == "a.example:443")
        #expect(try DiscoveryDomain("a.example.").authority == domain.authority)
        let account = try DiscoveryDomain("anna@a.example.")
        #expect(account.account == "anna@a.example")
        #expect(account.authority == domain.authority)
        #expect(try DiscoveryDomain("anna@a.example:8443").authority.port == 8443)
    }

    @Test(arguments: [
        "", " ", " a.example", "a.example/", "a.example?x", "a.example#f", "mailto:b@a.example", "b:secret@a.example",
        "b@c@a.example", "@a.example", "b c@a.example", "192.0.2.1",
    ])
    func otherTextIsRefusedWithoutAPassword(text: String) {
        do throws(CommandFailure) {
            _ = try DiscoveryDomain(text)
            Issue.record("\(text) is read")
        } catch {
            #expect(!error.sentence.contains("secret"))
        }
    }

    @Test func theDomainOfAURLIsNamed() {
        do throws(CommandFailure) {
            _ = try DiscoveryDomain("https://a.example/x")
            Issue.record("a URL is read")
        } catch {
            #expect(error.sentence.contains("write a.example"))
        }
    }
}

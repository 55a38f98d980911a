import Testing

@testable import TransportSecurity

@Suite struct UserAgentTokensTests {
    @Test func readsProductsAndComments() {
        let tokens = UserAgentTokens("MyApp/42 CFNetwork/1568.200.51 (iPhone; (nested) iOS 18.1) Darwin/24.1.0")
        #expect(tokens.products.map(\.name) == ["MyApp", "CFNetwork", "Darwin"])
        #expect(tokens.products.map(\.version) == ["42", "1568.200.51", "24.1.0"])
        #expect(tokens.comments == ["iPhone; (nested) iOS 18.1"])
        #expect(tokens.first?.name == "MyApp" && tokens["Darwin"] == "24.1.0" && tokens["Safari"] == nil)
    }

    @Test(
        arguments: [
            ("My App/1 CFNetwork/2", "My App", "1"), ("My%20App/1", "My App", "1"), ("My%FFApp/1", "My%FFApp", "1"),
            ("App", "App", nil), ("App/", "App", ""),
        ] as [(String, String, String?)])
    func readsTheNameOfTheApp(text: String, name: String, version: String?) {
        let first = UserAgentTokens(text).first
        #expect(first?.name == name && first?.version == version)
    }

    @Test(arguments: ["", " ", "(", "(a", ")", "((a)"])
    func anyTextCanBeRead(text: String) {
        let tokens = UserAgentTokens(text)
        #expect(tokens.comments.count == (text.contains("(") ? 1 : 0))
        #expect(tokens.products.count == (text == ")" ? 1 : 0))
    }
}

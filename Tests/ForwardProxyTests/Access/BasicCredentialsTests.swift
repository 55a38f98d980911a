import Testing

@testable import ForwardProxy

@Suite struct BasicCredentialsTests {
    @Test(arguments: [
        ("Basic YW5uOnM6dA==", "ann", "s:t"), ("basic YW5uOnM6dA", "ann", "s:t"), ("BASIC  Og==", "", ""),
        ("Basic w6RubjpwdyE=", "änn", "pw!"),
    ])
    func reads(value: String, user: String, password: String) {
        let credentials = BasicCredentials(Array(value.utf8)[...])
        #expect(credentials?.user == user && credentials?.password == password)
    }

    @Test(arguments: [
        "", "Basic", "Basic YW5u", "Bearer YW5uOnM6dA==", "Basic YW5uOnM6dA===", "Basic Y=W5uOnM6dA", "Basic a b",
        "Basic /zo=", "Basic *", "Basic YW5uOnM6d",
    ])
    func refuses(value: String) {
        #expect(BasicCredentials(Array(value.utf8)[...]) == nil)
    }
}

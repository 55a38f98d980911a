import Testing
import TransportSecurity

@Suite struct AppSelectorTests {
    private static func selector(_ names: String..., version: String? = nil) -> AppSelector {
        AppSelector(names: names.map { TextPattern($0) }, version: version)
    }

    @Test(arguments: [
        ("MyApp/42 CFNetwork/1 Darwin/24.1.0", true), ("MyApp/42.1.3 CFNetwork/1 Darwin/24.1.0", true),
        ("MyApp/420", false), ("MyApp/41", false), ("MyApp", false), ("MyAppWidget/42", true), ("Other/42", false),
        ("", false),
    ])
    func selectsByNameAndVersion(userAgent: String, isSelected: Bool) {
        let selector = Self.selector("MyApp", "MyAppWidget", version: "42.*")
        #expect(selector.selects(ClientApp(userAgent: userAgent)) == isSelected)
    }

    @Test func decodesNamesAsTheUserAgentWritesThem() {
        #expect(Self.selector("Mein Café").selects(ClientApp(userAgent: "Mein%20Caf%C3%A9/1 CFNetwork/1 Darwin/24")))
    }

    @Test func aWildcardAloneSelectsEveryClient() {
        for userAgent in ["", "curl/8", "Mozilla/5.0"] {
            #expect(Self.selector("*").selects(ClientApp(userAgent: userAgent)))
        }
        #expect(!Self.selector("*", version: "1").selects(ClientApp(userAgent: "")))
    }

    @Test func coversWhatSelectsLess() {
        let any = Self.selector("MyApp")
        let some = Self.selector("MyApp", version: "42.*")
        #expect(any.covers(some) && any.covers(any) && some.covers(some) && !some.covers(any))
        #expect(some.covers(Self.selector("MyApp", version: "42")))
        #expect(some.covers(Self.selector("MyApp", version: "42.1.*")))
        #expect(!some.covers(Self.selector("MyApp", version: "4*")))
        #expect(!Self.selector("MyApp", version: "*.*.*").covers(Self.selector("MyApp", version: "1.*")))
        #expect(!any.covers(Self.selector("MyApp", "Other")) && Self.selector("*").covers(Self.selector("A", "B")))
    }

    @Test func isDescribedAsItIsWritten() {
        #expect(Self.selector("MyApp", "MyAppWidget", version: "42.*").description == "MyApp or MyAppWidget 42.*")
    }
}

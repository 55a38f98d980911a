import Testing
import TransportSecurity

@Suite struct PolicySelectionTests {
    private static func scope(_ name: String) -> PolicyScope {
        PolicyScope(policyName: name, dictionary: [:], os: .byUserAgent, mode: .enforce)
    }

    private static func entry(_ name: String, version: String? = nil, _ policy: String) -> PolicySelection.Entry {
        PolicySelection.Entry(AppSelector(names: [TextPattern(name)], version: version), scope(policy))
    }

    @Test(arguments: [
        ("MyApp/42", "first"), ("MyApp/41", "second"), ("MyAppWidget/42", "third"), ("Other/42", "fallback"),
        ("", "fallback"),
    ])
    func theFirstEntryForTheAppIsTaken(userAgent: String, policy: String) {
        let selection = PolicySelection(
            [Self.entry("MyApp", version: "42.*", "first"), Self.entry("MyApp", "second"), Self.entry("My*", "third")],
            otherwise: Self.scope("fallback"))
        #expect(selection.scope(for: ClientApp(userAgent: userAgent)).policyName == policy)
        #expect(selection.scopes.map(\.policyName) == ["first", "second", "third", "fallback"])
    }

    @Test func withoutEntriesThereIsOnePolicy() {
        let selection = PolicySelection(otherwise: Self.scope("only"))
        #expect(selection.scope(for: ClientApp(userAgent: "MyApp/42")).policyName == "only")
    }
}

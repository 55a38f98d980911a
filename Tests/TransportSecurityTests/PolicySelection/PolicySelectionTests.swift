import Testing
import TransportSecurity

@Suite struct PolicySelectionTests {
    private static func appliedPolicy(_ name: String) -> AppliedPolicy {
        AppliedPolicy(policyName: name, dictionary: [:], os: .byUserAgent, mode: .enforce)
    }

    private static func entry(_ name: String, version: String? = nil, _ policy: String) -> PolicySelection.Entry {
        PolicySelection.Entry(AppSelector(names: [TextPattern(name)], version: version), appliedPolicy(policy))
    }

    @Test(arguments: [
        ("MyApp/42", "first"), ("MyApp/41", "second"), ("MyAppWidget/42", "third"), ("Other/42", "fallback"),
        ("", "fallback"),
    ])
    func theFirstEntryForTheAppIsTaken(userAgent: String, policy: String) {
        let selection = PolicySelection(
            [Self.entry("MyApp", version: "42.*", "first"), Self.entry("MyApp", "second"), Self.entry("My*", "third")],
            otherwise: Self.appliedPolicy("fallback"))
        #expect(selection.appliedPolicy(for: ClientApp(userAgent: userAgent)).policyName == policy)
        #expect(selection.appliedPolicies.map(\.policyName) == ["first", "second", "third", "fallback"])
    }

    @Test func withoutEntriesThereIsOnePolicy() {
        let selection = PolicySelection(otherwise: Self.appliedPolicy("only"))
        #expect(selection.appliedPolicy(for: ClientApp(userAgent: "MyApp/42")).policyName == "only")
    }
}

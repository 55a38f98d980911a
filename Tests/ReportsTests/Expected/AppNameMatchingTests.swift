import Testing
@testable import Reports

@Suite struct AppNameMatchingTests {
    private static let identifiers: Set<String> = [
        "com.example.my-app", "com.example.Pay", "org.other.pay", "com.example.Known", "com.example.Renamed", "",
    ]

    @Test(
        arguments: [
            ("com.example.my-app", ["My App"]), ("com.example.Pay", []), ("org.other.pay", []),
            ("com.example.Known", ["Known"]), ("com.example.Renamed", ["Shop"]), ("com.example.absent", []), ("", []),
        ] as [(String, Set<String>)])
    func matchesWhatCanBeSaid(identifier: String, names: Set<String>) {
        let matching = AppNameMatching(
            of: Self.identifiers, with: ["My App", "Pay", "Known", "Shop", "Renamed", ""],
            policyNames: ["com.example.Renamed": ["shop", "Shop Debug"], "com.other": ["Renamed"]])
        #expect(matching.names(of: identifier) == names)
    }

    @Test func aNameOfAnotherAppIsNotTaken() {
        let matching = AppNameMatching(
            of: ["com.example.Shop", "com.other"], with: ["Shop"], policyNames: ["com.other": ["Shop"]])
        #expect(matching.names(of: "com.example.Shop").isEmpty && matching.names(of: "com.other") == ["Shop"])
    }
}

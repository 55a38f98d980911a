import Documents
import Testing

@Suite struct ListedNamesTests {
    @Test(
        arguments: [
            ([], 2, nil, ""), (["a"], 2, nil, "a"), (["a", "b"], 2, nil, "a, b"),
            (["a", "b", "c"], 2, nil, "a, b and 1 more"), (["a", "b"], .max, 2, "a, b"),
            (["a", "b"], .max, 1203, "a, b and 1,201 more"), (["a", "b", "c"], 1, 9, "a and 8 more"),
        ] as [([String], Int, Int?, String)])
    func saysHowManyAreNotShown(names: [String], limit: Int, total: Int?, text: String) {
        #expect(names.listed(atMost: limit, of: total) == text)
    }

    @Test func separatesAsAsked() {
        #expect(["a 1, 2", "b", "c"].listed(atMost: 2, separator: "; ") == "a 1, 2; b and 1 more")
    }
}

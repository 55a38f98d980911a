import Testing

/// Tests with Swift Testing, which would run at the same time.
@Suite(.judged) struct TraitTests {
    @Test(arguments: 0..<6) func good(number: Int) throws { try Loading.load("GOOD") }
    @Test func nothing() {}
    @Test func plain() async throws { try Loading.load("PLAIN") }
    @Test(.judged) func plainWithTheTraitTwice() throws { try Loading.load("PLAIN") }
    @Test(arguments: ["GOOD", "PLAIN"]) func oneOfTwo(name: String) throws { try Loading.load(name) }
    @Test func failing() throws { throw CancellationError() }
}

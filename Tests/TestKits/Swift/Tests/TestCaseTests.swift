import XCTest

/// Tests with XCTest.
final class TestCaseTests: JudgedTestCase {
    func testGood() throws { try Loading.load("GOOD") }
    func testNothing() {}
    func testPlain() throws { try Loading.load("PLAIN") }
    func testPlainAsync() async throws { try Loading.load("PLAIN") }
    func testGoodAfterwards() throws { try Loading.load("GOOD") }
}

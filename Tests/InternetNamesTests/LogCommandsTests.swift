import InternetNames
import Testing

@Suite struct LogCommandsTests {
    /// The forms are those of GitHub's "Workflow commands", of Azure's "Logging commands" and of TeamCity's "Service
    /// messages".
    @Test(
        arguments: [
            ("::error::x", "\\::error::x"), ("  ::error::x", "  \\::error::x"), ("a ::error::x", "a ::error::x"),
            ("a\n::warning::b\nc", "a\n\\::warning::b\nc"), ("##vso[task.complete]", "#\\#vso[task.complete]"),
            ("a ##VSO[x]", "a #\\#VSO[x]"), ("##[error]x", "#\\#[error]x"), ("###[x]", "##\\#[x]"),
            ("##teamcity[x]", "#\\#teamcity[x]"), ("## Heading", "## Heading"), ("### a", "### a"), ("", ""),
            ("::1 is local", "::1 is local"), ("  ::ffff:1", "  ::ffff:1"), ("::1::2", "\\::1::2"), (":::", ":::"),
            ("::::", "\\::::"),
        ])
    func commandsAreText(text: String, shown: String) {
        #expect(text.withoutLogCommands == shown)
    }

    /// For random texts of the parts of commands.
    @Test(arguments: 0..<500) func noLineIsACommand(number: Int) {
        var generator = SystemRandomNumberGenerator()
        let parts = ["::", ":", "#", "##", "[", "vso[", "VSO[", "teamcity[", "error", " ", "\t", "\n", "a"]
        let text = (0..<12).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
        let shown = text.withoutLogCommands
        for line in shown.split(separator: "\n") {
            let start = line.drop(while: \.isWhitespace)
            #expect(!start.hasPrefix("::") || !start.dropFirst(2).contains("::"), "\(text.debugDescription)")
            for command in ["##[", "##vso[", "##teamcity["] { #expect(!line.lowercased().contains(command)) }
        }
        #expect(shown.replacing("\\", with: "") == text)
        #expect(text.withoutLogCommandsInJSON.replacing("\\u0023", with: "#") == text)
    }
}

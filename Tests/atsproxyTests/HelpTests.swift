import ArgumentParser
import Testing

@testable import atsproxy

@Suite struct HelpTests {
    /// The helps of the commands that judge recordings say when each status occurs.
    @Test(arguments: [ReportCommand.self, RunCommand.self, AdviseCommand.self] as [any ParsableCommand.Type])
    func helpsNameTheStatuses(command: any ParsableCommand.Type) {
        let help = command.helpMessage().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(help.contains("not everything could be judged") && help.contains(" 65 where "))
        #expect(help.contains(command == AdviseCommand.self ? "(report exits with 2 then)" : "lse 2 where "))
    }

    /// The pages of `docs` have the rest.
    @Test func discussionsAreShort() {
        let commands = Self.commands(from: ATSProxy.self)
        #expect(commands.count > 15)
        for command in commands {
            let words = command.configuration.discussion.split(whereSeparator: \.isWhitespace).count
            #expect(words <= 60, "\(command) has \(words) words")
        }
    }

    /// A command, and all below it.
    private static func commands(from command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(commands)
    }
}

import ArgumentParser
import Store

/// `atsproxy-store init`: creates the store.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create the tables of the store in a database, unless they exist.")

    @OptionGroup var target: StoreArgument

    func run() throws {
        try Output.reportingFailure { () throws(StoreFailure) in
            let isNew = try Store(target.url).create()
            Output.say(isNew ? "the store is created." : "the store exists already.")
        }
    }
}

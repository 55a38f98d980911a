import ArgumentParser
import Store

/// `atsproxy-store init`: creates the store.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create the tables of the store in a database, unless they exist.")

    @OptionGroup var place: StoreArgument

    func run() throws {
        try Output.reported { () throws(StoreFailure) in
            let isNew = try Store(place.url).create()
            Output.say(isNew ? "the store is created." : "the store exists already.")
        }
    }
}

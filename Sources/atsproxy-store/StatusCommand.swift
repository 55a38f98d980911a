import ArgumentParser
import Store

/// `atsproxy-store status`: the content of the store in numbers.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say what the store holds, and when each proxy last pushed.")

    /// The output formats.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @OptionGroup var target: StoreArgument

    @Option(help: "The output format.")
    var format = Format.text

    func run() throws {
        try Output.reportingFailure { () throws(StoreFailure) in
            let store = try Store(target.url)
            try store.check()
            let status = try store.status()
            switch format {
            case .text: try Output.print(status.text)
            case .json: try Output.print(status.json)
            }
        }
    }
}

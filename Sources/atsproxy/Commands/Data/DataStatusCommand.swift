import ArgumentParser
import DataFiles
import DataInUse
import Foundation
import Networking
import Settings
import StandardStreams
import TransportSecurity

/// `atsproxy data status`: shows each data file with its date, its origin, and the checks that its age switches off.
struct DataStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the date and the origin of each data file, and what its age switches off.",
        discussion:
            "Without options, shows the files that commands use by default. Nothing is fetched."
    )

    @Option(
        help: ArgumentHelp(
            "The configuration file of serve, with the files and sources that it names.", valueName: "yaml"),
        completion: .file())
    var config: String?

    @OptionGroup var files: DataFileOptions

    @Option(help: ArgumentHelp("The format: text, or json with one object per line.", valueName: "format"))
    var format = OutputFormat.text

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in
            let file = try config.map { (path) throws(CommandFailure) in try ConfigurationFile(contentsOf: path) }
            let stack = SettingsStack(files.layer, over: file)
            let (trust, data) = (try TrustSettings(stack), try DataSettings(stack))
            let now = WallClock.now
            let statuses = try DataFileKind.allCases.map { (kind) throws(CommandFailure) in
                try DataFileStatus(kind, trust, data, at: now)
            }
            for status in statuses {
                switch format {
                case .text: Output.print(status.text)
                case .json: Output.print(status.line)
                }
            }
            let stores = RootStoresStatus(try CurrentData.rootStores(), isReplaced: trust.roots != nil)
            switch format {
            case .json: Output.print(stores.line)
            case .text:
                Output.print(stores.text)
                Output.print(Self.directorySentence)
            }
        }
    }

    /// The directory of updated files, in one sentence.
    private static var directorySentence: String {
        guard let directory = CurrentData.directory else {
            return "There is no place for updated files, because \(CurrentData.missingPlace)."
        }
        let path = directory.path.visible(limit: 2000)
        return directory.isWritable
            ? "Updated files are kept in \(path)." : "Updated files are kept in \(path), which cannot be written."
    }
}

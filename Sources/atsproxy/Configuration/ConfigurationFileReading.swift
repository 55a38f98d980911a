import AppBundle
import Settings

extension ConfigurationFile {
    /// Reads the configuration file at a path.
    init(contentsOf path: String, pipes: FileOpening.Pipes = .read) throws(CommandFailure) {
        try self.init(try InputFile(path, pipes: pipes).bytes(), named: path)
    }
}

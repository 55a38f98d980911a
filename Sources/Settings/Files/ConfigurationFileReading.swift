import AppBundle

extension ConfigurationFile {
    /// Reads the configuration file at a path.
    package init(contentsOf path: String, pipes: FileOpening.Pipes = .read) throws(CommandFailure) {
        try self.init(try InputFile(path, pipes: pipes).bytes(), named: path)
    }
}

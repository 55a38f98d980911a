import Settings

extension ConfigurationFile {
    /// Reads the configuration file at a path.
    init(contentsOf path: String) throws(CommandFailure) {
        try self.init(try InputFile(path).bytes(), named: path)
    }
}

import Settings

extension NamedFile {
    /// Reads the file by means of a closure. The error of a file that a configuration names has the line in the
    /// configuration as well.
    func read<Value>(
        _ read: (InputFile) throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(CommandFailure) {
            return try read(InputFile(path))
        } catch {
            throw text.dataFault(error.sentence)
        }
    }
}

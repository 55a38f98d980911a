import AppBundle

extension NamedFile {
    /// Reads the file by means of a closure. The error of a file that a configuration names has the line in the
    /// configuration as well.
    package func read<Value>(
        pipes: FileOpening.Pipes, _ read: (InputFile) throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(CommandFailure) {
            return try read(InputFile(path, pipes: pipes))
        } catch {
            throw text.dataFault(error.sentence)
        }
    }
}

import AppBundle
import Settings

extension NamedFile {
    /// Reads the file. An error names the line of the configuration that names the file.
    func read<Value>(
        pipes: FileOpening.Pipes, _ read: (InputFile) throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(CommandFailure) {
            return try read(InputFile(path, pipes: pipes))
        } catch {
            throw text.dataFault(error.sentence)
        }
    }
}

import Networking
import Settings

/// A file that only its owner may read.
enum PrivateFile {
    /// Writes a file as a whole: its path has either all of it afterwards, also after a crash, or the former content.
    /// Anything but a regular file, such as `/dev/stdout`, a pipe or a symbolic link, stays and is written to.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        do throws(OutputFileError) {
            var file = try OutputFile(path: path)
            try file.write(bytes)
            try file.finish()
        } catch {
            throw CommandFailure(.output, error.description)
        }
    }
}

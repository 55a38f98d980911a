import Networking
import Settings

/// Writes files that only their owner may read, such as a configuration profile with a password.
enum PrivateFile {
    /// Writes a file atomically: after a crash, the path has either the complete new content or the former one.
    /// Anything but a regular file, such as `/dev/stdout`, a pipe or a symbolic link, is kept and written to.
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

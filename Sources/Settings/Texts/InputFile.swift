import AppBundle
import Foundation
import Networking

/// A file whose whole content a command reads: one that an option names, or one whose content is known already.
package struct InputFile {
    /// The path, or another name for messages.
    package let name: String
    /// The content that is known already; nil for a file that is to be read.
    private let content: [UInt8]?
    private let pipes: FileOpening.Pipes

    /// Creates the file at a path.
    package init(_ path: String, pipes: FileOpening.Pipes = .read) {
        name = path
        content = nil
        self.pipes = pipes
    }

    /// Creates a file whose content is known already, such as standard input that was read.
    package init(named name: String, content: [UInt8]) {
        self.name = name
        self.content = content
        pipes = .refused
    }

    /// Standard input.
    package static var standardInput: InputFile { InputFile("/dev/stdin") }

    /// The content of the file, at most 64 MiB.
    package func bytes() throws(CommandFailure) -> [UInt8] {
        if let content { return content }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder.boolValue {
            throw CommandFailure(.data, "\(name) is a folder; name a file.")
        }
        let handle: FileHandle
        do {
            handle = try FileOpening.handle(at: name, pipes: pipes)
        } catch let error as FileOpening.NotRegular {
            throw CommandFailure(.data, "\(name) cannot be read: \(error).")
        } catch {
            let exists = FileManager.default.fileExists(atPath: name)
            throw CommandFailure(.data, exists ? "\(name) cannot be read." : "\(name) does not exist.")
        }
        defer { handle.closeFile() }
        do {
            let data = try handle.read(upToCount: Self.sizeLimit + 1) ?? Data()
            guard data.count <= Self.sizeLimit else {
                throw CommandFailure(.data, "\(name) is larger than 64 MiB.")
            }
            return Array(data)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.data, "\(name) cannot be read: \(SystemError(behind: error, in: "read").text).")
        }
    }

    /// The largest file in bytes.
    private static let sizeLimit = 64 << 20
}

/// A file that an option or a line of the configuration names.
package struct NamedFile: Hashable, Sendable {
    /// The text of the path, with the location at which it is written.
    package let text: SettingText

    /// The path.
    package var path: String { text.value }

    /// Reads the file by means of a closure. If a configuration names the file, an error has that line of the
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

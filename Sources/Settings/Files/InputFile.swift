import AppBundle
import Foundation
import Networking

/// A file that an option names, or a file that is part of the program.
package struct InputFile {
    /// The name for messages.
    package let name: String
    private let shipped: [UInt8]?
    private let pipes: FileOpening.Pipes

    /// Creates the file at a path.
    package init(_ path: String, pipes: FileOpening.Pipes = .read) {
        name = path
        shipped = nil
        self.pipes = pipes
    }

    /// Creates a file that is part of the program.
    package init(_ name: String, _ content: [UInt8]) {
        self.name = name
        shipped = content
        pipes = .refused
    }

    /// Standard input.
    package static var standardInput: InputFile { InputFile("/dev/stdin") }

    /// The content of the file, at most 64 MiB.
    package func bytes() throws(CommandFailure) -> [UInt8] {
        if let shipped { return shipped }
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

    private static let sizeLimit = 64 * 1024 * 1024
}

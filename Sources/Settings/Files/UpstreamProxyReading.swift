import AppBundle
import ForwardProxy
import Foundation
import StandardStreams

extension UpstreamProxySettings {
    /// Creates the upstream proxy, and reads its credentials. Prints a warning if every user can read the file of the
    /// credentials.
    ///
    /// No warning is printed if only a group can read it, because a service reads a file of root in that way
    /// (`root:atsproxy`, 0640).
    package func read(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> UpstreamProxy {
        let credentials = try credentialsFile.map { (file) throws(CommandFailure) in
            let credentials = try file.read(pipes: pipes, Self.credentials)
            if Self.isReadableByEveryone(file.path) {
                Console.say(
                    "warning: the mode of \(file.path) lets every user of this machine read the password in it; "
                        + "chmod o-r \(file.path) takes that away.")
            }
            return credentials
        }
        return UpstreamProxy(authority, credentials: credentials, bypass: bypass)
    }

    private static func credentials(in file: InputFile) throws(CommandFailure) -> BasicCredentials {
        let bytes = try file.bytes()
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let text = String(decoding: content, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 1, let line = lines.first, let credentials = BasicCredentials(line) else {
            throw CommandFailure(.data, "\(file.name) is not one line NAME:PASSWORD for the upstream proxy.")
        }
        return credentials
    }

    /// Whether the mode of a regular file lets every user read it.
    private static func isReadableByEveryone(_ path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let mode = attributes[.posixPermissions] as? NSNumber
        else { return false }
        return mode.intValue & 0o004 != 0
    }
}

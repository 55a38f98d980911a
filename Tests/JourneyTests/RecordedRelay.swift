import Foundation
import InternetNames

/// A relay to a server of a site, which says what passed on the wire. Ends with this object.
final class RecordedRelay {
    /// The port at which it takes connections.
    let port: Int
    private let process = Process()
    private let lifeline = Pipe()
    private let output = Pipe()

    /// The first bytes of both sides of one connection.
    struct Connection: Hashable {
        var sent: [UInt8]
        var received: [UInt8]
    }

    /// Starts a relay to a port of this machine.
    ///
    /// - Parameter fault: What the relay does wrong, by its name in the script; nil for nothing.
    init(to target: Int, fault: String? = nil) throws {
        process.executableURL = Repository.root.appending(path: "Tests/Scripts/recorded-relay")
        process.arguments = ["\(target)"] + [fault].compactMap(\.self)
        process.standardInput = lifeline
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw JourneyError(text: "the relay did not start") }
            line += more
        }
        guard let port = Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)) else {
            throw JourneyError(text: "the relay has no port")
        }
        self.port = port
    }

    /// Ends the relay. The connections that had ended, in the order of their ends.
    func connections() throws -> [Connection] {
        try lifeline.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return try text.split(separator: "\n").map { line in
            let members = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
            return Connection(
                sent: [UInt8](hexadecimal: members["sent"] ?? "") ?? [],
                received: [UInt8](hexadecimal: members["received"] ?? "") ?? [])
        }
    }
}

import Foundation

/// The programs in `Tests/Scripts/clients`, which do what curl does not.
enum Client {
    /// Starts a client.
    static func start(_ name: String, _ arguments: [String] = []) throws -> Program {
        try Program("/usr/bin/python3", Self.arguments(name, arguments))
    }

    /// Runs a client to its end and returns what it prints. A client that fails is an error.
    static func output(_ name: String, _ arguments: [String] = []) throws -> String {
        let client = try start(name, arguments)
        guard client.end() == 0 else { throw JourneyError(text: client.errors) }
        return client.output
    }

    /// The command that runs a client.
    static func command(_ name: String, _ arguments: [String] = []) -> [String] {
        ["python3"] + Self.arguments(name, arguments)
    }

    /// The arguments of Python that run a client, without compiled files beside it.
    static func arguments(_ name: String, _ arguments: [String] = []) -> [String] {
        ["-B", Repository.root.appending(path: "Tests/Scripts/clients/\(name).py").path] + arguments
    }
}

import Foundation

/// The console of a running proxy, at the address that the program prints.
struct ShownConsole {
    /// The address without a path, such as `http://127.0.0.1:8090`.
    let base: String
    /// The port.
    let port: Int
    /// The token.
    let token: String

    /// Waits until a program has printed the address of its console.
    init(of program: Program) throws {
        guard holds({ program.errors.contains("console at ") }),
            let line = program.errors.firstMatch(
                of: #/console at (http://127\.0\.0\.1:(\d+))/\?token=([A-Za-z0-9_-]{32})\n/#),
            let port = Int(line.2)
        else { throw JourneyError(text: "there is no console: \(program.errors)") }
        (base, self.port, token) = (String(line.1), port, String(line.3))
    }

    /// The field that shows the token.
    var bearer: String { "Authorization: Bearer \(token)" }

    /// The answer to a GET of a path below `/api/v1/`.
    func get(_ path: String) throws -> String {
        let program = try Program("/usr/bin/curl", ["--silent", "--header", bearer, "\(base)/api/v1/\(path)"])
        _ = program.end()
        return program.output
    }
}

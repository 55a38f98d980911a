import Foundation
import Testing

/// A public validator of JSON, run as a script of `Tests/Scripts`.
struct Validator {
    private let arguments: [String]

    /// The validator for reports, with `report.schema.json`.
    static let reportSchema = Validator(
        arguments: ["Tests/Scripts/validate-json", path("config/report.schema.json")])
    /// The validator for SARIF 2.1.0.
    static let sarif = Validator(arguments: ["Tests/Scripts/validate-sarif"])

    /// The validator for HTML pages.
    static let html = Validator(arguments: ["Tests/Scripts/validate-html"])

    /// The errors in a text; empty if it is valid.
    func errors(to json: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: Self.path(arguments[0]))
        process.arguments = Array(arguments.dropFirst())
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(json))
        try input.fileHandleForWriting.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: said, as: UTF8.self)
        #expect(process.terminationStatus == (said.isEmpty ? 0 : 1), "\(text)")
        return text
    }

    private static func path(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../\(name)").standardizedFileURL.path
    }
}

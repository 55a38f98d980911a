import Foundation

@testable import DataFiles
@testable import OpenSSL

/// Files of data for tests.
enum SampleFiles {
    /// A list in Apple's form with a number of accepted logs and a rejected one.
    static func logList(of date: String = "2026-10-01T00:00:00Z", logs: Int = 4, schema: String? = nil) -> [UInt8] {
        let entries = (0...logs).map { number in
            let key = [UInt8](repeating: UInt8(number), count: 91)
            let state = number == logs ? "rejected" : "usable"
            return """
                {"description": "log \(number)", "key": "\(base64(key))", "log_id": "\(base64(Digest.sha256(key)))",
                 "state": {"\(state)": {"timestamp": "2024-01-01T00:00:00Z"}}}
                """
        }
        let schema = schema ?? "https://valid.apple.com/ct/log_list/schema_versions/log_list_schema_v5.json"
        return Array(
            """
            {"$schema": "\(schema)", "log_list_timestamp": "\(date)",
             "operators": [{"name": "A", "logs": [\(entries.joined(separator: ",\n"))]}]}
            """.utf8)
    }

    /// A public suffix list with a number of suffixes.
    static func suffixes(of version: String = "2026-10-01_08-36-41_UTC", count: Int = 4) -> [UInt8] {
        let names = (0..<count).map { "suffix\($0)\n" }.joined()
        return Array(
            """
            // VERSION: \(version)
            // ===BEGIN ICANN DOMAINS===
            \(names)
            // ===END ICANN DOMAINS===
            // ===BEGIN PRIVATE DOMAINS===
            example.com
            // ===END PRIVATE DOMAINS===

            """.utf8)
    }

    /// The shipped file of a kind.
    static func shipped(_ kind: DataFileKind) throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try Array(Data(contentsOf: root.appending(path: "config/data/\(kind.fileName)")))
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}

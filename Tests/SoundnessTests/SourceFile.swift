import Foundation
import Testing

/// A file of the repository.
struct SourceFile {
    let url: URL
    let text: String

    var lines: [String] { text.components(separatedBy: "\n") }
    var path: String { String(url.path.dropFirst(Self.root.path.count + 1)) }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The names of the types that the file declares and that are not private. If the file declares none at top level,
    /// the names of nested types, functions and variables.
    var subjects: Set<String> {
        let types = names(of: #/(?m)^(?:public |package |final |indirect )*(?:struct|enum|class|protocol) (\w+)/#)
        guard types.isEmpty else { return types }
        return names(of: #/(?m)^ *(?:public |package |mutating |static |indirect )*(?:struct|enum|func|var|let) (\w+)/#)
    }

    /// The words of the file.
    var words: [String] { text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) }

    private func names(of declaration: some RegexComponent<(Substring, Substring)>) -> Set<String> {
        Set(text.matches(of: declaration).map { String($0.output.1) })
    }

    /// The Swift files, or those with another ending, below a folder. No file is an error, since a test that looks at none
    /// would always pass.
    static func all(in folder: String, ending: String = "swift") throws -> [SourceFile] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        let found = try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
            .map { SourceFile(url: $0, text: try String(contentsOf: $0, encoding: .utf8)) }
        return try #require(found.isEmpty ? nil : found, "\(folder) has no .\(ending) file")
    }
}

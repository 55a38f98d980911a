import Console
import Foundation
import Testing

@Suite struct OpenAPITests {
    /// The lines of `config/console.openapi.yaml`.
    private static let document: [Substring] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let url = folder.appending(path: "../../../config/console.openapi.yaml")
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }()

    /// The methods and paths in the document, such as `GET rows/{id}`.
    private static let described: Set<String> = {
        var found: Set<String> = []
        var path = ""
        for line in document {
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(3).dropLast()) }
            for method in ["get", "post", "put", "delete", "patch"] where line == "    \(method):" {
                found.insert("\(method.uppercased()) \(path)")
            }
        }
        return found
    }()

    @Test func documentHasEveryRouteAndNoOther() {
        let routes = ConsoleRouter.routes.map { "\($0.method.rawValue) \($0.path.joined(separator: "/"))" }
        // The stream is the server's.
        #expect(Self.described == Set(routes + ["GET stream"]))
    }

    /// The names of members that the document requires for a schema or within an answer.
    @Test(arguments: ["Status", "Row", "RowDetail"])
    func answersHaveTheRequiredMembers(schema: String) throws {
        let start = try #require(Self.document.firstIndex(of: "    \(schema):"))
        let rest = Self.document[(start + 1)...].prefix { $0.hasPrefix("     ") || $0.isEmpty }
        let required = try #require(rest.firstIndex { $0.trimmingCharacters(in: .whitespaces) == "required:" })
        let names = rest[(required + 1)...].map { $0.trimmingCharacters(in: .whitespaces) }
            .prefix { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        let model = SampleTraffic.model(
            SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))]))
        let answer =
            schema == "Status"
            ? try model.json(ConsoleRequest(.get, ["status"])) : try model.json(ConsoleRequest(.get, ["rows", "r1"]))
        #expect(names.count > 15)
        for name in names { #expect(answer[name] != nil, "\(schema) lacks \(name)") }
    }
}

import Foundation
import Testing

/// Tests of what the tests of the structure see, on small texts.
@Suite struct FileDependenciesTests {
    /// The dependencies among files with those paths below a module.
    private static func dependencies(_ texts: [String: String], published: Set<String> = []) -> FileDependencies {
        let files = texts.sorted { $0.key < $1.key }.map { path, text in
            SourceFile(url: URL(filePath: "/module/\(path).swift"), text: text)
        }
        return FileDependencies(files, in: URL(filePath: "/module"), published: published)
    }

    private static func references(_ texts: [String: String], published: Set<String> = []) -> [String] {
        dependencies(texts, published: published).references.map { "\($0.from.name) uses \($0.to.name)" }
    }

    @Test func findsCyclesAmongFiles() {
        let found = Self.dependencies([
            "A": "struct A { var b: B }", "B": "public final class B {\n    let c: C // not D\n}",
            "C": "enum C { case a(A) }", "D": "struct D { let text = \"E\"; var a: A? }",
            "E": "struct E { var d: D }\nextension A {}",
        ])
        #expect(found.cycles == [["A.swift", "B.swift", "C.swift"]])
        #expect(found.folderCycles == [])
    }

    @Test func findsCyclesAmongFolders() {
        let found = Self.dependencies([
            "Top": "struct Top { var low: Low }", "Low/Low": "struct Low {}",
            "Low/Wrong": "struct Wrong { var high: High }",
            "High/High": "struct High { var low: Low }", "High/Part/Part": "struct Part { var high: High }",
        ])
        #expect(found.cycles == [])
        #expect(found.folderCycles == [["High", "Low"]])
        #expect(
            found.rareReferences(among: ["High", "Low"]) == [
                "High/High.swift uses Low/Low.swift", "Low/Wrong.swift uses High/High.swift",
            ])
    }

    @Test func findsReferencesAgainstAnOrder() {
        let found = Self.dependencies([
            "Low/Low": "struct Low { var part: Part }", "High/High": "struct High { var low: Low }",
            "High/Part/Part": "struct Part {}", "Other": "struct Other { var high: High }",
        ])
        #expect(found.references(against: ["Low", "High"]) == ["Low/Low.swift uses High/Part/Part.swift"])
        #expect(found.references(against: ["High", "Low"]) == ["High/High.swift uses Low/Low.swift"])
        #expect(found.references(against: ["Other", "High"]) == [])
    }

    @Test(arguments: [
        "extension Load { var isDone: Bool { true } }", "extension Load { private(set) static var isDone = true }",
        "extension Load.Part {\n    @discardableResult package mutating func isDone() -> Bool { true }\n}",
        "func isDone(_ load: Load) -> Bool { true }", "extension Load { typealias isDone = Bool }",
    ])
    func seesMembersOfExtensions(text: String) {
        #expect(
            Self.references(["Load": "struct Load {}", "Part": text, "User": "let all = loads.filter(\\.isDone)"])
                .contains("User.swift uses Part.swift"))
    }

    /// A name that might stand for something else is not followed.
    @Test(arguments: [
        "private extension Load { var isDone: Bool { true } }",
        "extension Load { fileprivate var isDone: Bool { true } }",
        "struct Other { var isDone: Bool { true } }", "extension Load { func f() { let isDone = true } }",
        "extension Load { var done: Bool { true } }",
    ])
    func leavesOtherMembers(text: String) {
        #expect(Self.references(["Part": text, "User": "let all = loads.filter(\\.isDone)"]) == [])
        #expect(Self.references(["Part": text, "User": "let all = loads.filter(\\.done)"]) == [])
    }

    @Test(arguments: [
        "extension Other { var isDone: Bool { true } }", "struct Other { let isDone: Bool }",
        "enum Other { case first(Int), isDone }", "func other(isDone: Bool) {}",
        "let other = all.map { a, isDone in a }",
        "let (a, isDone) = pair()", "let other = f(isDone: true)",
    ])
    func leavesNamesThatAreDeclaredTwice(text: String) {
        let files = [
            "Part": "extension Load { var isDone: Bool { true } }", "User": "let all = loads.filter(\\.isDone)",
        ]
        #expect(Self.references(files) == ["User.swift uses Part.swift"])
        #expect(Self.references(files, published: ["isDone"]) == [])
        #expect(Self.references(files.merging(["Other": text]) { first, _ in first }) == [])
    }

    @Test func readsNoCommentsAndStrings() {
        let text = ##"""
            /* A */ let a = "B \(C.d("E", """
                F \(G)
                """)) H" // I
            let b = #"J \K \#(L) "M" "# + text.matches(of: #/N"/#) + O
            #if P
            """##
        let words = SwiftWords(text).words.filter { $0.first?.isUppercase == true }
        #expect(words == ["C", "G", "L", "O", "P"])
    }
}

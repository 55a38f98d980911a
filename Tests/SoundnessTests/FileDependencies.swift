import Foundation

/// The files of one module, and which of them use a type or member that another one declares.
///
/// A file depends on another one if it names a type of the other's top level, or a member that only the other declares
/// in an extension, or a function of its top level. Names are compared without knowing what they stand for. Therefore a
/// member counts only if its name has two words, if nothing else in the module has that name, be it a parameter or a
/// label, and if no other module publishes it.
///
/// Not seen are uses of members that the declaration of a type has, of members that two files declare, of initializers,
/// subscripts, operators, types that are nested in the declaration of a type, and conformances.
struct FileDependencies {
    private let files: [File]
    private let used: [Set<Int>]

    /// The dependencies among those files of a folder.
    /// - Parameter published: The names that other modules publish.
    init(_ files: [SourceFile], in folder: URL, published: Set<String> = []) {
        self.init(files.map { File($0, in: folder) }, published: published)
    }

    init(_ files: [File], published: Set<String>) {
        self.files = files
        var declaring: [String: Int] = [:]
        var members: [String: Set<Int>] = [:]
        var others: [String: Set<Int>] = [:]
        for (index, file) in files.enumerated() {
            for name in file.names.types { declaring[name] = index }
            for name in file.names.members where Self.isSpecific(name) { members[name, default: []].insert(index) }
            for name in file.names.others { others[name, default: []].insert(index) }
        }
        let owners = members.compactMapValues { $0.count == 1 ? $0.first : nil }
            .filter { !published.contains($0.key) && others[$0.key, default: []].isSubset(of: [$0.value]) }
        used = files.enumerated().map { index, file in
            Set(file.names.namedTypes.compactMap { declaring[$0] } + file.names.words.compactMap { owners[$0] })
                .subtracting([index])
        }
    }

    /// The groups of files in which each depends on every other, directly or by way of others; each group and the
    /// groups in the order of names.
    var cycles: [[String]] {
        let graph = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($0, $1) })
        return DependencyGraph(graph).cycles.map { $0.map { files[$0].name }.sorted() }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The groups of folders in which each has files that depend on files of the others.
    var folderCycles: [[String]] {
        var graph = Dictionary(files.map { ($0.folder, Set<String>()) }) { first, _ in first }
        for reference in referencesOfFolders { graph[reference.from.folder]?.insert(reference.to.folder) }
        return DependencyGraph(graph).cycles.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The files that depend on another one, with that one.
    var references: [(from: File, to: File)] {
        used.enumerated().flatMap { index, others in
            others.sorted().map { (from: files[index], to: files[$0]) }
        }
    }

    private var referencesOfFolders: [(from: File, to: File)] { references.filter { $0.from.folder != $0.to.folder } }

    /// Those of the references that join two folders of a group, for each two folders in the direction that fewer files
    /// take: the candidates for a move.
    func rareReferences(among group: [String]) -> [String] {
        var byFolders: [[String]: [String]] = [:]
        for (from, to) in referencesOfFolders where group.contains(from.folder) && group.contains(to.folder) {
            byFolders[[from.folder, to.folder], default: []].append(Self.text((from, to)))
        }
        return byFolders.filter { $0.value.count <= byFolders[$0.key.reversed(), default: []].count }
            .flatMap(\.value).sorted()
    }

    /// The references of files in one of the folders, or below it, to a file in or below a later one.
    func references(against order: [String]) -> [String] {
        func index(_ file: File) -> Int? { order.firstIndex { file.folder == $0 || file.folder.hasPrefix("\($0)/") } }
        return referencesOfFolders.filter { from, to in
            guard let first = index(from), let second = index(to) else { return false }
            return first < second
        }.map(Self.text)
    }

    private static func text(_ reference: (from: File, to: File)) -> String {
        "\(reference.from.folder)/\(reference.from.name) uses \(reference.to.folder)/\(reference.to.name)"
    }

    /// Whether a name has two words, as few names of the standard library that a module also declares do.
    private static func isSpecific(_ name: String) -> Bool { name.dropFirst().contains(where: \.isUppercase) }

    /// One file of the module.
    struct File {
        let name: String
        /// The path of its folder below that of the module, which itself is ".".
        let folder: String
        let names: DeclaredNames

        init(_ file: SourceFile, in module: URL) {
            name = file.url.lastPathComponent
            let path = file.url.deletingLastPathComponent().path.dropFirst(module.path.count + 1)
            folder = path.isEmpty ? "." : String(path)
            names = DeclaredNames(SwiftWords(file.text).words)
        }
    }
}

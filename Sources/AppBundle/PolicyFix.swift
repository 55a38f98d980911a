import Foundation

/// The corrections of one property list by `policy lint --fix`.
public struct PolicyFix: Sendable {
    /// The path of the property list.
    public let file: String
    /// The text before the corrections.
    public let before: String
    /// The text with the corrections. Everything else is as before, with formatting and comments.
    public let after: String
    /// The corrected text in the encoding of the file.
    public let bytes: [UInt8]
    /// Whether the file is in UTF-8. Only such files can be patched.
    public let isUTF8: Bool
    /// The findings before the corrections.
    public let original: [Lint]
    /// The findings that were corrected.
    public let fixed: [Lint]
    /// The findings after the corrections.
    public let remaining: [Lint]
    /// The number of findings after the corrections that the file did not have before. A corrected entry may have no
    /// effect, for example.
    public let revealed: Int
    /// The number of corrections that were left to the author, because they would permit loads that the file blocks.
    public let withheld: Int
    /// The number of corrections that were not tried, because the attempts had been used up for others.
    public let untried: Int
    /// The reason why the property list cannot be corrected, as a sentence; nil if it can be.
    public let obstacle: String?
}

extension PolicyFix {
    /// The largest number of attempts to correct a policy. Each one evaluates the whole policy.
    public static let attemptLimit = SafeCorrection.attemptLimit

    fileprivate init(unchanged file: String, with lints: [Lint], because obstacle: String?) {
        self.init(
            file: file, before: "", after: "", bytes: [], isUTF8: true, original: lints, fixed: [], remaining: lints,
            revealed: 0, withheld: 0, untried: 0, obstacle: obstacle)
    }
}

extension PolicyLint {
    /// The corrections of all property lists at a path. A property list without a mistake that can be corrected has the
    /// same text before and after.
    public func fixes(at path: String) throws(PolicyFileError) -> [PolicyFix] {
        let layout = try BundleLayout(path: path)
        var fixes = [try fix(layout.propertyList(of: layout.chosen), in: layout)]
        for location in layout.others { fixes.append(try fix(layout.propertyList(of: location), in: layout)) }
        return fixes
    }

    private func fix(_ file: PropertyListFile, in layout: BundleLayout) throws(PolicyFileError) -> PolicyFix {
        let sdk = AppPolicy(source: "", propertyList: try file.policyDictionary()).linkedSDK
        func findings(_ root: LocatedValue) -> [Lint] {
            lints(root, linkedSDK: sdk, isDistribution: layout.isDistribution, isBuilt: layout.isBuilt)
        }
        let originalRoot = try file.locatedPolicy()
        let original = findings(originalRoot)
        func unchanged(_ obstacle: String?) -> PolicyFix {
            PolicyFix(unchanged: file.path, with: original, because: obstacle)
        }
        guard original.contains(where: \.canBeFixed) else { return unchanged(nil) }
        if layout.propertyListPath == nil {
            return unchanged("\(file.path) is in an archive; unpack it, and name the app.")
        }
        let encoding = TextEncoding(of: file.data)
        guard originalRoot.extent != nil, let before = encoding.text(of: file.data) else {
            return unchanged(Self.obstacle(file))
        }
        var (text, root, fixed, refused) = (before, originalRoot, [Lint](), [Lint]())
        let bound = PermissionBound(try file.policyDictionary())
        var attempts = SafeCorrection.attemptLimit
        // A correction can reveal another mistake, which the next round corrects.
        for _ in 0..<16 {
            var safe = SafeCorrection(
                LintedText(text, root), path: file.path, encoding: encoding, bound: bound, attempts: attempts)
            safe.add(findings(root), without: refused)
            refused += safe.refused
            attempts = safe.attempts
            guard !safe.fixed.isEmpty else { break }
            guard let correctedRoot = safe.root, correctedRoot.extent != nil else {
                return unchanged("\(file.path) cannot be corrected here.")
            }
            (text, root) = (safe.text, correctedRoot)
            fixed += safe.fixed
        }
        let remaining = findings(root)
        let revealed = KeyRenaming(by: fixed).newFindings(among: remaining, since: original)
        // The corrections that the remaining findings still have were refused, or not tried.
        let withheld = remaining.count { $0.canBeFixed && $0.isAmong(refused) }
        return PolicyFix(
            file: file.path, before: before, after: text, bytes: encoding.bytes(of: text), isUTF8: encoding == .utf8,
            original: original, fixed: fixed, remaining: remaining.map(\.withoutFix), revealed: revealed.count,
            withheld: withheld, untried: remaining.count(where: \.canBeFixed) - withheld, obstacle: nil)
    }

    private static func obstacle(_ file: PropertyListFile) -> String {
        if file.data.starts(with: "bplist".utf8) {
            return "\(file.path) is a binary property list; convert it to XML first, as with plutil -convert xml1."
        }
        return "\(file.path) is not a property list in XML, the only format that is corrected."
    }
}

/// The keys that corrections have renamed.
private struct KeyRenaming {
    /// The original paths, by the paths with the new name of the last key and the original names of the others.
    private var originalPaths: [PropertyPath: PropertyPath] = [:]

    /// Collects the renamed keys.
    ///
    /// - Parameter fixed: The corrected findings, in the order of the corrections.
    init(by fixed: [Lint]) {
        for lint in fixed {
            guard let newName = lint.fix?.newName else { continue }
            let path = original(of: lint.path)
            let component: PropertyPath.Component
            switch path.components.last {
            case .key: component = .key(newName)
            case .name: component = .name(newName)
            case .index, nil: continue
            }
            originalPaths[PropertyPath(path.components.dropLast()).appending(component)] = path
        }
    }

    /// The findings that are not among earlier ones. A finding is identified by its kind and its original path.
    func newFindings(among lints: [Lint], since earlier: [Lint]) -> [Lint] {
        struct Identity: Hashable {
            let id: LintID
            let path: PropertyPath
        }
        let known = Set(earlier.flatMap { [$0] + $0.also }.map { Identity(id: $0.id, path: $0.path) })
        return lints.filter { lint in
            ([lint] + lint.also).allSatisfy { !known.contains(Identity(id: $0.id, path: original(of: $0.path))) }
        }
    }

    /// The path of a value before the corrections.
    private func original(of path: PropertyPath) -> PropertyPath {
        path.components.reduce(PropertyPath()) { parent, component in
            let path = parent.appending(component)
            return originalPaths[path] ?? path
        }
    }
}

extension Lint {
    /// Whether this finding, or another one about the same key, has exactly one correction.
    var canBeFixed: Bool { fix != nil || also.contains { $0.fix != nil } }

    /// The finding as advice, without a fix.
    fileprivate var withoutFix: Lint {
        var lint = self
        lint.fix = nil
        lint.also = also.map(\.withoutFix)
        return lint
    }
}

import Foundation

/// The corrections of one property list.
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
    /// The findings that were corrected.
    public let fixed: [Lint]
    /// The findings that remain.
    public let remaining: [Lint]
    /// The number of corrections that were left to the author, because they would permit loads that the file blocks.
    public let withheld: Int
    /// The reason why the property list cannot be corrected, as a sentence; nil if it can be.
    public let obstacle: String?
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
        let original = try file.locatedPolicy()
        let found = findings(original)
        let encoding = TextEncoding(of: file.data)
        func unchanged(_ obstacle: String?) -> PolicyFix {
            PolicyFix(
                file: file.path, before: "", after: "", bytes: [], isUTF8: true, fixed: [], remaining: found,
                withheld: 0, obstacle: obstacle)
        }
        guard found.contains(where: \.canBeFixed) else { return unchanged(nil) }
        if layout.propertyListPath == nil {
            return unchanged("\(file.path) is in an archive; unpack it, and name the app.")
        }
        guard original.extent != nil, let before = encoding.text(of: file.data) else {
            return unchanged(Self.obstacle(file))
        }
        var (text, root, fixed) = (before, original, [Lint]())
        let bound = PermissionBound(original)
        // A correction can reveal another mistake, which the next round corrects.
        for _ in 0..<16 {
            var safe = SafeCorrection(LintedText(text, root), path: file.path, encoding: encoding, bound: bound)
            safe.add(findings(root))
            guard !safe.fixed.isEmpty else { break }
            guard let correctedRoot = safe.root, correctedRoot.extent != nil else {
                return unchanged("\(file.path) cannot be corrected here.")
            }
            (text, root) = (safe.text, correctedRoot)
            fixed += safe.fixed
        }
        // The corrections that these findings still have were withheld.
        let remaining = findings(root)
        return PolicyFix(
            file: file.path, before: before, after: text, bytes: encoding.bytes(of: text), isUTF8: encoding == .utf8,
            fixed: fixed, remaining: remaining.map(\.withoutFix), withheld: remaining.count(where: \.canBeFixed),
            obstacle: nil)
    }

    private static func obstacle(_ file: PropertyListFile) -> String {
        if file.data.starts(with: "bplist".utf8) {
            return "\(file.path) is a binary property list; convert it to XML first, as with plutil -convert xml1."
        }
        return "\(file.path) is no property list in XML, the only format that is corrected."
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

import Foundation

/// The corrections of a property list that permit no load which the file blocks.
struct SafeCorrection {
    /// The corrected text.
    private(set) var text = ""
    /// The value of the corrected text; nil if nothing was corrected.
    private(set) var root: LocatedValue?
    /// The findings that were corrected.
    private(set) var fixed: [Lint] = []
    private var accepted: [Lint] = []
    /// The number of attempts that are left.
    private var attempts = 256
    private let original: LintedText
    private let path: String
    private let encoding: TextEncoding
    private let bound: PermissionBound

    /// Begins without a correction.
    init(_ original: LintedText, path: String, encoding: TextEncoding, bound: PermissionBound) {
        self.original = original
        self.path = path
        self.encoding = encoding
        self.bound = bound
    }

    /// Applies the corrections that permit no more than the file does. If some of them permit more, each half is tried
    /// separately, and so on. Corrections that were not tried after 256 attempts are left out.
    mutating func add(_ lints: [Lint]) {
        let candidates = lints.flatMap { [$0] + $0.also }.filter { $0.fix != nil }.map { lint in
            var lint = lint
            lint.also = []
            return lint
        }
        apply(candidates[...])
    }

    private mutating func apply(_ candidates: ArraySlice<Lint>) {
        guard !candidates.isEmpty, attempts > 0 else { return }
        attempts -= 1
        let trial = original.corrected(accepted + candidates)
        let file = PropertyListFile(path: path, data: Data(encoding.bytes(of: trial.text)))
        if let value = try? file.locatedPolicy(), bound.covers(value) {
            accepted += candidates
            (text, root, fixed) = (trial.text, value, trial.fixed)
        } else if candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            apply(candidates[..<middle])
            apply(candidates[middle...])
        }
    }
}

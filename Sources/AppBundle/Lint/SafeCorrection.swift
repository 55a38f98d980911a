import Foundation

/// A property list with those corrections that permit no load which the file blocks.
struct SafeCorrection {
    /// The corrected text.
    private(set) var text = ""
    /// The value of the corrected text; nil if nothing was corrected.
    private(set) var root: LocatedValue?
    /// The findings that were corrected.
    private(set) var fixed: [Lint] = []
    /// The findings whose corrections permit no more.
    private var accepted: [Lint] = []
    /// The findings whose correction was tried by itself and permits more.
    private(set) var refused: [Lint] = []
    /// The number of attempts that are left. Each one evaluates the whole policy.
    private(set) var attempts: Int
    private let original: LintedText
    private let path: String
    private let encoding: TextEncoding
    private let bound: PermissionBound

    /// The largest number of attempts.
    static let attemptLimit = 256

    /// Begins without a correction.
    init(_ original: LintedText, path: String, encoding: TextEncoding, bound: PermissionBound, attempts: Int) {
        self.attempts = attempts
        self.original = original
        self.path = path
        self.encoding = encoding
        self.bound = bound
    }

    /// Applies the corrections that permit no more than the file does. If some of them permit more, each half is tried
    /// separately, and so on. Corrections that were not tried when no attempt is left are left out, and those that were
    /// refused before.
    mutating func add(_ lints: [Lint], without refused: [Lint]) {
        let candidates = lints.flatMap { [$0] + $0.also }.filter { $0.fix != nil && !$0.isAmong(refused) }.map { lint in
            var lint = lint
            lint.also = []
            return lint
        }
        apply(candidates[...])
    }

    /// Applies corrections together, or each half of them separately if some permit more.
    private mutating func apply(_ candidates: ArraySlice<Lint>) {
        guard !candidates.isEmpty, attempts > 0 else { return }
        attempts -= 1
        let trial = original.corrected(accepted + candidates)
        let file = PropertyListFile(path: path, data: Data(encoding.bytes(of: trial.text)))
        if let policy = try? file.policyDictionary(), bound.covers(policy), let value = try? file.locatedPolicy() {
            accepted += candidates
            (text, root, fixed) = (trial.text, value, trial.fixed)
        } else if candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            apply(candidates[..<middle])
            apply(candidates[middle...])
        } else {
            refused += candidates
        }
    }
}

extension Lint {
    /// Whether this finding, or another one about the same key, is among findings.
    func isAmong(_ findings: [Lint]) -> Bool {
        findings.contains { found in ([self] + also).contains { $0.id == found.id && $0.path == found.path } }
    }
}

/// The encodings of property lists in XML in which a corrected file can be written.
enum TextEncoding {
    case utf8, utf16BigEndian, utf16LittleEndian

    /// Chooses the encoding by the byte order mark.
    init(of data: Data) {
        if data.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else if data.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else {
            self = .utf8
        }
    }

    /// The text, with its byte order mark; nil if the bytes are not valid.
    func text(of data: Data) -> String? {
        let bytes = [UInt8](data)
        switch self {
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .utf16BigEndian, .utf16LittleEndian:
            guard bytes.count.isMultiple(of: 2) else { return nil }
            let units = stride(from: 0, to: bytes.count, by: 2).map { index -> UInt16 in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return self == .utf16BigEndian ? first << 8 | second : second << 8 | first
            }
            return String(validating: units, as: UTF16.self)
        }
    }

    /// The bytes of a text that begins with its byte order mark, if the encoding has one.
    func bytes(of text: String) -> [UInt8] {
        switch self {
        case .utf8: return Array(text.utf8)
        case .utf16BigEndian: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .utf16LittleEndian: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
    }
}

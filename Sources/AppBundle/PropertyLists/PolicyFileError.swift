/// The error for a file or bundle from which no policy can be read. The user who named the file can correct it.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the faulty file, as given or as found in the bundle.
    public var path: String
    /// The reason of the failure.
    public var reason: Reason

    /// Creates an error about a file.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Reasons why a policy cannot be read.
    public enum Reason: Hashable, Sendable {
        /// The file does not exist.
        case missing
        /// The file cannot be read; the text is the system's reason.
        case unreadable(String)
        /// The file is larger than the limit, in bytes.
        case tooLarge(limit: Int)
        /// The file is empty.
        case empty
        /// The path is a directory, but not of an app.
        case directoryWithoutInfoPlist
        /// The content is a zip archive, but not in a file that permits seeking.
        case zipArchive
        /// The path is a zip archive, an Xcode archive or a directory, and has no app in the usual folders.
        case noApp
        /// The path holds several apps with these names.
        case severalApps([String])
        /// The project has several targets with these names, whose policies differ.
        case severalTargets([String])
        /// No bundle, or more than one, matches the name; these bundles are available.
        case noSuchBundle(String, available: [String])
        /// The path holds more bundles, or larger property lists, than any app has.
        case tooManyBundles
        /// The file is an HTML page.
        case webPage
        /// The file is neither a property list nor JSON.
        case unknownFormat
        /// The file is of another kind. The text follows "is", and names the kind and the file to name instead.
        case noPolicy(String)
        /// The file is not well-formed in the given format, such as "JSON" or "a property list".
        case malformed(format: String, position: Position?, detail: String)
        /// The top-level value is not a dictionary.
        case notADictionary
    }

    /// A position in a text. Lines and columns count from 1. Columns count the bytes that the line has in UTF-8, even
    /// if the file is in UTF-16.
    public struct Position: Hashable, Sendable {
        /// The line.
        public var line: Int
        /// The column.
        public var column: Int

        /// Creates a position.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// The line of the fault, from 1; nil if no line is known.
    public var line: Int? {
        guard case .malformed(_, let position, _) = reason else { return nil }
        return position?.line
    }

    /// A sentence with the file, the reason and, where there is one, the fix.
    public var description: String {
        switch reason {
        case .missing:
            return "\(path) does not exist."
        case .unreadable(let detail):
            return "\(path) cannot be read: \(detail)."
        case .tooLarge(let limit):
            return "\(path) is larger than \(limit >> 20) MiB, too large for an Info.plist."
        case .empty:
            return "\(path) is empty; name an Info.plist, a dictionary NSAppTransportSecurity, or an app."
        case .directoryWithoutInfoPlist:
            return "\(path) is a directory without Info.plist or Contents/Info.plist; name an app or its Info.plist."
        case .zipArchive:
            return "\(path) is a zip archive; name the archive itself, as a file."
        case .noApp:
            return "\(path) holds no app; one with an Info.plist should lie in its Payload or Products/Applications."
        case .severalApps(let names):
            let first = names.first ?? ""
            return "\(path) holds several apps, \(names.listed); name one, as in \(path)#\(first)."
        case .severalTargets(let names):
            let first = names.first ?? ""
            return
                "\(path) has several targets with different policies, \(names.listed); name one, as in \(path)#\(first)."
        case .noSuchBundle(let name, let available):
            guard !available.isEmpty else {
                return "\(path) is a single file without a bundle '\(name)'; name the file itself."
            }
            return "\(path) has no single bundle '\(name)'; it has \(available.listed)."
        case .tooManyBundles:
            return "\(path) holds more bundles than any app does; name the .app or .appex itself."
        case .webPage:
            return "\(path) is an HTML page, not a property list."
        case .unknownFormat:
            return "\(path) is neither a property list nor JSON."
        case .noPolicy(let kind):
            return "\(path) is \(kind)."
        case .malformed(let format, let position, let detail):
            let suffix = position.map { ":\($0.line):\($0.column)" } ?? ""
            return "\(path)\(suffix) cannot be read as \(format)\(detail.isEmpty ? "" : ": \(detail)")."
        case .notADictionary:
            return "\(path) holds no dictionary; an Info.plist or a policy is one."
        }
    }
}

extension [String] {
    /// The texts as an enumeration, such as `a, b and c`; of more than ten, the first ten and the number of the others.
    var listed: String {
        guard count <= 10 else { return prefix(10).joined(separator: ", ") + " and \(count - 10) more" }
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

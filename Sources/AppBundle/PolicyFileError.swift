/// Why a file or bundle holds no policy that could be read: the fault of whoever named it.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file at fault, as it was given or found in the bundle.
    public var path: String
    /// What is wrong with it.
    public var reason: Reason

    /// An error about that file.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// What is wrong with a file.
    public enum Reason: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// It cannot be read; the text is the system's reason.
        case unreadable(String)
        /// It is larger than the limit, in bytes.
        case tooLarge(limit: Int)
        /// It has no content.
        case empty
        /// It is a directory that is no app.
        case directoryWithoutInfoPlist
        /// It is a zip archive that is not a file of its own, so that one cannot seek in it.
        case zipArchive
        /// It is a zip archive, an Xcode archive or a directory, but no app lies where apps lie in such.
        case noApp
        /// It holds several apps, of these names.
        case severalApps([String])
        /// It has not exactly one bundle of that name; it has those.
        case noSuchBundle(String, available: [String])
        /// It holds more bundles, or more in their property lists, than any app does.
        case tooManyBundles
        /// It is a page of the web.
        case webPage
        /// It is neither a property list nor JSON.
        case unknownFormat
        /// It is meant to be of that format, such as "JSON" or "a property list", but is not well-formed.
        case malformed(format: String, position: Position?, detail: String)
        /// Its value is not a dictionary.
        case notADictionary
    }

    /// A place in a text, both counted from 1; columns count bytes.
    public struct Position: Hashable, Sendable {
        /// The line.
        public var line: Int
        /// The column.
        public var column: Int

        /// That line and column.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// One sentence that names the file, what it is and, where that helps, what to do.
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
        case .noSuchBundle(let name, let available):
            return "\(path) has no single bundle '\(name)'; it has \(available.listed)."
        case .tooManyBundles:
            return "\(path) holds more bundles than any app does; name the .app or .appex itself."
        case .webPage:
            return "\(path) is an HTML page, not a property list."
        case .unknownFormat:
            return "\(path) is neither a property list nor JSON."
        case .malformed(let format, let position, let detail):
            let place = position.map { ":\($0.line):\($0.column)" } ?? ""
            return "\(path)\(place) cannot be read as \(format)\(detail.isEmpty ? "" : ": \(detail)")."
        case .notADictionary:
            return "\(path) holds no dictionary; an Info.plist or a policy is one."
        }
    }
}

extension [String] {
    /// The texts as a list in a sentence, `a, b and c`; of more than ten the first.
    var listed: String {
        guard count <= 10 else { return prefix(10).joined(separator: ", ") + " and \(count - 10) more" }
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

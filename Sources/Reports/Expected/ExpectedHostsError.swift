extension ExpectedHosts {
    /// The reason why a file cannot be used as a file of expected hosts.
    public enum Malformed: Error, Hashable {
        /// A list without a host.
        case emptyList
        /// An App Privacy Report without network activity.
        case emptyPrivacyReport
        /// Lines of JSON without any of those that an App Privacy Report has.
        case noPrivacyReport
        /// An array of JSON, where an App Privacy Report has one object on each line.
        case array
        /// Text in UTF-16, or other content with zero bytes.
        case utf16
        /// A compressed file; the name of the compression.
        case compressed(String)
        /// A line of a list that names no single host: its number, from 1, and its text.
        case noHost(line: Int, text: String)

        /// Recognises content in a form that is neither a list nor an App Privacy Report, such as gzip or UTF-16; nil
        /// if the content may be one of the two.
        init?(unsupportedForm bytes: [UInt8]) {
            if bytes.starts(with: Self.gzipMagic) {
                self = .compressed("gzip")
            } else if bytes.starts(with: Self.zipMagic) {
                self = .compressed("zip")
            } else if Self.isUTF16(bytes) {
                self = .utf16
            } else if Self.beginsArray(bytes) {
                self = .array
            } else {
                return nil
            }
        }

        private static let gzipMagic: [UInt8] = [0x1F, 0x8B]
        private static let zipMagic: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

        /// Whether the content begins with a byte order mark of UTF-16, or has a zero byte among the first ones.
        private static func isUTF16(_ bytes: [UInt8]) -> Bool {
            bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(64).contains(0)
        }

        /// Whether the first two bytes, apart from white space and the byte order mark of UTF-8, begin a JSON array of
        /// objects, or an empty one. An IPv6 address in brackets also has a bracket first, and begins a list of hosts.
        private static func beginsArray(_ bytes: [UInt8]) -> Bool {
            func isSpace(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }
            let content = bytes.drop { isSpace($0) || AppPrivacyReport.byteOrderMark.contains($0) }
            let beginning = content.prefix(64).filter { !isSpace($0) }
            return beginning.starts(with: "[{".utf8) || beginning.starts(with: "[]".utf8)
        }

        /// The fault of the file and the fix, in words that follow its name.
        public var sentence: String {
            switch self {
            case .emptyList:
                return "names no host; --expect-hosts takes a file with one on each line, or an App Privacy Report."
            case .emptyPrivacyReport:
                return "is an App Privacy Report without network activity; use the app on the iPhone, wait until "
                    + "Settings > Privacy & Security > App Privacy Report lists its domains, and save the report again."
            case .noPrivacyReport:
                return "is neither a list of hosts nor an App Privacy Report: no line has the type access or "
                    + "networkActivity."
            case .array:
                return "is one JSON array, where an App Privacy Report has one object on each line; give the file as "
                    + "the iPhone saved it."
            case .utf16:
                return "is UTF-16, or has zero bytes as UTF-16 has; save it as UTF-8."
            case .compressed(let name):
                return "is compressed with \(name); unpack it."
            case .noHost(let line, let text) where text.contains("*"):
                return "names no single host in line \(line) (\(text)): whether all hosts of a pattern were seen "
                    + "cannot be said; name each host."
            case .noHost(let line, let text):
                return "names no host in line \(line) (\(text)); a line is a host, HOST:PORT or a URL, and # begins a "
                    + "comment."
            }
        }
    }
}

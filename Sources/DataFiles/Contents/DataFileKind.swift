import InternetNames

/// A file of public data that verdicts depend on.
///
/// The raw values are the names in options, in output and in metrics.
public enum DataFileKind: String, CaseIterable, Sendable {
    /// The Certificate Transparency logs that Apple's systems accept, in Apple's JSON format.
    case logList = "ct-log-list"
    /// The roots that Apple's systems trust, in PEM.
    case roots
    /// The public suffix list of publicsuffix.org.
    case publicSuffixes = "public-suffixes"

    /// The name of the file, both of the shipped one in `config/data` and of an updated one.
    public var fileName: String {
        switch self {
        case .logList: return "apple-ct-log-list.json"
        case .roots: return "apple-roots.pem"
        case .publicSuffixes: return "public_suffix_list.dat"
        }
    }

    /// The address from which the publisher offers the file; nil if the publisher offers none that a program can read.
    ///
    /// Apple publishes its roots in a support article (126047) and, with each release, in the source of
    /// security_certificates. Both have another address for each release.
    public var publishedAt: String? {
        switch self {
        case .logList: return "https://valid.apple.com/ct/log_list/current_log_list.json"
        case .roots: return nil
        case .publicSuffixes: return "https://publicsuffix.org/list/public_suffix_list.dat"
        }
    }

    /// The name of the file's entries.
    var entryName: String {
        switch self {
        case .logList: return "accepted logs"
        case .roots: return "roots"
        case .publicSuffixes: return "suffixes"
        }
    }

    /// The largest file that is read, in bytes. The present ones have 100 to 350 kB.
    public static let sizeLimit = 8 << 20
}

/// The reason why a file of data cannot be used.
public struct DataFileFault: Error, Hashable, Sendable {
    /// One sentence that names the file. Characters of the file that a terminal could interpret are escaped.
    public let sentence: String

    /// The sentence without its period, as the beginning of a longer one.
    var clause: String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }

    /// Creates a fault with its sentence.
    public init(_ sentence: String) {
        self.sentence = sentence.visible(limit: 2000)
    }
}

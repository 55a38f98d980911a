import InternetNames
import TransportSecurity

/// The hosts from which loads are expected, in the file of `--expect-hosts`: a list, or an App Privacy Report. A report
/// names those without a judged load.
public struct ExpectedHosts: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The hosts.
    public var hosts: [ExpectedHost]
    /// The file, for messages; empty if there is none.
    public var source = ""
    /// Whether the hosts are those of an App Privacy Report.
    public var isPrivacyReport = false
    /// The number of lines that could not be read.
    public var unreadableLines = 0
    /// The numbers of the first lines that could not be read, from 1.
    public var firstUnreadableLines: [Int] = []
    /// The number of lines of an App Privacy Report whose hosts are not kept, because there are more than
    /// `AppPrivacyReport.limit`.
    public var omitted = 0
    /// The names with which policies say that an app appears in User-Agents, by bundle identifier. The caller sets
    /// them: by these names, the apps of an App Privacy Report are matched to loads.
    public var userAgentNames: [String: Set<String>] = [:]

    /// Creates expected hosts.
    public init(_ hosts: [ExpectedHost] = []) {
        self.hosts = hosts
    }

    /// Creates the hosts of a list.
    public init(arrayLiteral names: String...) {
        self.init(names.map { ExpectedHost($0) })
    }

    /// Whether no host is expected.
    public var isEmpty: Bool { hosts.isEmpty }

    /// Reads a list, with one host on each line and comments after `#`, or an App Privacy Report, whose content begins
    /// with a brace. Hosts of a list are in the spelling of `Host`, each once.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - source: The file, for messages.
    ///   - ascii: The function that spells a host with A-labels (RFC 5890 §2.3.2.1).
    public init(_ bytes: [UInt8], source: String, ascii: (String) -> String) throws(Malformed) {
        if let fault = Malformed(unsupportedForm: bytes) { throw fault }
        if AppPrivacyReport.isLikely(bytes) {
            let report = AppPrivacyReport(bytes)
            self.init(report.hosts)
            isPrivacyReport = true
            (unreadableLines, firstUnreadableLines) = (report.unreadableLines, report.firstUnreadableLines)
            omitted = report.omitted
            guard report.isRecognised else { throw .noPrivacyReport }
        } else {
            let mark = AppPrivacyReport.byteOrderMark
            let hasMark = bytes.starts(with: mark)
            let list = String(decoding: bytes.dropFirst(hasMark ? mark.count : 0), as: UTF8.self)
            self.init(try Self.hosts(in: list, ascii: ascii))
        }
        self.source = source
        guard !hosts.isEmpty else { throw isPrivacyReport ? .emptyPrivacyReport : .emptyList }
    }

    /// The largest number of characters of a line that a message quotes.
    private static let excerptLimit = 60

    private static func hosts(in list: String, ascii: (String) -> String) throws(Malformed) -> [ExpectedHost] {
        var hosts: [ExpectedHost] = []
        var listed: Set<Host> = []
        for (index, text) in list.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let line = ListedURL(text) else { continue }
            guard let host = Self.host(in: line, ascii: ascii) else {
                let text = line.text.withoutSecrets
                let excerpt = text.count > excerptLimit ? "\(text.prefix(excerptLimit))…" : text
                throw .noHost(line: index + 1, text: excerpt)
            }
            if listed.insert(host).inserted { hosts.append(ExpectedHost(host.description)) }
        }
        return hosts
    }

    /// The host of a line, without the dot at the end of its name.
    private static func host(in line: ListedURL, ascii: (String) -> String) -> Host? {
        let url = try? line.url { name in
            let nameWithoutDot = name.hasSuffix(".") ? String(name.dropLast()) : name
            return Host(ascii(nameWithoutDot))
        }
        return url?.host
    }
}

import InternetNames
import TransportSecurity

/// The errors and hosts in pasted text: bare codes, sentences, lines of a log, or dumps of errors.
public struct PastedLog: Hashable, Sendable {
    /// The largest number of characters that are read.
    public static let limit = 1 << 18

    /// The explanations of the errors in the text, without duplicates. The errors of inner parts of the system come
    /// first, and those of one part in the order of the text.
    public private(set) var explanations: [ErrorExplanation] = []
    /// The codes that have no explanation, each with the domain of the error if the text names it, without duplicates.
    public private(set) var unknown: [String] = []
    /// The hosts of the URLs in the text, without duplicates, in order.
    public private(set) var hosts: [Host] = []
    /// The ports of the URLs in the text, by host. Hosts that only sentences name have none.
    public private(set) var ports: [Host: Set<UInt16>] = [:]
    /// The first URL in the text, without path and query, such as `https://example.com:8443`; nil if there is none.
    public private(set) var url: String?

    /// The languages of the sentences for -1022, -1200 and -1202 that are known.
    public static let languages = ["en"] + ErrorLanguage.all.map(\.code)

    /// Finds the errors and hosts in any text.
    ///
    /// A code is a negative number of three to five digits, also as `-1,200`, a number behind `Code=`, or a number
    /// without a sign on a line of its own. Apple's names for codes, those of Swift's `URLError` and the usual
    /// sentences stand for their codes.
    ///
    /// - Parameter readingHost: The parser of the hosts in URLs; nil for text that is not a host.
    public init(_ text: String, readingHost: (String) -> Host? = Host.init(_:)) {
        let text = String(text.unicodeScalars.prefix(Self.limit))
        var errors = PastedCodes(text)
        errors.readNames(text)
        let plain = PlainText(text)
        explanations = errors.explanations
        for explanation in TrustFailureLines.explanations(in: text) { add(explanation) }
        addSentences(in: plain, letters: LetterText(text))
        addAlerts(in: plain)
        if explanations.isEmpty { addAccompanyingSentences(in: plain) }
        // The sort is stable: errors of one layer keep the order of the text.
        explanations.sort { $0.layer < $1.layer }
        unknown = errors.unknown
        addHosts(in: plain, readingHost: readingHost)
    }

    private mutating func add(_ explanation: ErrorExplanation?) {
        guard let explanation, !explanations.contains(explanation) else { return }
        explanations.append(explanation)
    }

    private mutating func addSentences(in text: PlainText, letters: LetterText) {
        for (sentence, code) in ErrorSentences.codes where text.contains(sentence) {
            add(ErrorCatalogue.byCode[code])
        }
        for code in ErrorLanguage.codes(in: letters) { add(ErrorCatalogue.byCode[code]) }
        for line in ViolationLines.lines(in: text).prefix(100) { add(line.explanation) }
        for sentence in ErrorSentences.others where text.contains(sentence.name) { add(sentence) }
    }

    /// Adds the sentences that only accompany others. An ellipsis in the name of such a sentence stands for any text.
    private mutating func addAccompanyingSentences(in text: PlainText) {
        for sentence in ErrorSentences.accompanying
        where sentence.name.split(separator: " … ").allSatisfy({ text.contains(String($0)) }) {
            add(sentence)
        }
    }

    /// Adds the alerts that BoringSSL logs, as in `read alert, level: fatal, description: handshake failure` and
    /// `SSL alert number 40`.
    private mutating func addAlerts(in text: PlainText) {
        let mark = "alert, level: fatal, description: "
        for end in text.ends(of: mark) {
            guard !text.hasPhrase("write " + mark, before: end) else {
                add(ErrorSentences.ownAlert)
                continue
            }
            let description = text.text(from: end, count: 40)
            // The name of one alert may begin with the name of another alert.
            let alerts = ErrorSentences.alerts.filter { description.hasPrefix($0.name) }
            let alert = alerts.max { $0.name.count < $1.name.count }
            add(alert.flatMap { ErrorCatalogue.byCode[$0.code] })
        }
        for end in text.ends(of: "ssl alert number ") {
            let number = UInt8(text.text(from: end, count: 3).prefix { ("0"..."9").contains($0) })
            let alert = ErrorSentences.alerts.first { $0.number == number }
            add(alert.flatMap { ErrorCatalogue.byCode[$0.code] })
        }
    }

    /// The largest number of hosts that are kept.
    private static let hostLimit = 1000

    /// Adds the hosts of URLs, and those that the sentences of the system name.
    private mutating func addHosts(in text: PlainText, readingHost: (String) -> Host?) {
        for end in text.ends(of: "://") where hosts.count < Self.hostLimit {
            guard let scheme = ["https", "http", "wss", "ws"].first(where: { text.hasPhrase($0 + "://", before: end) })
            else { continue }
            let address = text.text(from: end, count: 2048).prefix { !$0.isWhitespace && !"\"'<>,;)}\\".contains($0) }
            guard let load = try? LoadURL("\(scheme)://\(address)", readingHost: readingHost) else { continue }
            add(load.host)
            ports[load.host, default: []].insert(load.port)
            let isUsualPort = load.port == load.scheme.defaultPort
            url = url ?? "\(scheme)://\(isUsualPort ? load.host.bracketed : load.authority.description)"
        }
        // iOS 16 and later: "… has blocked a cleartext HTTP connection to example.com since it is insecure."
        for end in text.ends(of: "cleartext http connection to ") where hosts.count < Self.hostLimit {
            add(readingHost(String(text.text(from: end, count: 256).prefix { !$0.isWhitespace })))
        }
        // "… You might be connecting to a server that is pretending to be “example.com” …"
        for end in text.ends(of: "pretending to be \"") where hosts.count < Self.hostLimit {
            add(readingHost(String(text.text(from: end, count: 256).prefix { !$0.isWhitespace && $0 != "\"" })))
        }
        for line in ViolationLines.lines(in: text) where hosts.count < Self.hostLimit {
            add(line.host.flatMap(readingHost))
        }
    }

    private mutating func add(_ host: Host?) {
        if let host, !hosts.contains(host) { hosts.append(host) }
    }
}

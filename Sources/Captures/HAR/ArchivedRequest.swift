import InternetNames
import TransportSecurity

/// A request of a HAR file, as it is spelled.
struct ArchivedRequest {
    var time: [UInt8] = []
    var duration: [UInt8] = []
    var address: [UInt8] = []
    var method: [UInt8] = []
    var url: [UInt8] = []
    var status: [UInt8] = []
    var version: [UInt8] = []
    private(set) var userAgent: [UInt8] = []
    /// Whether the browser has answered itself, because it knows that the host wants HTTPS (RFC 6797).
    private var isAnsweredByBrowser = false

    /// The kinds of requests.
    enum Reading {
        case load(CapturedLoad)
        /// A request that leaves the browser for no server, such as one of `data:` or `blob:`.
        case local
        /// A request whose URL or time cannot be read.
        case unreadable
    }

    /// Notes a field of the request.
    mutating func noteHeader(_ name: [UInt8], value: [UInt8]) {
        if String(decoding: name, as: UTF8.self).lowercased() == "user-agent" { userAgent = value }
    }

    /// Notes the name of a field of the response. Chrome marks its own redirects to HTTPS by one.
    mutating func noteResponseHeader(_ name: [UInt8]) {
        if String(decoding: name, as: UTF8.self).lowercased() == "non-authoritative-reason" {
            isAnsweredByBrowser = true
        }
    }

    /// The load of the request.
    var reading: Reading {
        let text = spelledURL
        guard let colon = text.firstIndex(of: ":") else { return .unreadable }
        guard !isAnsweredByBrowser, let scheme = Load.Scheme(rawValue: text[..<colon].lowercased()) else {
            return .local
        }
        guard let target = try? LoadURL(Self.withoutQuery(text)), let start = Self.instant(time) else {
            return .unreadable
        }
        // The spelling of a duration may also be that of infinity or of no number.
        let spelled = Double(String(decoding: duration, as: UTF8.self)) ?? 0
        let milliseconds = spelled.isFinite ? min(max(spelled, 0), 86_400_000) : 0
        let begin = min(max(start.milliseconds, 0), PcapngClock.latestTime)
        let end = min(begin + Int64(milliseconds), PcapngClock.latestTime)
        var load = CapturedLoad(
            begin: begin, scheme: scheme, named: target.authority, content: content(of: scheme),
            end: CapturedEnd(milliseconds: end))
        load.address = IPAddress(String(decoding: address.filter { !"[]".utf8.contains($0) }, as: UTF8.self))
        load.method = ByteString(method[...])
        if !scheme.isSecure { load.path = ByteString(target.path) }
        if !userAgent.isEmpty { load.app = ClientApp(userAgent: String(decoding: userAgent, as: UTF8.self)) }
        return .load(load)
    }

    /// The URL. For a CONNECT that they do not decrypt, debugging proxies write the URL `http://host:443`, or only host
    /// and port.
    private var spelledURL: String {
        let text = String(decoding: url, as: UTF8.self)
        guard method.elementsEqual("CONNECT".utf8) else { return text }
        let authority = text.split(separator: "/", omittingEmptySubsequences: true).first { $0.last != ":" }
        return "https://\(authority ?? "")"
    }

    private func content(of scheme: Load.Scheme) -> CapturedLoad.Content {
        // Playwright writes -1, others 0.
        if ["0", "-1"].contains(String(decoding: status, as: UTF8.self)), address.isEmpty { return .unanswered }
        guard scheme.isSecure else { return .request }
        return tlsVersion.map { .version($0) } ?? .name
    }

    private var tlsVersion: TLSVersion? {
        let text = String(decoding: version, as: UTF8.self).filter { $0.isNumber || $0 == "." }
        let versions: [String: TLSVersion] = [
            "3": .ssl3, "1": .tls1_0, "1.0": .tls1_0, "1.1": .tls1_1, "1.2": .tls1_2, "1.3": .tls1_3,
        ]
        return versions[text]
    }

    /// The URL up to its query, which may hold secrets.
    private static func withoutQuery(_ text: String) -> String {
        String(text.prefix { $0 != "?" && $0 != "#" })
    }

    /// A time as RFC 3339 spells it, with an offset from UTC or `Z`. Some makers leave out the colon of the offset.
    private static func instant(_ bytes: [UInt8]) -> Instant? {
        let text = String(decoding: bytes, as: UTF8.self)
        if let time = Instant(text) { return time }
        guard let sign = text.lastIndex(where: { "+-".contains($0) }) else { return nil }
        let digits = text[sign...].filter(\.isASCIIDigit)
        guard digits.count == 4, text[sign...].count <= 6, let number = Int64(digits),
            let local = Instant("\(text[..<sign].prefix(23))Z")
        else { return nil }
        let offset = (number / 100 * 60 + number % 100) * (text[sign] == "-" ? -60 : 60)
        return local + -offset
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

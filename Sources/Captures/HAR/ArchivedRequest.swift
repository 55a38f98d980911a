import InternationalNames
import InternetNames
import TransportSecurity

/// A request of a HAR file, with its values as the file spells them. A value that the file lacks is empty.
struct ArchivedRequest {
    /// The time at which the request began (RFC 3339).
    var time: [UInt8] = []
    /// The time that the request took, in milliseconds.
    var duration: [UInt8] = []
    /// The IP address of the server.
    var address: [UInt8] = []
    /// The method.
    var method: [UInt8] = []
    /// The URL.
    var url: [UInt8] = []
    /// The status code of the response.
    var status: [UInt8] = []
    /// The version of TLS, such as `TLS 1.3`.
    var version: [UInt8] = []
    /// The marks of the maker about the answer.
    var marks = AnswerMarks()
    /// The value of the field User-Agent.
    private(set) var userAgent: [UInt8] = []
    /// Whether a field of the response says that the browser itself redirected to HTTPS by Strict Transport Security
    /// (RFC 6797). A server may send this field as well.
    private var saysStrictTransport = false
    /// Whether the response has fields. Firefox writes the status 0 for answers that a server has pushed.
    private var hasResponseHeaders = false

    /// The kinds of requests.
    enum Reading {
        /// A request to a server.
        case load(CapturedLoad)
        /// A request that the browser answers without a server, such as one of `data:` or `blob:`.
        case local
        /// A request that a cache, a service worker or a test has answered in place of the server.
        case answeredLocally(LocalAnswers.Server)
        /// A request whose URL or time cannot be read.
        case unreadable
    }

    /// Notes a field of the request.
    mutating func noteHeader(_ name: [UInt8], value: [UInt8]) {
        if String(decoding: name, as: UTF8.self).lowercased() == "user-agent" { userAgent = value }
    }

    /// Notes a field of the response. Chrome marks its own redirects to HTTPS by one.
    mutating func noteResponseHeader(_ name: [UInt8], value: [UInt8]) {
        hasResponseHeaders = true
        if String(decoding: name, as: UTF8.self).lowercased() == "non-authoritative-reason" {
            saysStrictTransport = value.elementsEqual("HSTS".utf8)
        }
    }

    /// The kind of the request, with its load.
    var reading: Reading {
        let text = spelledURL
        guard let colon = text.firstIndex(of: ":") else { return .unreadable }
        guard let scheme = Load.Scheme(rawValue: text[..<colon].lowercased()), !isRedirectOfBrowser(over: scheme)
        else { return .local }
        // Some programs write an international host in Unicode, although they sent its A-labels.
        guard let target = try? LoadURL(Self.withoutQuery(text), readingHost: { Host($0) ?? Host(written: $0) }) else {
            return .unreadable
        }
        // The time is read after this check, because WebKit may write none for such a request.
        guard !marks.isLocal(status: statusCode, hasAddress: !address.isEmpty) else {
            return .answeredLocally(LocalAnswers.Server(isSecure: scheme.isSecure, authority: target.authority))
        }
        guard let start = Self.instant(time) else { return .unreadable }
        let begin = min(max(start.milliseconds, 0), PcapngClock.latestTime)
        let end = min(begin + durationMilliseconds, PcapngClock.latestTime)
        var load = CapturedLoad(
            begin: begin, scheme: scheme, named: target.authority, content: content(of: scheme),
            end: CapturedEnd(milliseconds: end))
        load.address = IPAddress(String(decoding: address.filter { !"[]".utf8.contains($0) }, as: UTF8.self))
        load.method = ByteString(method[...])
        if !scheme.isSecure { load.path = ByteString(target.path) }
        if !userAgent.isEmpty { load.app = ClientApp(userAgent: String(decoding: userAgent, as: UTF8.self)) }
        return .load(load)
    }

    /// Whether the browser has redirected the request to HTTPS before it could reach a server.
    private func isRedirectOfBrowser(over scheme: Load.Scheme) -> Bool {
        saysStrictTransport && scheme == .http && statusCode == 307 && address.isEmpty && marks.isRedirectOfBrowser
    }

    private var statusCode: Int { Int(String(decoding: status, as: UTF8.self)) ?? 0 }

    /// The URL. For a CONNECT, debugging proxies that do not decrypt write the URL `http://host:443`, or only host and
    /// port.
    private var spelledURL: String {
        let text = String(decoding: url, as: UTF8.self)
        guard method.elementsEqual("CONNECT".utf8) else { return text }
        // The first part between slashes that is not a scheme.
        let authority = text.split(separator: "/").first { !$0.hasSuffix(":") }
        return "https://\(authority ?? "")"
    }

    /// The duration, at most a day; 0 if the text is not a finite number.
    private var durationMilliseconds: Int64 {
        guard let number = Double(String(decoding: duration, as: UTF8.self)), number.isFinite else { return 0 }
        return Int64(min(max(number, 0), 86_400_000))
    }

    private func content(of scheme: Load.Scheme) -> CapturedLoad.Content {
        // Without a response, Playwright writes -1, and others write 0.
        if ["0", "-1"].contains(String(decoding: status, as: UTF8.self)), address.isEmpty, !hasResponseHeaders {
            return .unanswered
        }
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

    /// A time as RFC 3339 spells it, with an offset from UTC or `Z`. Some makers leave out the colon of the offset, as
    /// in `2026-11-20T10:00:00.000+0100`.
    private static func instant(_ bytes: [UInt8]) -> Instant? {
        let text = String(decoding: bytes, as: UTF8.self)
        if let time = Instant(text) { return time }
        guard let sign = text.lastIndex(where: { "+-".contains($0) }) else { return nil }
        let digits = text[sign...].filter(\.isASCIIDigit)
        // A time in milliseconds without its offset has 23 characters.
        guard digits.count == 4, text[sign...].count <= 6, let hoursAndMinutes = Int64(digits),
            let local = Instant("\(text[..<sign].prefix(23))Z")
        else { return nil }
        let offsetMinutes = hoursAndMinutes / 100 * 60 + hoursAndMinutes % 100
        return local + offsetMinutes * (text[sign] == "-" ? 60 : -60)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

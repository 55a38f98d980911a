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

    /// The load of the request.
    var reading: Reading {
        let text = String(decoding: url, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else { return .unreadable }
        guard let scheme = Load.Scheme(rawValue: text[..<colon].lowercased()) else { return .local }
        guard let target = try? LoadURL(Self.withoutQuery(text)), let begin = Self.instant(time) else {
            return .unreadable
        }
        // The spelling of a duration may also be that of infinity or of no number.
        let spelled = Double(String(decoding: duration, as: UTF8.self)) ?? 0
        let milliseconds = spelled.isFinite ? min(max(spelled, 0), 86_400_000) : 0
        let end = begin.milliseconds + Int64(milliseconds)
        var load = CapturedLoad(
            begin: begin.milliseconds, scheme: scheme, named: target.authority, content: content(of: scheme),
            end: CapturedEnd(milliseconds: end))
        load.address = IPAddress(String(decoding: address.filter { !"[]".utf8.contains($0) }, as: UTF8.self))
        load.method = ByteString(method[...])
        if !scheme.isSecure { load.path = ByteString(target.path) }
        if !userAgent.isEmpty { load.app = ClientApp(userAgent: String(decoding: userAgent, as: UTF8.self)) }
        return .load(load)
    }

    private func content(of scheme: Load.Scheme) -> CapturedLoad.Content {
        if status == Array("0".utf8), address.isEmpty { return .unanswered }
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

    /// A time as RFC 3339 spells it, with an offset from UTC or `Z`.
    private static func instant(_ bytes: [UInt8]) -> Instant? {
        let text = String(decoding: bytes, as: UTF8.self)
        if let time = Instant(text) { return time }
        let zone = text.suffix(6)
        let parts = zone.dropFirst().split(separator: ":")
        guard zone.count == 6, zone.first == "+" || zone.first == "-", parts.count == 2, let hours = Int64(parts[0]),
            let minutes = Int64(parts[1]), let local = Instant("\(text.dropLast(6).prefix(23))Z")
        else { return nil }
        let offset = (hours * 60 + minutes) * (zone.first == "-" ? -60 : 60)
        return local + -offset
    }
}

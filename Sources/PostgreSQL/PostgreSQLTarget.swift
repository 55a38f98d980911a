import CPostgreSQL

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server and database in one of libpq's forms: a URL, a connection string of `keyword=value`, or the name of a
/// database.
///
/// The variables `PG…`, the password file and the service file complete the text, as for every program of libpq.
public struct PostgreSQLTarget: Sendable {
    /// The text of the user, which has no password.
    public let text: String
    /// Whether the text asks libpq to wait for a connection without a limit.
    private let hasUnlimitedConnect: Bool

    /// Reads the text. Throws `malformedTarget` or `targetHasPassword`.
    public init(_ text: String) throws(PostgreSQLError) {
        self.text = text
        guard Self.isURL(text) || !Self.beginsWithScheme(text) else {
            throw .malformedTarget("its scheme is neither postgresql:// nor postgres://")
        }
        guard Self.isURL(text) || text.contains("=") else {
            // Without these checks, a misspelt URL would be taken for the name of a database, and its password shown in
            // messages and sent to the server.
            guard !(text.contains("@") && text.contains(":")) else { throw .targetHasPassword }
            guard !text.contains("/") else {
                throw .malformedTarget("a name with a slash is taken for a misspelt URL")
            }
            hasUnlimitedConnect = false
            return
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            let reason = message.map { String(cString: $0).firstLine } ?? "there is no memory for it"
            throw .malformedTarget(Self.withoutSecrets(reason, of: text))
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        guard values["password"] == nil, values["sslpassword"] == nil else { throw .targetHasPassword }
        // A slash in a password makes it a port, and libpq quotes a malformed port.
        guard Self.arePorts(values["port"] ?? "") else {
            throw .malformedTarget("its port is no number; write / in a password file, or as %2F")
        }
        // libpq would show such a name, and send it to the server.
        guard !Self.isConnectionString(values["dbname"] ?? "") else {
            throw .malformedTarget("the name of its database is a connection string itself")
        }
        hasUnlimitedConnect = values["connect_timeout"].map(Self.isUnlimited) ?? false
    }

    /// Whether the text is a list of ports, one for each host.
    private static func arePorts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { UInt16($0.filter { !$0.isWhitespace }) != nil }
    }

    /// Whether libpq would take the text for a connection string or a URL.
    private static func isConnectionString(_ text: String) -> Bool { text.contains("=") || text.contains("://") }

    /// Whether the text has a scheme of libpq.
    private static func isURL(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Whether the text begins with a scheme of RFC 3986 §3.1 and two slashes.
    private static func beginsWithScheme(_ text: String) -> Bool {
        text.prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:///#) != nil
    }

    /// Removes quoted parts of the text from libpq's reason why the text is malformed, if one of them may be a
    /// password.
    private static func withoutSecrets(_ reason: String, of text: String) -> String {
        let shortReason = reason.replacing(": \"\(text)\"", with: "")
        let mayHoldPassword = text.contains("@") || text.lowercased().contains("pass") || text.contains("%")
        return mayHoldPassword ? shortReason.replacing(#/"[^"]*"|".*$/#, with: "\"…\"") : shortReason
    }

    /// Whether libpq treats a number of seconds as no limit.
    private static func isUnlimited(_ seconds: String) -> Bool { Int(seconds).map { $0 <= 0 } ?? false }

    /// The usual limit for the attempt to reach one address of one host, in seconds.
    private static let usualConnectLimit = "10"
    /// The limit for this attempt if the user asks for no limit, in seconds.
    private static let longestConnectLimit = "600"

    /// The keywords and values for libpq. If a keyword occurs twice, libpq uses the later value.
    func parameters(application: String) -> [(keyword: String, value: String)] {
        let variable = getenv("PGCONNECT_TIMEOUT").map { String(cString: $0) } ?? Self.usualConnectLimit
        let limit = Self.isUnlimited(variable) ? Self.longestConnectLimit : variable
        let parameters = [
            // A limit in `text`, which comes later, overrides this one. This limit overrides that of a service file.
            ("fallback_application_name", application), ("connect_timeout", limit),
            // With these values, the system reports a vanished server within about half a minute.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "4"),
            ("tcp_user_timeout", "30000"), ("dbname", text), ("client_encoding", "UTF8"),
        ]
        return hasUnlimitedConnect ? parameters + [("connect_timeout", Self.longestConnectLimit)] : parameters
    }
}

extension String {
    /// The first line that is not empty, without white space before it.
    var firstLine: String {
        let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return String(line.drop(while: \.isWhitespace))
    }
}

import HTTP
import InternetNames

/// The part of the console that the path of a request names: `/`, `/page/…`, `/docs/…` or `/api/v1/…`.
enum ConsoleTarget: Hashable, Sendable {
    /// The page itself.
    case page
    /// A file of the page, by its name.
    case file(String)
    /// A guide, by its name.
    case guide(String)
    /// A request to the API. The segments behind `/api/v1/` are percent-decoded.
    case api([String])
    /// The console has nothing at this path.
    case unknown
    /// The path or the query is not percent-encoded UTF-8.
    case malformed

    /// Reads the path of a request.
    init(path: ByteString) {
        if path == "/" {
            self = .page
        } else if let suffix = Self.suffix(of: path, behind: "/page/") {
            self = PercentEncoding.path.decoded(suffix).map { .file($0) } ?? .malformed
        } else if path == "/docs/" || path == "/docs" {
            self = .guide("README")
        } else if let suffix = Self.suffix(of: path, behind: "/docs/") {
            self = PercentEncoding.path.decoded(suffix).map { .guide($0) } ?? .malformed
        } else if let suffix = Self.suffix(of: path, behind: "/api/v1/") {
            let segments = suffix.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let decoded = segments.compactMap { PercentEncoding.path.decoded($0) }
            self = decoded.count == segments.count ? .api(decoded) : .malformed
        } else {
            self = .unknown
        }
    }

    /// The part of a path behind a prefix; nil if the path does not begin with it.
    private static func suffix(of path: ByteString, behind prefix: String) -> ArraySlice<UInt8>? {
        path.octets.starts(with: prefix.utf8) ? path.octets.dropFirst(prefix.utf8.count) : nil
    }

    /// The members of a query; nil if it is malformed. A plus sign is a space, as forms write it.
    static func members(of query: ByteString?) -> [ConsoleRequest.QueryMember]? {
        var members: [ConsoleRequest.QueryMember] = []
        for pair in (query?.octets ?? []).split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard members.count < memberLimit, let name = PercentEncoding.query.decoded(parts[0]),
                let value = PercentEncoding.query.decoded(parts.count > 1 ? parts[1] : [])
            else { return nil }
            members.append(.init(name, value))
        }
        return members
    }

    /// The largest number of members in a query.
    private static let memberLimit = 64
}

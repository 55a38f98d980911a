import Events
import InternetNames

/// The document in which a domain names its management service, in JSON.
///
/// The form is that of Apple's "Implementing the simple authentication account-driven enrollment flow", step 3:
///
///     {"Servers": [{"Version": "mdm-byod", "BaseURL": "https://mdm.example.com/enroll"}]}
public struct WellKnownDocument: Hashable, Sendable {
    /// The first entries of `Servers`, at least one.
    public private(set) var servers: [Server] = []
    /// The number of entries that were left out, because there are too many.
    public private(set) var omitted = 0

    /// An entry of `Servers`.
    public struct Server: Hashable, Sendable {
        /// The kind of enrolment, such as `mdm-byod`; nil if the entry has no such text.
        public var version: String?
        /// The URL where the enrolment takes place; nil if the entry has no such text.
        public var baseURL: String?

        /// The URL that `baseURL` is; nil for a text without a scheme, which is not a URL.
        var url: LoadURL? {
            baseURL.flatMap(LoadURL.init(withScheme:))
        }
    }

    /// The reasons to refuse a document.
    public enum Fault: Error, Hashable, Sendable {
        /// The document is a web page.
        case webPage
        /// The document is not a JSON object.
        case notJSON
        /// There is no array `Servers` with an object in it.
        case noServers
    }

    /// The values of `Version` that Apple documents: an enrolment of the user, and one of the device.
    public static let knownVersions = ["mdm-byod", "mdm-adde"]

    /// The largest number of entries that are kept. Real documents have one or two.
    public static let serverLimit = 16

    /// The largest document that is read, in bytes. Real ones take some hundred.
    public static let sizeLimit = 64 * 1024

    /// Reads a document.
    public init(_ bytes: [UInt8]) throws(Fault) {
        let start = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        guard start.first != UInt8(ascii: "<") else { throw .webPage }
        let isRead = Array(start).withUnsafeBufferPointer { bytes in
            do throws(JSONScanner.Malformed) {
                try read(bytes)
                return true
            } catch {
                return false
            }
        }
        guard isRead else { throw .notJSON }
        guard !servers.isEmpty else { throw .noServers }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) {
        var scanner = JSONScanner(bytes)
        var entries: [Server]?
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            let value = UnsafeBufferPointer(rebasing: try scanner.value())
            guard name.isEqual(to: "Servers") else { return }
            // The meaning of a second member with the name is not defined (RFC 8259 §4).
            guard entries == nil else { throw JSONScanner.Malformed() }
            entries = value.first == UInt8(ascii: "[") ? try Self.servers(in: value) : []
        }
        try scanner.end()
        let readEntries = entries ?? []
        servers = Array(readEntries.prefix(Self.serverLimit))
        omitted = readEntries.count - servers.count
    }

    private static func servers(in text: UnsafeBufferPointer<UInt8>) throws(JSONScanner.Malformed) -> [Server] {
        var servers: [Server] = []
        var scanner = JSONScanner(text)
        try scanner.array { scanner throws(JSONScanner.Malformed) in
            guard scanner.isAtObject() else {
                try scanner.value()
                return
            }
            var server = Server()
            try scanner.object { name, scanner throws(JSONScanner.Malformed) in
                if name.isEqual(to: "Version") {
                    server.version = try Self.text(&scanner)
                } else if name.isEqual(to: "BaseURL") {
                    server.baseURL = try Self.text(&scanner)
                } else {
                    try scanner.value()
                }
            }
            servers.append(server)
        }
        return servers
    }

    private static func text(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) -> String? {
        try scanner.optionalString { String(decoding: $0, as: UTF8.self) }
    }
}

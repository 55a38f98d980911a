import InternetNames

/// The address from which a file of data is updated.
public struct DataFileSource: Hashable, Sendable {
    /// The kind of the file.
    public let kind: DataFileKind
    /// The address, with the scheme `https`.
    public let url: LoadURL

    /// Creates the source at which the publisher offers a file; nil if it offers none that a program can read.
    public init?(publishing kind: DataFileKind) {
        guard let text = kind.publishedAt, let url = try? LoadURL(text) else { return nil }
        self.kind = kind
        self.url = url
    }

    /// Creates a source from text `FILE=URL`, such as `ct-log-list=https://mirror.example/log_list.json`.
    public init(_ text: String) throws(DataFileFault) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = DataFileKind(rawValue: String(parts[0])) else {
            let names = DataFileKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DataFileFault("is not of the form FILE=URL; the files are \(names).")
        }
        guard parts[1].prefix(8).lowercased() == "https://" else {
            throw DataFileFault("has another address than one of https://, over which alone data are updated.")
        }
        let url: LoadURL
        do throws(MalformedURL) {
            url = try LoadURL(String(parts[1]))
        } catch {
            throw DataFileFault("names no address: \(error)")
        }
        guard parts[1].utf8.allSatisfy({ $0 < 0x80 }), !parts[1].contains("@"), !parts[1].contains("#") else {
            throw DataFileFault(
                "has a name, a password, a fragment or a character outside ASCII in its address, which are not sent.")
        }
        if kind == .logList, case .name(let name) = url.host, LogListPublisher.isGoogle(name) {
            throw DataFileFault("names Google's list of CT logs; \(LogListPublisher.reason)")
        }
        self.kind = kind
        self.url = url
    }

    /// Whether the file comes from the host at which its publisher offers it.
    public var isPublisher: Bool { DataFileSource(publishing: kind)?.url.host == url.host }

    /// The request target in origin form: path and query (RFC 9112 §3.2.1).
    public var target: String {
        url.path + url.text.drop { $0 != "?" }
    }
}

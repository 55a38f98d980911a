import JSONWriting
import TransportSecurity

/// The versions of programs, and the data files, that verdicts are based on: `versions.json` of an evidence bundle.
public struct EvidenceOrigin: Sendable {
    /// The version of atsproxy.
    public var program: String
    /// The version of OpenSSL in use.
    public var openSSL: String
    /// The data files.
    public var data: [DataFile]
    /// The recordings; empty without any.
    public var recordings: [String]

    /// Creates an origin.
    public init(program: String, openSSL: String, data: [DataFile], recordings: [String] = []) {
        self.program = program
        self.openSSL = openSSL
        self.data = data
        self.recordings = recordings
    }

    /// A file of roots, CT logs, revocation lists or public suffixes.
    public struct DataFile: Hashable, Sendable {
        /// The kind of file, such as `roots`.
        public var kind: String
        /// The name or path.
        public var name: String
        /// The date of the data, if the file has one.
        public var date: String?
        /// The content.
        public var bytes: [UInt8]

        /// Creates a file.
        public init(kind: String, name: String, date: String? = nil, bytes: [UInt8]) {
            self.kind = kind
            self.name = name
            self.date = date
            self.bytes = bytes
        }
    }

    /// The origin as JSON, with the SHA-256 of each data file.
    func json(_ digest: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("atsproxy", program)
            json.member("openssl", openSSL)
            json.name("data")
            json.array { json in
                for file in data {
                    json.object { json in
                        json.member("kind", file.kind)
                        json.member("name", file.name)
                        json.member("date", file.date)
                        json.member("sha256", digest(file.bytes).hexadecimal)
                    }
                }
            }
            json.member("recordings", recordings)
        }
        return json.bytes
    }
}

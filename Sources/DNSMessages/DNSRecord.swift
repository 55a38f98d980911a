/// A record of a type that is known here.
public struct DNSRecord: Hashable, Sendable {
    /// The name that the record is about.
    public var owner: DNSName
    /// The content of the record.
    public var content: Content

    /// The contents of records.
    public enum Content: Hashable, Sendable {
        /// `CNAME`: the owner is another name for this one.
        case canonicalName(DNSName)
        /// `HTTPS`: the owner offers this service.
        case service(ServiceBinding)
    }

    /// Creates a record.
    public init(_ owner: DNSName, _ content: Content) {
        (self.owner, self.content) = (owner, content)
    }

    /// Reads the next record; nil if it is of another type or class, and is skipped.
    init?(_ reader: inout DNSReader) throws(DNSReader.Malformed) {
        let owner = try reader.name()
        let type = try reader.uint16()
        let isOfInternet = try reader.uint16() == DNSQuestion.internet
        _ = try reader.bytes(4)
        var data = try reader.part(Int(try reader.uint16()))
        guard isOfInternet, let type = DNSRecordType(rawValue: type) else { return nil }
        switch type {
        case .cname: self.init(owner, .canonicalName(try data.name()))
        case .https: self.init(owner, .service(try ServiceBinding(&data)))
        }
        guard data.isAtEnd else { throw DNSReader.Malformed() }
    }
}

/// The answer of a message of the DNS to a question of this program.
public enum DNSAnswer: Hashable, Sendable {
    /// The records of the known types in the answer section, in their order; empty if the name has none.
    case records([DNSRecord])
    /// The records did not fit into the message.
    case truncated
    /// The name server failed, or refused to answer, with this response code (RFC 1035 §4.1.1).
    case failed(UInt8)
    /// The message answers the question, but is malformed.
    case malformed

    /// The response code for a name that does not exist.
    public static let noSuchName: UInt8 = 3

    /// The largest number of records that are read.
    static let recordLimit = 256

    /// Reads the answer to a question; nil if the message answers another question, as a forged or late one would (RFC
    /// 5452 §9.1).
    public init?(_ message: [UInt8], to question: DNSQuestion) {
        var reader = DNSReader(message)
        do throws(DNSReader.Malformed) {
            guard try reader.uint16() == question.id else { return nil }
            let flags = try reader.uint16()
            // The bit of a response, and the operation code 0 of a standard query (RFC 1035 §4.1.1).
            guard flags & 0xF800 == 0x8000 else { return nil }
            let questions = try reader.uint16()
            let answers = try reader.uint16()
            // The counts of authority and additional records.
            _ = try reader.bytes(4)
            guard questions == 1, try reader.name() == question.name, try reader.uint16() == question.type.rawValue,
                try reader.uint16() == DNSQuestion.internet
            else { return nil }
            let code = UInt8(flags & 0x000F)
            guard code == 0 else {
                self = .failed(code)
                return
            }
            let isTruncated = flags & 0x0200 != 0
            guard !isTruncated else {
                self = .truncated
                return
            }
            self = Self.records(answers, &reader)
        } catch {
            return nil
        }
    }

    private static func records(_ count: UInt16, _ reader: inout DNSReader) -> DNSAnswer {
        guard count <= recordLimit else { return .malformed }
        var records: [DNSRecord] = []
        do throws(DNSReader.Malformed) {
            for _ in 0..<count {
                if let record = try DNSRecord(&reader) { records.append(record) }
            }
            return .records(records)
        } catch {
            return .malformed
        }
    }
}

/// A record of a message of the DNS, of one of the types in `DNSRecordType`.
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
        // The time to live.
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

/// The addresses of a name, from an answer in captured traffic to a question that another program asked.
public struct AddressAnswer: Hashable, Sendable {
    /// The name that was asked for.
    public let name: String
    /// The addresses, each of 4 or 16 bytes, also those of names to which the name is an alias.
    public let addresses: [[UInt8]]

    /// The types `A` and `AAAA` with the lengths of their addresses (RFC 1035 §3.4.1, RFC 3596 §2.1).
    private static let addressLengths: [UInt16: Int] = [1: 4, 28: 16]

    /// Reads a message; nil if it does not answer with addresses.
    public init?(_ message: [UInt8]) {
        var reader = DNSReader(message)
        guard let answer = try? Self.read(&reader) else { return nil }
        self = answer
    }

    private init(name: String, addresses: [[UInt8]]) {
        (self.name, self.addresses) = (name, addresses)
    }

    private static func read(_ reader: inout DNSReader) throws(DNSReader.Malformed) -> AddressAnswer? {
        _ = try reader.uint16()  // The identifier.
        // A response without an error to a standard query (RFC 1035 §4.1.1), with one question.
        guard try reader.uint16() & 0xF80F == 0x8000, try reader.uint16() == 1 else { return nil }
        let count = try reader.uint16()
        _ = try reader.bytes(4)  // The counts of authority and additional records.
        let question = try reader.name()
        guard addressLengths[try reader.uint16()] != nil, try reader.uint16() == DNSQuestion.internet,
            count <= DNSAnswer.recordLimit
        else { return nil }
        var addresses: [[UInt8]] = []
        for _ in 0..<count {
            _ = try reader.name()
            let type = try reader.uint16()
            _ = try reader.bytes(6)  // The class and the time to live.
            let data = try reader.bytes(Int(try reader.uint16()))
            if addressLengths[type] == data.count { addresses.append(data) }
        }
        let labels = question.labels.map { String(decoding: $0, as: UTF8.self) }
        return addresses.isEmpty
            ? nil : AddressAnswer(name: labels.joined(separator: "."), addresses: addresses)
    }
}

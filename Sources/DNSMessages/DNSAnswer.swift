/// The answer of a message to a question.
public enum DNSAnswer: Hashable, Sendable {
    /// The records in the answer section of the types that are known here, in their order; none if the name has none.
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

    /// Reads the answer to a question; nil if the message is not one, as a forged or late one would be (RFC 5452 §9.1).
    public init?(_ message: [UInt8], to question: DNSQuestion) {
        var reader = DNSReader(message)
        do throws(DNSReader.Malformed) {
            guard try reader.uint16() == question.id else { return nil }
            let flags = try reader.uint16()
            // A response to a standard query.
            guard flags & 0xF800 == 0x8000 else { return nil }
            let questions = try reader.uint16()
            let answers = try reader.uint16()
            _ = try reader.bytes(4)
            guard questions == 1, try reader.name() == question.name, try reader.uint16() == question.type.rawValue,
                try reader.uint16() == DNSQuestion.internet
            else { return nil }
            let code = UInt8(flags & 0x000F)
            guard code == 0 else {
                self = .failed(code)
                return
            }
            guard flags & 0x0200 == 0 else {
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

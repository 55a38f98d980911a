/// The addresses of a name, from an answer that an observer sees: of any question for addresses, whoever asked it.
public struct AddressAnswer: Hashable, Sendable {
    /// The name that was asked for.
    public let name: String
    /// The addresses, each of 4 or 16 bytes, also those of names to which the name is an alias.
    public let addresses: [[UInt8]]

    /// The types of records with addresses (RFC 1035 §3.4.1, RFC 3596 §2.1).
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
        _ = try reader.uint16()
        // A response without an error to a standard query.
        guard try reader.uint16() & 0xF80F == 0x8000, try reader.uint16() == 1 else { return nil }
        let count = try reader.uint16()
        _ = try reader.bytes(4)
        let question = try reader.name()
        guard addressLengths[try reader.uint16()] != nil, try reader.uint16() == DNSQuestion.internet,
            count <= DNSAnswer.recordLimit
        else { return nil }
        var addresses: [[UInt8]] = []
        for _ in 0..<count {
            _ = try reader.name()
            let type = try reader.uint16()
            _ = try reader.bytes(6)
            let data = try reader.bytes(Int(try reader.uint16()))
            if addressLengths[type] == data.count { addresses.append(data) }
        }
        let labels = question.labels.map { String(decoding: $0, as: UTF8.self) }
        return addresses.isEmpty
            ? nil : AddressAnswer(name: labels.joined(separator: "."), addresses: addresses)
    }
}

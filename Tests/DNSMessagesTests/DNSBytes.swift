@testable import DNSMessages

/// Messages of name servers, byte by byte.
enum DNSBytes {
    static func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    /// A name without compression.
    static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// A record; its owner may be a pointer.
    static func record(_ owner: [UInt8], type: Int = 65, of recordClass: Int = 1, _ data: [UInt8]) -> [UInt8] {
        owner + number(type) + number(recordClass) + [0, 0, 0, 60] + number(data.count) + data
    }

    /// An answer to the question for the `HTTPS` records of a name.
    static func answer(
        id: Int = 7, flags: Int = 0x8180, to question: String = "a.example", _ records: [UInt8]..., count: Int? = nil
    ) -> [UInt8] {
        number(id) + number(flags) + number(1) + number(count ?? records.count) + number(0) + number(0)
            + name(question) + number(65) + number(1) + records.joined()
    }

    /// The parameter of a key.
    static func parameter(_ key: Int, _ value: [UInt8]) -> [UInt8] { number(key) + number(value.count) + value }

    /// The content of an `HTTPS` record.
    static func service(_ priority: Int, _ target: String, _ parameters: [UInt8]...) -> [UInt8] {
        number(priority) + name(target) + parameters.joined()
    }

    static let question = DNSName("a.example").map { DNSQuestion(id: 7, name: $0) }
    static let pointerToQuestion: [UInt8] = [0xC0, 12]

    static func alpn(_ names: String...) -> [UInt8] {
        parameter(1, names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) })
    }
}

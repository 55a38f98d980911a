import JSONWriting
import TransportSecurity

/// Bytes that are a string in Base64 in JSON.
struct Base64Bytes: Decodable, JSONWritable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = Base64.decode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a value is not base64")
        }
        self.bytes = bytes
    }

    func write(to json: inout JSONWriter) {
        json.base64(bytes)
    }
}

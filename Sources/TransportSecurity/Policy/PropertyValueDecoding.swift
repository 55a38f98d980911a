/// Property lists out of JSON. Null becomes `other`, since a policy reads no such value.
extension PropertyValue: Decodable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .other("null")
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let real = try? value.decode(Double.self) {
            self = .real(real)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([PropertyValue].self) {
            self = .array(elements)
        } else {
            self = .dictionary(try value.decode([String: PropertyValue].self))
        }
    }
}

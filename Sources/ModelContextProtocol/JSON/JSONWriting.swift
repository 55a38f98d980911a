import JSONWriting

/// Characters that are not visible are escaped, as in all JSON of the program.
extension JSONValue: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .boolean(let value): json.boolean(value)
        case .integer(let value): json.number(value)
        case .number(let value): json.rendered(Array(String(value).utf8))
        case .string(let text): json.string(text)
        case .array(let elements):
            json.array { json in
                for element in elements { element.write(to: &json) }
            }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.name(member.name)
                    member.value.write(to: &json)
                }
            }
        }
    }
}

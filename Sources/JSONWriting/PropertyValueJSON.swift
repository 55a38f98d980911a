import TransportSecurity

/// Property lists in JSON. Dates, data and numbers that are not finite become null, since no key of a policy has them.
extension PropertyValue: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .boolean(let value): json.boolean(value)
        case .integer(let value): json.number(value)
        case .real(let value) where value.isFinite: json.rendered(Array(String(value).utf8))
        case .string(let text): json.string(text)
        case .real, .other: json.null()
        case .array(let elements): elements.write(to: &json)
        case .dictionary(let members):
            json.object { json in
                for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.name(key)
                    value.write(to: &json)
                }
            }
        }
    }
}

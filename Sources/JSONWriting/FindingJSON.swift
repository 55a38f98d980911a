import TransportSecurity

// The JSON of the values in a decision: the app, the findings and their exceptions.

extension ClientApp: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("version", version)
            json.member("api", api)
            json.member("os", os)
            json.member("userAgent", userAgent)
        }
    }
}

extension Finding: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", rule)
            json.member("expected", expected)
            json.member("actual", actual)
            json.member("status", status)
            json.member("urlError", urlError)
            json.member("urlErrorText", urlErrorText)
            json.member("message", message)
            json.member("exception", exception)
            if let cause { json.member("cause", cause.rawValue) }
        }
    }
}

extension Finding.Exception: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", domain)
            json.name("keys")
            PropertyValue.dictionary(keys).write(to: &json)
            if let overridable { json.member("overridable", overridable) }
        }
    }
}

extension Note: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", rule)
            json.member("code", code?.rawValue)
            json.member("message", message)
        }
    }
}

/// Property lists in JSON. Dates, data and numbers that are not finite become null, because no key of a policy has such
/// a value.
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

import TransportSecurity

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

extension Finding.Remedy: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", domain)
            json.name("keys")
            json.object { json in
                for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
                    json.name(key)
                    value.write(to: &json)
                }
            }
            if let overridable { json.member("overridable", overridable) }
        }
    }
}

extension Finding.Remedy.Value: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .boolean(let value): json.boolean(value)
        case .string(let value): json.string(value)
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

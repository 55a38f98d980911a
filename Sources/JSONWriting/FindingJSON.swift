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

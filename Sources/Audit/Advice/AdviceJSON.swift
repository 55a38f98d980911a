import JSONWriting
import Recording
import TransportSecurity

extension AppPolicyAdvice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("outcome", outcome)
            json.member(ATSKey.appTransportSecurityName, PropertyValue.dictionary(dictionary))
            json.member("exceptions", exceptions)
            json.member("declared", declared)
            json.member("findings", findings)
            json.member("unresolved", unresolved)
            json.member("undeterminedLoads", undeterminedLoads)
            json.member("traffic", traffic)
            json.member("justification", Justification(self).paragraphs)
        }
    }
}

extension ATSKey {
    /// `appTransportSecurity` as a name in JSON.
    fileprivate static let appTransportSecurityName: StaticString = "NSAppTransportSecurity"
}

extension AdvisedException: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("domain", host)
            json.member("keys", PropertyValue.dictionary(keys))
            json.member("findings", findings)
            json.member("traffic", traffic)
            json.member("https", https)
            json.member("caveats", caveats)
        }
    }
}

extension HTTPSAnswer: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", authority.host)
            json.member("port", authority.port)
            json.member("violations", violations)
        }
    }
}

extension DeclaredException: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("key", key)
            json.member("isDomain", isDomain)
            json.member("verdict", verdict.rawValue)
            json.member("reason", reason)
            json.member("traffic", traffic)
        }
    }
}

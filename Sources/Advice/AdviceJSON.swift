import JSONWriting
import TransportSecurity

extension AppPolicyAdvice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("app", app)
            json.member("outcome", outcome)
            json.member("changes", changes)
            json.member(ATSKey.appTransportSecurityName, PropertyValue.dictionary(dictionary))
            json.member("exceptions", advisedExceptions)
            json.member("omission", omission)
            json.member("retention", retention)
            json.member("gaps", gaps)
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
            json.member("effect", effect.rawValue)
            if effect == .leavesToApp { json.member("overridable", true) }
            json.member("findings", findings)
            json.member("traffic", traffic)
            json.member("https", https)
            json.member("caveats", caveats)
        }
    }
}

extension AdvisedChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("ports", ports.sorted())
            json.member("change", step.rawValue)
            json.member("sentence", sentence)
            json.member("url", https?.url)
            json.member("rules", findings.map(\.rule))
            json.member("nginx", fixes.compactMap(\.nginx))
            json.member("traffic", traffic)
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

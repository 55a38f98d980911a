import JSONWriting
import TransportSecurity

extension AppPolicyAdvice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("app", app)
            json.member("outcome", outcome)
            json.member("changes", changes)
            json.member("NSAppTransportSecurity", PropertyValue.dictionary(dictionary))
            json.member("exceptions", advisedExceptions)
            json.member("omission", omission)
            json.member("retention", retention)
            json.member("loss", loss)
            json.member("hostsLostByOthers", hostsLostByOthers)
            json.member("gaps", gaps)
            json.member("declared", declared)
            json.member("findings", findings)
            json.member("unresolved", unresolved)
            json.member("undeterminedLoads", undeterminedLoads)
            json.member("traffic", traffic)
            json.member("justification", Justification(of: advisedExceptions).paragraphs)
        }
    }
}

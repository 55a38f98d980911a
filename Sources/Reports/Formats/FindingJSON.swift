import JSONWriting
import TransportSecurity

extension ReportFinding: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("fingerprint", fingerprint)
            json.member("host", host)
            json.member("ports", ports.sorted())
            json.member("severity", severity.rawValue)
            json.member("acceptance", acceptance)
            json.member("status", status.name)
            switch status {
            case .waived(let waiver), .expired(let waiver): json.member("waiver", waiver)
            case .new, .known: json.name("waiver"); json.null()
            }
            json.member("finding", finding)
            json.member("remedy", fix)
            json.member("weaknesses", finding.rule.weaknesses)
            json.member("app", app)
            json.member("apps", [app])
            json.member("versions", versions.sorted())
            json.member("devices", devices.sorted())
            json.member("labels", labels.sorted())
            json.member("paths", paths)
            json.member("traffic", traffic)
        }
    }
}

extension ReportGap: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("count", count)
            json.member("sentence", sentence)
            json.member("remedy", fix)
        }
    }
}

extension DatedWaiver: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", waiver.rules.description)
            json.member("host", waiver.hosts?.description)
            json.member("reason", reason)
            json.member("owner", owner)
            json.member("expires", expires)
        }
    }
}

extension HostRenewal: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", authority.host)
            json.member("port", authority.port)
            json.member("since", notice.since)
            json.member("notAfter", notice.notAfter)
            json.member("issuer", notice.issuer)
            json.member("failing", isFailing)
        }
    }
}

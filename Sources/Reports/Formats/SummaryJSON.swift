import JSONWriting
import TransportSecurity

extension TrafficCount: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("loads", loads)
            json.member("bytesFromClient", bytesFromClient)
            json.member("bytesFromServer", bytesFromServer)
            json.member("first", first)
            json.member("last", last)
        }
    }
}

extension HostSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", host)
            json.member("ports", ports.sorted())
            json.member("apps", apps.sorted())
            json.member("devices", devices.sorted())
            json.member("traffic", traffic)
            json.name("decisions")
            json.object { json in
                for (decision, count) in decisions.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    json.name(decision.rawValue)
                    json.number(Int64(count))
                }
            }
            json.member("violations", RuleID.allCases.filter(violations.contains))
            json.member("failsUnlessAccepted", RuleID.allCases.filter(unaccepted.contains))
            json.member("warnings", RuleID.allCases.filter(warnings.contains))
            json.member("covered", RuleID.allCases.filter(covered.contains))
            json.member("policy", reasons.sorted())
            json.member("cleartextLoads", cleartextLoads)
            json.member("undeterminedLoads", undetermined)
            json.member("clientRefusals", clientRefusals)
            json.member("unfinishedHandshakes", unfinishedHandshakes)
            json.member("hiddenInTunnels", hiddenInTunnels)
            json.member("claimedByClients", claimedByClients)
            json.member("blockedWhenRecorded", blockedOnly)
            json.member("http3", offersHTTP3)
            json.member("refusedQUIC", refusedQUIC)
            json.member("ech", offersECH)
            json.member("notes", notes)
        }
    }
}

extension AppSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("versions", versions.sorted())
            json.member("systems", systems.map(\.description).sorted())
            json.member("traffic", traffic)
            json.member("hosts", hosts.map(\.description).sorted())
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
        }
    }
}

extension BuildSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("app", app)
            json.member("version", version)
            json.member("systems", systems.map(\.description).sorted())
            json.member("devices", devices.count)
            json.member("traffic", traffic)
            json.member("hosts", hosts.count)
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("violations", RuleID.allCases.filter(violations.contains))
        }
    }
}

extension DeviceSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", address)
            json.member("users", users.sorted())
            json.member("apps", apps.sorted())
            json.member("systems", systems.map(\.description).sorted())
            json.member("loads", loads)
            json.member("violatedLoads", violatedLoads)
            json.member("violations", RuleID.allCases.filter(violations.contains))
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("last", last)
        }
    }
}

extension LabelSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("label", label)
            json.member("loads", loads)
            json.member("violatedLoads", violatedLoads)
            json.member("hosts", hosts.map(\.description).sorted())
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("violations", RuleID.allCases.filter(violations.contains))
            json.member("findings", findings.sorted())
        }
    }
}

extension RuleSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", rule)
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("unacceptedHosts", unacceptedHosts.map(\.description).sorted())
            json.member("warnedHosts", warnedHosts.map(\.description).sorted())
            json.member("traffic", traffic)
        }
    }
}

extension ExceptionSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("reason", reason)
            json.member("key", key)
            json.member("hosts", hosts.map(\.description).sorted())
            json.member("traffic", traffic)
        }
    }
}

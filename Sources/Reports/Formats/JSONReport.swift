import JSONWriting
import Recordings
import TransportSecurity

extension Report: JSONWritable {
    /// Writes the report in the form of `report.schema.json`.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("schema", Self.schemaVersion)
            json.member("failing", isFailing)
            json.member("status", Int(status))
            json.member("outcome", outcome)
            json.member("counts", counts)
            json.member("gaps", gaps)
            json.name("basis")
            basis.write(to: &json)
            json.member("first", period?.lowerBound)
            json.member("last", period?.upperBound)
            json.member("sources", sources)
            json.member("traffic", traffic)
            json.member("findings", findings)
            json.member("hosts", hosts)
            json.member("apps", apps)
            json.member("builds", builds)
            json.member("devices", devices)
            json.member("labels", labels)
            if let unlabelled { json.member("unlabelled", unlabelled) }
            json.member("rules", rules)
            json.member("exceptions", exceptions)
            json.member("expiredWaivers", expiredWaivers)
            json.member("unusedWaivers", unusedWaivers)
            json.member("renewals", renewals)
            json.member("resolved", resolved)
            json.member("coverage", coverage)
            if let deviceLog { json.member("deviceLog", deviceLog) }
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
        }
    }
}

extension ProblemCounts: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("violations", violations)
            json.member("failsUnlessAccepted", failsUnlessAccepted)
            json.member("warnings", warnings)
            json.member("known", inBaseline)
            json.member("waived", waived)
        }
    }
}

extension Report.Basis: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .recorded(let policies):
                json.member("kind", "recorded")
                json.member("policies", policies)
            case .anew(let policy, let os):
                json.member("kind", "anew")
                json.member("policies", [policy])
                json.member("os", os)
            }
        }
    }
}

extension RecordingSource: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("lines", lines)
            json.member("bytes", bytes)
            json.member("brokenLines", brokenLines)
            json.member("firstBrokenLines", firstBrokenLines)
            json.member("endsUnfinished", end != .whole)
            json.member("lostEvents", lostEvents)
            json.member("unknownEvents", unknownEvents)
        }
    }
}

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

extension Coverage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("policyKeysNeverSeen", policyKeysNeverSeen)
            json.member("expectedHostsNeverSeen", missingHosts.names)
            json.member("contactsNeverSeen", missingHosts.hosts.filter { $0.expected.bundleIdentifier != nil })
            json.member("contactsOutsideRecording", missingHosts.unrecorded)
            json.name("expectedHosts")
            if missingHosts.isAsked {
                json.object { json in
                    json.member("compared", missingHosts.compared)
                    json.member("seen", missingHosts.seen)
                    json.member("outsideRecording", missingHosts.unrecorded.count)
                }
            } else {
                json.null()
            }
            json.member("addresses", addresses)
            json.member("failedLoads", failedLoads)
            json.member("otherAppLoads", otherAppLoads)
            json.member("undeterminedLoads", undeterminedLoads)
            json.member("claimedLoads", claimedLoads)
            json.member("clientRefusals", clientRefusals)
            json.member("cleartextLoads", cleartextLoads)
            json.member("upstreamLoads", upstreamLoads)
            json.member("parentFailedLoads", upstreamProxyFailedLoads)
            json.member("transparentLoads", transparentLoads)
            json.member("evidence", hostCoverage)
            json.member("statements", statements)
        }
    }
}

extension MissingHosts.MissingHost: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bundleIdentifier", expected.bundleIdentifier)
            json.member("app", app)
            json.member("host", expected.name)
            json.member("contacts", expected.contacts.map { Int(clamping: $0) })
            json.member("first", expected.first)
            json.member("last", expected.last)
        }
    }
}

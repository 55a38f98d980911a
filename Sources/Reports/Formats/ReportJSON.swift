import JSONWriting
import Recordings

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

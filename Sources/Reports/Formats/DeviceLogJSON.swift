import DeviceManagement
import JSONWriting

extension DeviceLogComparison: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("lines", log.lines)
            json.member("understood", log.understood)
            json.member("withoutHost", log.withoutHost)
            json.member("notUnderstood", log.notUnderstood)
            json.member("firstNotUnderstood", log.firstNotUnderstood)
            json.member("cutLines", log.cutLines)
            json.member("omitted", log.omitted)
            json.member("failures", rows)
        }
    }
}

extension DeviceLogComparison.Row: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", complaint.host)
            json.member("ports", complaint.ports.sorted())
            json.member("process", complaint.process)
            json.member("name", complaint.name)
            json.member("rules", complaint.rules)
            json.member("lines", complaint.count)
            json.member("firstLine", complaint.firstLine)
            json.member("standing", standing.rawValue)
            json.member("found", foundRules)
        }
    }
}

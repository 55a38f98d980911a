import JSONWriting
import TransportSecurity

extension PassReport {
    /// The changes as JSON, one object each.
    public var lines: [String] {
        changes.map { change in
            var json = JSONWriter()
            json.object { json in
                json.member("time", change.time ?? time)
                json.member("server", change.server)
                json.member("grade", change.grade)
                json.member("subject", change.subject)
                json.member("name", change.name)
                json.member("text", change.text)
            }
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }
}

extension Change.Grade: JSONWritable {}
extension Change.Subject: JSONWritable {}

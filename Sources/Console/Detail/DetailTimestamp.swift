import JSONWriting
import TransportSecurity

/// A certificate timestamp with its log.
struct DetailTimestamp: JSONWritable {
    let timestamp: SignedCertificateTimestamp
    /// The log; nil if the list does not have it.
    let log: TransparencyLogList.Log?
    /// Whether the list of logs accepts the timestamp.
    let isAccepted: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("log", log?.name)
            json.member("operator", log?.operatorName)
            json.member("logID", Base64.encode(timestamp.logID))
            json.member("state", log?.state.rawValue)
            json.member("time", timestamp.timestamp)
            json.member("source", timestamp.source.rawValue)
            json.member("isAccepted", isAccepted)
        }
    }
}

import JSONWriting
import TransportSecurity

/// One certificate timestamp with its log, for the files `scts.json` and `scts.txt` of an evidence bundle.
struct EvidenceTimestamp: JSONWritable {
    let timestamp: SignedCertificateTimestamp
    /// The log; nil if it is not in the list.
    let log: TransparencyLogList.Log?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("logID", Base64.encode(timestamp.logID))
            json.member("log", log?.name)
            json.member("operator", log?.operatorName)
            json.member("logState", log?.state.rawValue)
            json.member("timestamp", timestamp.timestamp)
            json.member("source", timestamp.source.rawValue)
            json.member("isSignatureValid", timestamp.isSignatureValid)
        }
    }

    /// The line for readers.
    var line: String {
        let validity: String
        switch timestamp.isSignatureValid {
        case true?: validity = "signature valid"
        case false?: validity = "signature NOT valid"
        case nil: validity = "signature not checked, since the log is not in the list"
        }
        return "\(timestamp.timestamp)  \(log?.name ?? "unknown log")  \(Base64.encode(timestamp.logID))  "
            + "\(timestamp.source.rawValue)  \(validity)"
    }
}

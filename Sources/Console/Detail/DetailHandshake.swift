import Events
import JSONWriting
import TransportSecurity

/// The answer of a server to one hello.
struct DetailHandshake: JSONWritable {
    /// The hello and its result.
    let attempt: FactsEvent.Attempt
    /// The time of the facts that the handshake is in.
    let time: Instant

    /// The values that a reader sees, except the time. Handshakes that look the same are shown once.
    var shownValues: [String?] {
        switch attempt.result {
        case .success(let handshake):
            return [
                attempt.offer.name, handshake.version.prose, handshake.cipherSuite.name, handshake.group?.name,
                handshake.applicationProtocol,
            ]
        case .failure(let failure): return [attempt.offer.name, failure.prose]
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("offer", attempt.offer.name)
            switch attempt.result {
            case .success(let handshake):
                let agreed = [
                    handshake.version.prose, handshake.cipherSuite.name, handshake.group?.name,
                    handshake.applicationProtocol?.visible(),
                ]
                json.member("outcome", agreed.compactMap(\.self).joined(separator: ", "))
                json.member("version", handshake.version)
                json.member("cipher", handshake.cipherSuite.name)
                json.member("group", handshake.group?.name)
                json.member("alpn", handshake.applicationProtocol)
            case .failure(let failure):
                json.member("outcome", "the server \(failure.prose)")
                for name: StaticString in ["version", "cipher", "group", "alpn"] { json.member(name, String?.none) }
            }
            json.member("time", time)
        }
    }
}

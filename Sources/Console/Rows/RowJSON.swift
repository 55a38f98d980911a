import JSONWriting
import TransportSecurity

/// Writes a row as the list shows it, in answers of the API and in the stream of events.
extension ConsoleRow: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    /// Writes the members without the braces of the object. The detail of a row has these members and further ones.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("id", id)
        json.member("verdict", verdict)
        json.member("word", word)
        json.member("severity", severity)
        json.member("host", key.hostText)
        json.member("port", key.port)
        json.member("scheme", key.scheme)
        json.member("owner", owner)
        json.name("app")
        json.object { json in
            json.member("name", key.app)
            json.member("versions", versions.sorted())
        }
        json.member("isOtherApp", isOtherApp)
        json.member("os", os)
        json.name("policy")
        json.object { json in
            json.member("id", key.policy.id)
            json.member("name", key.policy.name)
            json.member("applies", applies)
        }
        json.member("tls", tls)
        json.name("rules")
        json.array { json in
            for rule in RuleID.allCases {
                guard let isViolation = rules[rule] else { continue }
                json.object { json in
                    json.member("id", rule)
                    json.member("title", rule.title)
                    json.member("kind", isViolation ? "violation" : "warning")
                }
            }
        }
        json.member("reason", shownReason)
        json.member("remedy", fix)
        writeTraffic(to: &json)
    }

    private func writeTraffic(to json: inout JSONWriter) {
        json.member("loads", loads)
        json.member("devices", Array(devices.sorted().prefix(Self.shownDevices)))
        json.member("deviceCount", devices.count)
        json.member("labels", labels.sorted())
        json.member("routes", Route.allCases.filter(routes.contains))
        json.member("refusedByDevice", refusals)
        json.member("bytesFromClient", max(0, counts.bytesFromClient))
        json.member("bytesFromServer", max(0, counts.bytesFromServer))
        json.member("beforeReload", beforeReload)
        json.member("firstSeen", first)
        json.member("lastSeen", last)
        json.member("probed", probed)
        // A row with one verdict needs no outcomes, because the members above have the verdict. Refusals by devices may
        // be of loads before a reload. A page that leaves these out needs the verdict without refusals.
        let hasOutcomes = outcomes.count > 1 || refusals > 0
        json.member("outcomes", hasOutcomes ? outcomes.values.sorted { $0.verdict > $1.verdict } : [])
    }

    /// The largest number of devices that a row names. Its detail names up to 256.
    private static let shownDevices = 32
}

extension ConsoleRow.ShownHandshake: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("version", version)
            json.member("cipher", cipher)
            json.member("source", source)
        }
    }
}

/// All rows of the table, or those that have changed, with the revision of the table.
struct RowList: JSONWritable {
    /// The session; nil in a stream, whose first event names it.
    var session: String?
    let table: RowTable
    /// The indices of the rows in the table.
    let indices: [Int]

    func write(to json: inout JSONWriter) {
        json.object { json in
            if let session { json.member("session", session) }
            json.member("revision", Int(clamping: table.revision))
            json.name("rows")
            json.array { json in
                for index in indices { table.rows[index].write(to: &json) }
            }
            json.member("hiddenRows", table.counts.hiddenRows)
        }
    }
}

extension RuleID {
    /// The subject of the rule in a few words, as the list names it.
    public var title: String {
        switch self {
        case .cleartext: return "Cleartext"
        case .tunnelCleartext: return "Cleartext in a tunnel"
        case .tlsVersion: return "TLS version"
        case .tlsCipher: return "Cipher suite"
        case .tlsForwardSecrecy: return "Forward secrecy"
        case .tlsHandshake: return "TLS handshake"
        case .certificateTrust: return "Trust"
        case .certificateValidity: return "Validity of the certificate"
        case .certificateHostname: return "Name in the certificate"
        case .certificateKeySize: return "Size of the key"
        case .certificateSignature: return "Signature of the certificate"
        case .certificateUsage: return "Usage of the certificate"
        case .certificateLifetime: return "Lifetime of the certificate"
        case .certificateRevoked: return "Revocation"
        case .certificateTransparency: return "Certificate Transparency"
        case .certificatePin: return "Pinned key"
        case .niapCipher: return "Cipher suite of FCP_v2.1"
        case .niapSignature: return "Signature of FCP_v2.1"
        case .niapExtendedMasterSecret: return "Extended Master Secret"
        case .tunnelVersion: return "TLS version in a tunnel"
        case .tunnelCipher: return "Cipher suite in a tunnel"
        case .tunnelSNI: return "Server name in a tunnel"
        case .tunnelCertificate: return "Certificate in a tunnel"
        }
    }
}

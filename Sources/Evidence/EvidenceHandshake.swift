import Events
import JSONWriting
import TransportSecurity

/// One hello of a probe and its result, for the files `handshakes.json` and `handshakes.txt` of an evidence bundle.
struct EvidenceHandshake: JSONWritable {
    /// The hello and its result.
    let attempt: FactsEvent.Attempt
    /// SHA-256 of bytes.
    let digest: ([UInt8]) -> [UInt8]

    private var hello: EvidenceHello { EvidenceHello(attempt.offer, sentIn: attempt.exchange) }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.name("hello")
            json.object { json in
                let offer = attempt.offer
                let hello = hello
                json.member("name", offer.name)
                json.member("oldestVersion", offer.versions.lowerBound)
                json.member("newestVersion", offer.versions.upperBound)
                json.member("cipherSuites", hello.cipherSuites.map(\.name))
                json.member("groups", hello.groups.map(\.name))
                json.member("signatureSchemes", hello.signatureSchemes.map(\.name))
                json.member("applicationProtocols", hello.applicationProtocols)
                json.member("extensions", hello.extensions)
                json.member("notSent", hello.missing)
            }
            if let exchange = attempt.exchange { json.member("wire", exchange) }
            switch attempt.result {
            case .failure(let failure): json.member("failure", failure.prose)
            case .success(let handshake):
                json.name("handshake")
                write(handshake, to: &json)
            }
        }
    }

    /// Writes the parameters that client and server agreed on.
    private func write(_ handshake: Handshake, to json: inout JSONWriter) {
        json.object { json in
            json.member("version", handshake.version)
            json.member("cipherSuite", handshake.cipherSuite.name)
            json.member("group", handshake.group?.name)
            json.member("signatureScheme", handshake.signatureScheme?.name)
            json.member("applicationProtocol", handshake.applicationProtocol)
            // TLS 1.3 has no such extension (RFC 8446 §4.2).
            json.member(
                "extendedMasterSecret", handshake.version < .tls1_3 ? handshake.extendedMasterSecret : nil)
            json.member("requestsClientCertificate", handshake.requestsClientCertificate)
            json.member("isComplete", handshake.isComplete)
            json.member("isKeyProven", handshake.isKeyProven)
            json.member("ocspStapled", handshake.certificateStatus != nil)
            json.member("certificates", handshake.certificates.map { digest($0).hexadecimal })
        }
    }

    /// The lines for readers.
    var lines: [String] {
        let offer = attempt.offer
        let hello = hello
        var lines = [
            "hello \(offer.name)",
            "  offers \(offer.versions.lowerBound.prose) to \(offer.versions.upperBound.prose)",
            "  suites \(hello.cipherSuites.map(\.name).joined(separator: " "))",
            "  groups \(hello.groups.map(\.name).joined(separator: " "))",
            "  signatures \(hello.signatureSchemes.map(\.name).joined(separator: " "))",
        ]
        if let extensions = hello.extensions {
            lines.append("  extensions \(extensions.map(String.init).joined(separator: " "))")
        }
        if !hello.missing.isEmpty {
            lines.append("  not sent, because OpenSSL lacks it: \(hello.missing.joined(separator: " "))")
        }
        if let exchange = attempt.exchange { lines += exchange.lines }
        switch attempt.result {
        case .failure(let failure):
            lines.append("  result: the server \(failure.prose)")
        case .success(let handshake):
            let agreed = [
                handshake.version.prose, handshake.cipherSuite.name, handshake.group?.name,
                handshake.signatureScheme?.name, handshake.applicationProtocol,
            ]
            lines.append("  result: \(agreed.compactMap { $0 }.joined(separator: ", "))")
            for certificate in handshake.certificates {
                lines.append("  certificate sha256 \(digest(certificate).hexadecimal)")
            }
        }
        return lines + [""]
    }
}

extension FactsEvent {
    /// The lines about the large hello, which has the size that systems send since version 26; none if the facts have
    /// no such hello.
    var largeHelloLines: [String] {
        guard let largeHello, let largeHelloExchange else { return [] }
        let result: String
        switch largeHello.result {
        case .answered(let version, let group):
            result = [version.prose, group?.name].compactMap { $0 }.joined(separator: ", ")
        case .refused(let failure): result = "the server \(failure.prose)"
        case .silent: result = "the server sends nothing"
        case .unknown(let obstacle): result = "not known: \(obstacle.prose)"
        }
        return ["large hello"] + largeHelloExchange.lines + ["  result: \(result)", ""]
    }
}

import InternetNames

/// Notes about the way in which an observation was made. No rule makes these notes.
enum Advice {
    static func notes(on observation: Observation, under requirements: Requirements) -> [Note] {
        switch observation {
        case .cleartext, .noHandshake:
            return []
        case .certificates(let chain):
            return notes(on: chain, fetched: [], of: requirements.host) + notes(onKeyOf: chain, under: requirements)
                + PinAdvice.notes(on: chain, under: requirements)
        case .secure(let handshake, let chain):
            return notes(on: handshake, under: requirements)
                + notes(on: chain, fetched: handshake.fetchedIssuers, of: requirements.host)
                + PinAdvice.notes(on: chain, under: requirements)
        }
    }

    private static func notes(on handshake: Handshake, under requirements: Requirements) -> [Note] {
        let host = requirements.host
        var notes: [Note] = []
        let judging = Offer(judging: requirements)
        if requirements.applies, !handshake.offer.isWithin(judging) {
            notes.append(
                Note(
                    .relaxedHello,
                    "The judged handshake was made with the relaxed hello \(handshake.offer.name), "
                        + "not with \(judging.name), which this system would send."))
        }
        if handshake.wasEndedByUs {
            notes.append(
                Note(
                    .unsupportedChoice,
                    "The TLS library of atsproxy does not support what \(host) chose (\(handshake.version.prose), "
                        + "\(handshake.cipherSuite.name)\(handshake.group.map { ", \($0.name)" } ?? "")). The handshake was "
                        + "ended after the server's hello, and whether the rest would succeed is not known."))
        }
        if handshake.requestsClientCertificate {
            notes.append(
                Note(
                    .clientCertificate,
                    "\(host) asks for a client certificate, which atsproxy does not have; the server is judged by what "
                        + "it sent until then."))
        }
        if let scheme = handshake.signatureScheme, scheme == .rsaPKCS1SHA1 || scheme == .ecdsaSHA1 {
            notes.append(
                Note(
                    .weakSignature,
                    "\(host) signs its handshake with \(scheme.name); ATS accepts that, but SHA-1 is weak."))
        }
        return notes
    }

    /// The note on a key that a server can use up to TLS 1.2 only. A probed server has shown its behaviour.
    private static func notes(onKeyOf chain: ChainEvaluation, under requirements: Requirements) -> [Note] {
        let offer = Offer(judging: requirements)
        guard let key = chain.leaf?.key, offer.lacksTLS13(for: key), offer.minimumVersion < .tls1_3 else { return [] }
        return [
            Note(
                .keyWithoutTLS13,
                "A key on P-521 works with TLS 1.2 only: in TLS 1.3 it needs \(SignatureScheme.ecdsaP521SHA512.name), which "
                    + "\(requirements.os) does not offer, with or without ATS. A server with TLS 1.3 fails; use an RSA key or "
                    + "an EC key on P-256 or P-384, or check the server itself.")
        ]
    }

    /// Notes on a chain that is incomplete or out of order. A server should send its whole chain, in order, without the
    /// root (RFC 8446 §4.4.2, RFC 5246 §7.4.2).
    private static func notes(on chain: ChainEvaluation, fetched: [[UInt8]], of host: Host) -> [Note] {
        // A root that comes first is trusted directly, but is not the server's own certificate.
        if let text = wrongBeginning(of: chain, host) { return [Note(.misorderedChain, text)] }
        guard !chain.isLeafTrustedDirectly else { return [] }
        let places = chain.belowAnchor.map { chain.presented.firstIndex(of: $0) }
        if let missing = zip(chain.belowAnchor, places).first(where: { $0.1 == nil })?.0 {
            let origin =
                fetched.contains(missing.der)
                ? "which was fetched from the address in the certificate below it. Not every client fetches"
                : "which is known here otherwise. Other clients may refuse the server"
            return [
                Note(
                    .incompleteChain,
                    "\(host) does not send its intermediate \(missing.title), \(origin); it should send the full chain."
                )
            ]
        }
        let order = places.compactMap { $0 }
        guard order != order.sorted() else { return [] }
        let sent = chain.presented.prefix(shownCertificates).map(\.title).joined(separator: ", ")
        let more = chain.presented.count > shownCertificates ? " and others" : ""
        return [
            Note(
                .misorderedChain,
                "\(host) sends its certificates out of order (\(sent)\(more)). Its own should come first, then the issuer "
                    + "of each; some clients refuse any other order.")
        ]
    }

    /// The sentence on a chain that begins with a CA's certificate although the server's own follows; nil for any
    /// other.
    private static func wrongBeginning(of chain: ChainEvaluation, _ host: Host) -> String? {
        guard let first = chain.presented.first, let own = chain.misplacedLeaf else { return nil }
        return
            "\(host) sends the certificate of a CA first, \(first.title), and was judged by it; \(own.title), which is "
            + "presumably its own, should come first."
    }

    /// The largest number of certificates that a note names.
    private static let shownCertificates = 8
}

import JSONWriting
import TransportSecurity

// The JSON of an attempt in the member `handshakes` of a facts event, such as
// {"offer":{…},"handshake":{"version":"TLSv1.3","cipher":"TLS_AES_128_GCM_SHA256","cipherCode":4865,…}}. Code points
// have names beside them for people. Only the code points are read back.

extension FactsEvent.Attempt {
    /// The certificates of the handshake; empty if the attempt failed.
    var certificates: [[UInt8]] {
        switch result {
        case .success(let handshake): return handshake.certificates
        case .failure: return []
        }
    }

    /// The issuers that were fetched to complete the chain.
    var fetchedIssuers: [[UInt8]] {
        switch result {
        case .success(let handshake): return handshake.fetchedIssuers
        case .failure: return []
        }
    }

    /// Writes the attempt.
    ///
    /// - Parameters:
    ///   - chain: The indices of the certificates that the server sent in the event's list.
    ///   - fetched: The indices of the fetched issuers in the event's list.
    func write(chain: [Int], fetched: [Int], to json: inout JSONWriter) {
        json.object { json in
            json.member("offer", offer)
            switch result {
            case .success(let handshake):
                json.name("handshake")
                handshake.write(chain: chain, fetched: fetched, to: &json)
            case .failure(let failure):
                json.member("failure", failure)
            }
            if let exchange { json.member("wire", exchange) }
        }
    }

    /// Reads an attempt, with its certificates from the event's list.
    init(from decoder: any Decoder, certificates: [[UInt8]]) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        offer = try members.decode(Offer.self, forKey: .offer)
        if members.contains(.handshake) {
            let handshake = try members.nestedContainer(keyedBy: Handshake.RecordKeys.self, forKey: .handshake)
            result = .success(try Handshake(handshake, offer: offer, certificates: certificates))
        } else {
            result = .failure(try members.decode(RecordedFailure.self, forKey: .failure).failure)
        }
        exchange = try members.decodeIfPresent(HelloExchange.self, forKey: .wire)
    }

    private enum CodingKeys: String, CodingKey {
        case offer, handshake, failure, wire
    }
}

extension Offer: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("profile", generation.rawValue)
            json.member("minimumVersion", minimumVersion)
            json.member("selection", selection.rawValue)
        }
    }
}

extension Handshake {
    fileprivate func write(chain: [Int], fetched: [Int], to json: inout JSONWriter) {
        json.object { json in
            json.member("version", version)
            json.member("cipher", cipherSuite.name)
            json.member("cipherCode", cipherSuite.rawValue)
            json.member("group", group?.name)
            json.member("groupCode", group?.rawValue)
            json.member("signatureScheme", signatureScheme?.name)
            json.member("signatureSchemeCode", signatureScheme?.rawValue)
            json.member("alpn", applicationProtocol)
            // TLS 1.3 has no such extension (RFC 8446 §4.2).
            json.member("extendedMasterSecret", version < .tls1_3 ? extendedMasterSecret : nil)
            json.member("certificates", chain)
            json.member("scts", certificateTimestamps.map(Base64Bytes.init))
            json.member("staple", certificateStatus.map(Base64Bytes.init))
            json.member("requestsClientCertificate", requestsClientCertificate)
            json.member("isComplete", isComplete)
            json.member("isLeftByUs", wasEndedByUs)
            json.member("isKeyProven", isKeyProven)
            json.member("fetchedIssuers", fetched)
        }
    }

    /// The members of a handshake that are read back.
    fileprivate enum RecordKeys: String, CodingKey {
        case version, cipherCode, groupCode, signatureSchemeCode, alpn, extendedMasterSecret, certificates, scts
        case staple, requestsClientCertificate, isComplete, isKeyProven
        case fetchedIssuers
        // The member keeps its first name, because fields of events are never renamed.
        case wasEndedByUs = "isLeftByUs"
    }

    fileprivate init(
        _ members: KeyedDecodingContainer<RecordKeys>, offer: Offer, certificates: [[UInt8]]
    ) throws {
        let chain = try members.decode([Int].self, forKey: .certificates)
        // Older recordings lack this member.
        let fetched = try members.decodeIfPresent([Int].self, forKey: .fetchedIssuers) ?? []
        guard (chain + fetched).allSatisfy(certificates.indices.contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .certificates, in: members, debugDescription: "a certificate of a handshake is not in the event"
            )
        }
        self.init(
            offer: offer, version: try members.decode(TLSVersion.self, forKey: .version),
            cipherSuite: CipherSuite(rawValue: try members.decode(UInt16.self, forKey: .cipherCode)),
            group: try members.decodeIfPresent(UInt16.self, forKey: .groupCode).map(NamedGroup.init),
            signatureScheme: try members.decodeIfPresent(UInt16.self, forKey: .signatureSchemeCode)
                .map(SignatureScheme.init),
            applicationProtocol: try members.decodeIfPresent(String.self, forKey: .alpn),
            extendedMasterSecret: try members.decodeIfPresent(Bool.self, forKey: .extendedMasterSecret) ?? true,
            certificates: chain.map { certificates[$0] },
            certificateTimestamps: try members.decodeIfPresent(Base64Bytes.self, forKey: .scts)?.bytes,
            certificateStatus: try members.decodeIfPresent(Base64Bytes.self, forKey: .staple)?.bytes,
            requestsClientCertificate: try members.decode(Bool.self, forKey: .requestsClientCertificate),
            isComplete: try members.decode(Bool.self, forKey: .isComplete),
            // Older recordings lack this member, as they lack `isKeyProven`.
            wasEndedByUs: try members.decodeIfPresent(Bool.self, forKey: .wasEndedByUs) ?? false,
            fetchedIssuers: fetched.map { certificates[$0] })
        isKeyProven = try members.decodeIfPresent(Bool.self, forKey: .isKeyProven) ?? showsKeyProof
    }

    /// Whether the recorded facts show that the server proved possession of its key. For older recordings, which do not
    /// have the member `isKeyProven`.
    ///
    /// The signature scheme was recorded when the message with the signature had arrived, and a handshake with a wrong
    /// signature was recorded as a failure. Before TLS 1.2 there is no scheme, but the group is in the same message.
    /// Without scheme and group, or if the proxy closed the connection before any verification, there is no sign of a
    /// proof.
    private var showsKeyProof: Bool {
        guard !isComplete else { return true }
        guard !wasEndedByUs, !cipherSuite.isAnonymous else { return false }
        return signatureScheme != nil || (version < .tls1_2 && group != nil)
    }
}

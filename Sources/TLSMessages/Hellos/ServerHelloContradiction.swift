import TransportSecurity

extension ServerHello {
    /// The part of this answer that a client refuses after that hello, as a noun phrase; nil if the answer fits the
    /// hello.
    ///
    /// The checks are those of RFC 8446 §4.1.3, §4.1.4 and §4.2, and of RFC 5246 §7.4.1.3 and §7.4.1.4. The key is
    /// checked for its length only. Later messages are not checked.
    func contradiction(to hello: ClientHello) -> String? {
        guard let version, hello.versions.contains(version) else { return "a version that was not offered" }
        guard hello.cipherSuites.contains(cipherSuite), cipherSuite.isForTLS13 == (version == .tls1_3) else {
            return "a cipher suite that was not offered"
        }
        guard compressionMethod == 0 else { return "a compression method that was not offered" }
        if let type = extensionTypes.first(where: { !permits($0, after: hello) }) {
            return "the extension \(type.rawValue), which does not belong there"
        }
        guard Set(extensionTypes).count == extensionTypes.count else { return "an extension twice" }
        guard version == .tls1_3 else {
            return isMarkedAsDowngrade && hello.versions.contains(.tls1_3) ? "the mark of a downgrade" : nil
        }
        guard sessionID == hello.sessionID else { return "another session ID than the client's" }
        return isHelloRetryRequest ? contradictionOfRetry(to: hello) : contradictionOfKeyShare(to: hello)
    }

    private func permits(_ type: ExtensionType, after hello: ClientHello) -> Bool {
        if version == .tls1_3 {
            let isOfHello = type == .supportedVersions || type == .keyShare
            guard !isHelloRetryRequest else { return isOfHello || type == .cookie }
            return isOfHello || type == .preSharedKey && hello.has(.preSharedKey)
        }
        return hello.has(type) || type == .renegotiationInfo && hello.offersSecureRenegotiation
    }

    private func contradictionOfRetry(to hello: ClientHello) -> String? {
        guard let group else {
            return extensionTypes.contains(.cookie) ? nil : "a hello_retry_request that changes nothing"
        }
        let isRequestable = hello.supportedGroups?.contains(group) == true && !group.rawValue.isGREASE
        return isRequestable && hello.keyShareGroups?.contains(group) != true
            ? nil : "the request for a key of \(group.name), which was not to be requested"
    }

    private func contradictionOfKeyShare(to hello: ClientHello) -> String? {
        guard let group else { return preSharedKey == nil ? "a hello without a key share" : nil }
        guard hello.keyShareGroups?.contains(group) == true, !group.rawValue.isGREASE else {
            return "a key of \(group.name), which was not offered"
        }
        guard let length = group.serverShareLength else { return nil }
        return keyShareLength == length ? nil : "a key of \(group.name) with a wrong length"
    }
}

extension NamedGroup {
    /// The size of a server's key in TLS 1.3, in bytes (RFC 8446 §4.2.8; draft-ietf-tls-ecdhe-mlkem §4.2 for the hybrid
    /// group); nil if it is not known here.
    fileprivate var serverShareLength: Int? {
        switch self {
        case .x25519: return 32
        case .p256: return 65
        case .p384: return 97
        case .p521: return 133
        case .x25519MLKEM768: return 1088 + 32
        case _: return nil
        }
    }
}

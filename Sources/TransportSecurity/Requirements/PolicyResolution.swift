import InternetNames

extension Policy {
    /// The requirements of the policy for loads from a host, with all exceptions resolved.
    ///
    /// The order is that of the published engine (SecProtocolConfiguration.m): an entry for the host comes first, then
    /// local networking, media and web content, and arbitrary loads last.
    ///
    /// Pins hold even if ATS is off, because they are part of the default trust evaluation (SecPolicy.c). Loads of kind
    /// `none` evaluate trust by themselves, without pins.
    public func requirements(for host: Host, kind: LoadingAPI) -> Requirements {
        requirements(for: host, kind: kind, isNameKnown: true)
    }

    /// The requirements for loads from a host that the app may have named otherwise. Such a host is not exempt as
    /// local.
    ///
    /// - Parameters:
    ///   - host: The host, or the address that stands for it.
    ///   - kind: The kind of the loads.
    ///   - isNameKnown: Whether the app named the host.
    public func requirements(for host: Host, kind: LoadingAPI, isNameKnown: Bool) -> Requirements {
        var requirements = resolved(for: host, kind: kind, isNameKnown: isNameKnown)
        requirements.readsEntriesForAddresses = os.subjectsPublicAddresses(linkedSDK: linkedSDK)
        guard kind.isSubjectToATS else { return requirements }
        requirements.pins = pins.identities(for: host)
        if requirements.pins == nil, let key = pins.tooDistantKey(for: host) {
            requirements.notes.append(
                Note(
                    .policy,
                    "The pins of \(key) do not bind \(host): NSIncludesSubdomains covers one label more, no deeper."))
        }
        return requirements
    }

    private func resolved(for host: Host, kind: LoadingAPI, isNameKnown: Bool) -> Requirements {
        guard kind.isSubjectToATS, !precedesATS else { return exempt(host, .notSubject) }
        if let match = exception(for: host) { return excepted(host, match) }
        if isNameKnown, exemptsAsLocal(host) { return exempt(host, .local) }
        switch kind {
        case .avFoundation where allowsArbitraryLoadsForMedia == true: return exempt(host, .media)
        case .webView where allowsArbitraryLoadsInWebContent == true: return exempt(host, .webContent)
        case .avFoundation, .webView, .urlSession, .none: break
        }
        if allowsArbitraryLoads && keyVoidingArbitraryLoads == nil { return exempt(host, .arbitraryLoads) }
        var requirements = Requirements(host: host, os: os, requiresNIAP: niapTLSPackage == .version2_1)
        if isDisregarded {
            requirements.notes.append(
                Note(
                    .policy,
                    "\(os) stands for Apple's own processes, which read no app's policy; the one given is not looked at."
                ))
        }
        return requirements
    }

    /// The entry for a host.
    ///
    /// Entries for addresses are read from iOS 17 on (`OSVersion.subjectsPublicAddresses`). From iOS 10 to 16,
    /// addresses are exempt as local. In iOS 9 they are subject to ATS (`Policy.subjectsPublicAddresses`), and still no
    /// entry is read for them (answers of Apple's developer support: an address cannot be added there).
    private func exception(for host: Host) -> ExceptionTable.Match? {
        switch host {
        case .name(let name):
            return exceptions.match(name: name)
        case .address(let address):
            return os.subjectsPublicAddresses(linkedSDK: linkedSDK) ? exceptions.match(address: address) : nil
        }
    }

    /// Whether the host is exempt as local. Local destinations are exempt since iOS 10, and from iOS 10 to 16 all
    /// addresses. Apple's tests show for 18.4 that NO revokes the exemption (testLocalNetworkingDisabled); for earlier
    /// systems this is assumed.
    private func exemptsAsLocal(_ host: Host) -> Bool {
        guard os.readsLocalAndContentKeys, os.readsAppPolicies, allowsLocalNetworking != false else { return false }
        switch host {
        case .name: return host.isLocal
        case .address: return host.isLocal || !subjectsPublicAddresses
        }
    }

    private func excepted(_ host: Host, _ match: ExceptionTable.Match) -> Requirements {
        let exception = match.exception
        var notes = exception.notes.map { Note(.policy, $0) }
        if match.depth > 1 {
            notes.append(
                Note(
                    .policy,
                    "\(exception.key) covers \(host), which lies \(match.depth) labels below it; Apple's current "
                        + "documentation of NSIncludesSubdomains promises one, its published code takes any number."))
        }
        return Requirements(
            host: host, os: os, reason: exception.isBuiltIn ? .builtInException : .exceptionDomain,
            matched: exception.key, allowsInsecureHTTPLoads: exception.allowsInsecureHTTPLoads,
            minimumTLSVersion: exception.minimumTLSVersion,
            requiresForwardSecrecy: exception.requiresForwardSecrecy,
            requiresCertificateTransparency: exception.requiresCertificateTransparency,
            requiresNIAP: (exception.niapTLSPackage ?? niapTLSPackage) == .version2_1, notes: notes)
    }

    /// The requirements with ATS off: TLS 1.0 or later, on every platform.
    private func exempt(_ host: Host, _ reason: Requirements.Reason) -> Requirements {
        Requirements(
            host: host, os: os, applies: false, reason: reason, allowsInsecureHTTPLoads: true,
            minimumTLSVersion: .tls1_0, requiresForwardSecrecy: false)
    }
}
